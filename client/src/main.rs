//! The program `chuhe`.

mod command_line;

fn main() -> std::process::ExitCode {
    command_line::main()
}
