//! Fuzzes the luzhanqi formation parser.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::luzhanqi::run_formation(data);
});
