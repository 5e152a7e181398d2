//! Compiles the `.proto` files in pure Rust, so that no `protoc` is needed on the machine.

mod services;

use std::error::Error;
use std::path::PathBuf;

const FILES: [&str; 9] = [
    "shashki/rules/v1/rules.proto",
    "shashki/bots/v1/bots.proto",
    "shashki/games/v1/games.proto",
    "shashki/games/storage/v1/document.proto",
    "shashki/players/v1/players.proto",
    "shashki/ratings/v1/ratings.proto",
    "shashki/matchmaking/v1/matchmaking.proto",
    "shashki/matchmaking/storage/v1/document.proto",
    "shashki/shop/v1/shop.proto",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=google");
    println!("cargo:rerun-if-changed=shashki");
    let mut compiler = protox::Compiler::new(["."])?;
    compiler
        .include_imports(true)
        .include_source_info(true)
        .open_files(FILES)?;

    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is set by cargo")?);
    std::fs::write(
        out.join("shashki.bin"),
        compiler.encode_file_descriptor_set(),
    )?;

    prost_build::Config::new()
        .bytes([".shashki.games.storage"])
        .service_generator(Box::new(services::Generator))
        .compile_fds(compiler.file_descriptor_set())?;
    Ok(())
}
