//! Fuzzes the decoder of client requests.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::request::run(data);
});
