//! Fuzzes the decoder of server messages.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::server_message::run(data);
});
