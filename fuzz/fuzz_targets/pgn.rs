//! Fuzzes the reader of PGN.
#![no_main]

use chuhe_records::formats::Format;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::records::run(Format::Pgn, data);
});
