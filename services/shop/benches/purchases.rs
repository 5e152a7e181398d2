//! Purchases a second.

fn main() {}
