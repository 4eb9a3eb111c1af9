//! Fuzzes the luzhanqi position parser.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::luzhanqi::run_position(data);
});
