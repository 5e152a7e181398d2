//! The worker that turns due jobs into handled ones.
