//! `shashki`: every service, the whole suite, and tools over the rules, in one binary.

mod cli;
mod health;
mod matches;
mod operator;
mod setup;
mod state;
mod suite;
mod tools;

use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::{Cli, Command, Process, Shop};

/// A move makes hundreds of small allocations on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command.unwrap_or_default() {
        Command::Token(token) => token.run(),
        Command::Keys(keys) => keys.run(),
        Command::Setup(setup) => setup.run(),
        Command::Health(health) => health.run(),
        Command::Moves(moves) => moves.run(),
        Command::Replay(replay) => replay.run(),
        Command::Boost(boost) => boost.run(),
        Command::Match(game) => game.run(),
        Command::Process(Process::Shop(Shop {
            task: Some(task), ..
        })) => task.run(),
        Command::Process(process) => suite::run(process, cli.threads, &cli.telemetry),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("shashki: {error:#}");
            ExitCode::FAILURE
        }
    }
}
