//! Nodes per second.

fn main() {}
