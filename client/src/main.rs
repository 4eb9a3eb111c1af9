//! The program `chuhe`: the window on a desktop, or the page in a browser.

#[cfg(not(target_family = "wasm"))]
mod command_line;

#[cfg(not(target_family = "wasm"))]
fn main() -> std::process::ExitCode {
    command_line::main()
}

#[cfg(target_family = "wasm")]
fn main() {
    chuhe_client::shell::web::main();
}
