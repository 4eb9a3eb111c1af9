//! A formation of luzhanqi as text.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::luzhanqi::read_formation(data);
});
