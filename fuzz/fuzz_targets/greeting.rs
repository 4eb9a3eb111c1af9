//! The first frame, each way.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::greeting::read(data);
});
