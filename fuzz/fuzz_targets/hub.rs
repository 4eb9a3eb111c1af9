//! A sequence of inputs to the hub.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::hub::read(data);
});
