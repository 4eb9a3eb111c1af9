//! Malformed input: decoders refuse it without panicking or allocating for false lengths.

use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::wire::{self, WireError};
use chuhe_protocol::{ClientMessage, Request, ServerMessage, frame, limits};
use proptest::prelude::*;
use tokio_util::bytes::{BufMut, Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = wire::decode::<Request>(&bytes);
        let _ = wire::decode::<ServerMessage>(&bytes);
        let _ = Hello::decode(&bytes);
        let _ = Answer::decode(&bytes);
    }

    // random bytes rarely decode beyond the first number; these begin like a valid message
    #[test]
    fn random_tails_of_every_variant_never_panic(
        variant in 0u8..24, tail in prop::collection::vec(any::<u8>(), 0..200)
    ) {
        let mut request = vec![1, variant];
        request.extend(&tail);
        if let Ok(request) = wire::decode::<Request>(&request) {
            prop_assert!(wire::encode(&request).is_ok());
        }
        let mut message = vec![variant];
        message.extend(&tail);
        let _ = wire::decode::<ServerMessage>(&message);
    }

    #[test]
    fn random_streams_never_panic_the_codec(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let mut stream = BytesMut::from(bytes.as_slice());
        let mut codec = frame::client_frames();
        while let Ok(Some(frame)) = codec.decode(&mut stream) {
            prop_assert!(frame.len() <= limits::CLIENT_FRAME_BYTES);
        }
    }
}

#[test]
fn a_false_length_is_refused_without_allocating_for_it() {
    // a chat line that claims 2^60 bytes
    let mut bytes = vec![1, 4, 0, 253];
    bytes.extend((1u64 << 60).to_le_bytes());
    assert_eq!(wire::decode::<Request>(&bytes), Err(WireError::Malformed));
    // a player list that claims as many players as a frame has bytes
    assert_eq!(wire::decode::<ServerMessage>(&[1, 251, 255, 255]), Err(WireError::Malformed));
}

#[test]
fn trailing_bytes_and_oversized_messages_are_refused() {
    let request = Request { number: 1, message: ClientMessage::Quit };
    let mut bytes = wire::encode(&request).expect("a short request");
    bytes.push(0);
    assert_eq!(wire::decode::<Request>(&bytes), Err(WireError::TrailingBytes));
    let flood = vec![0; limits::CLIENT_FRAME_BYTES + 1];
    assert_eq!(wire::decode::<Request>(&flood), Err(WireError::TooLarge));
    let name = "x".repeat(limits::CLIENT_FRAME_BYTES);
    let request = Request { number: 1, message: ClientMessage::Join { name } };
    assert_eq!(wire::encode(&request), Err(WireError::TooLarge));
}

#[test]
fn a_frame_over_the_limit_is_refused_by_its_length_alone() {
    let mut stream = BytesMut::new();
    stream.put_u32(u32::try_from(limits::CLIENT_FRAME_BYTES + 1).expect("a small number"));
    assert!(frame::client_frames().decode(&mut stream).is_err());
    let largest = vec![7u8; limits::SERVER_FRAME_BYTES];
    let mut stream = BytesMut::new();
    frame::server_frames()
        .encode(Bytes::from(largest.clone()), &mut stream)
        .expect("the largest frame is sent");
    let read = frame::server_frames().decode(&mut stream).expect("the largest frame is read");
    assert_eq!(read.as_deref(), Some(largest.as_slice()));
}
