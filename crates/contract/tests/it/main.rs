//! The contracts as they are described and as they are read and written.

mod json;
mod methods;
mod openapi;
mod reasons;
