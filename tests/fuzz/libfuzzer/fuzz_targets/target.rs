//! Runs the target that the environment variable `FUZZ_TARGET` names.
//!
//! One program serves all targets, because linking one a target takes minutes.
#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<chuhe_fuzz::Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names the target");
    chuhe_fuzz::target(&name).unwrap_or_else(|| panic!("there is no target {name}"))
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| TARGET(data));
