//! Fuzzes the side that uses an engine.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::engine_driver::run(data);
});
