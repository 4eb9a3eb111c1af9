//! Fuzzes the greetings of both sides.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::greeting::run(data);
});
