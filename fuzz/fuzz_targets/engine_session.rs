//! Fuzzes the engine's side of UCI and UCCI.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::engine_session::run(data);
});
