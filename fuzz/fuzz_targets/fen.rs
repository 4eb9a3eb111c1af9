//! Fuzzes the FEN parser.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::fen::run(data);
});
