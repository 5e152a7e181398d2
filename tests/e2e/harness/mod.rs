//! What the tests stand on: processes on reserved ports that go away with the test.

mod browser;
mod client;
mod golden;
mod line;
mod proxy;
mod suite;
mod table;

pub(crate) use browser::Browser;
pub(crate) use client::{Bearer, Client, Ports, bot, channel, event_of, fault_of, is_away, player};
pub(crate) use golden::{GoldenGame, data};
pub(crate) use line::Line;
pub(crate) use suite::{Kind, Socket, Suite, close_code, connect, is_heartbeat, message, said};
pub(crate) use table::{Table, check};
