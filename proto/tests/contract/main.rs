//! Checks the options of the contracts: routes, reasons of refusal, and names and numbers in JSON.
//! Whatever is made from the descriptors relies on them,
//! as the page of reasons does, which is made here.

mod docs;
mod json;
mod options;
mod reasons;
mod routes;
