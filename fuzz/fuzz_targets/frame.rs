//! Fuzzes the framing of a byte stream.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::frame::run(data);
});
