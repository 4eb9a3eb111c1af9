//! Compiles the texts of every language into typed functions and constants.

#![allow(clippy::disallowed_methods, reason = "it runs where the program is built, not in a page")]

#[path = "build/named.rs"]
mod named;
#[path = "build/texts.rs"]
mod texts;

use std::path::Path;
use std::{env, fs, process};

/// The languages: the variant of `Lang` and the file beside this script. The first is the reference.
const LANGUAGES: [(&str, &str); 4] =
    [("En", "en.ftl"), ("Zh", "zh-Hans.ftl"), ("ZhHant", "zh-Hant.ftl"), ("Vi", "vi.ftl")];

fn main() {
    println!("cargo::rerun-if-changed=build");
    let sources = LANGUAGES.map(|(variant, file)| {
        println!("cargo::rerun-if-changed={file}");
        match fs::read_to_string(file) {
            Ok(ftl) => texts::Source { variant, file, ftl },
            Err(error) => fail(&[format!("{file}: {error}")]),
        }
    });
    let generated = texts::compile(&sources).unwrap_or_else(|errors| fail(&errors));
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    if let Err(error) = fs::write(Path::new(&out).join("texts.rs"), generated) {
        fail(&[error.to_string()]);
    }
}

fn fail(errors: &[String]) -> ! {
    for error in errors {
        println!("cargo::error={error}");
    }
    process::exit(1)
}
