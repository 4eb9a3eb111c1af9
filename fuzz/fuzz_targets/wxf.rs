//! Fuzzes the reader of WXF.
#![no_main]

use chuhe_records::formats::Format;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::records::run(Format::Wxf, data);
});
