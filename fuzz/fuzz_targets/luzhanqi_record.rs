//! Fuzzes the reader of files of luzhanqi games.
#![no_main]

use chuhe_records::formats::Format;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::records::run(Format::Luzhanqi, data);
});
