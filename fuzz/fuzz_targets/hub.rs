//! Fuzzes the hub with sequences of inputs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::hub::run(data);
});
