//! Fuzzes the readers of moves in notation.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::records::run_notation(data);
});
