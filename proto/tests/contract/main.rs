//! Checks the options of the contracts: routes, reasons of refusal, and names and numbers in JSON.
//! Whatever is made from the descriptors relies on them.

mod json;
mod options;
mod reasons;
mod routes;
