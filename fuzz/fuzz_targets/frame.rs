//! A stream cut into frames.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::frame::read(data);
});
