//! Malformed input: decoders refuse it without panicking or allocating for false lengths.

use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::wire::{self, Message, WireError};
use chuhe_protocol::{DoorRequest, Event, GameId, Request, ServerMessage, TableMessage, frame, limits};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::luzhanqi::{EventView, Formation, Piece, Revealed, Station, Strength};
use chuhe_rules::{Color, PerColor};
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
        request in prop::sample::select(golden_frames().0),
        message in prop::sample::select(golden_frames().1),
        kept in 1..8_usize,
        tail in prop::collection::vec(any::<u8>(), 0..200)
    ) {
        let begins = |frame: &[u8]| [&frame[..kept.min(frame.len())], &tail].concat();
        assert_canonical::<Request>(&begins(&request));
        assert_canonical::<ServerMessage>(&begins(&message));
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

/// Checks that `bytes` are refused or the encoding of the message that they decode to.
fn assert_canonical<M: Message>(bytes: &[u8]) {
    if let Ok(message) = wire::decode::<M>(bytes) {
        assert_eq!(wire::encode(&message).as_deref(), Ok(bytes));
    }
}

/// The frames of `golden.txt`: those of the client, then those of the server.
fn golden_frames() -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let byte = |pair: &[u8]| {
        let text = std::str::from_utf8(pair).expect("ASCII");
        u8::from_str_radix(text, 16).expect("hexadecimal")
    };
    let frame = |hex: &str| hex.trim().as_bytes().chunks(2).map(byte).collect();
    let lines: Vec<&str> = include_str!("golden.txt").lines().collect();
    let (requests, messages): (Vec<_>, Vec<_>) =
        lines.chunks(2).partition(|sample| sample[0].starts_with("Request"));
    let frames = |samples: Vec<&[&str]>| samples.into_iter().map(|sample| frame(sample[1])).collect();
    (frames(requests), frames(messages))
}

/// Every way to replace one byte of `frame` by bytes that may mean the same: an integer in a longer
/// form, another flag, or a neighbouring value.
fn variations(frame: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..frame.len()).flat_map(move |at| {
        let byte = frame[at];
        let instead: [&[u8]; 5] = [
            &[251, byte, 0],
            &[252, byte, 0, 0, 0],
            &[253, byte, 0, 0, 0, 0, 0, 0, 0],
            &[byte.wrapping_add(1)],
            &[byte.wrapping_sub(1)],
        ];
        instead.map(|instead| [&frame[..at], instead, &frame[at + 1..]].concat())
    })
}

#[test]
fn a_message_has_one_encoding() {
    let (requests, messages) = golden_frames();
    requests.iter().flat_map(|frame| variations(frame)).for_each(|bytes| assert_canonical::<Request>(&bytes));
    let bytes = messages.iter().flat_map(|frame| variations(frame));
    bytes.for_each(|bytes| assert_canonical::<ServerMessage>(&bytes));
}

#[test]
fn longer_integers_are_refused() {
    for number in [&[251, 5, 0][..], &[252, 5, 0, 0, 0]] {
        let quit = [number, &[0, 3]].concat();
        assert_eq!(wire::decode::<Request>(&quit), Err(WireError::NotCanonical));
    }
    assert_eq!(wire::decode::<Request>(&[5, 251, 0, 0, 3]), Err(WireError::NotCanonical), "a variant");
    let abort = |game: &[u8]| wire::decode::<Request>(&[&[5, 3], game, &[5]].concat()).map(|_| ());
    assert_eq!(abort(&[250]), Ok(()));
    assert_eq!(abort(&[251, 250, 0]), Err(WireError::NotCanonical));
    assert_eq!(abort(&[251, 251, 0]), Ok(()));
    assert_eq!(abort(&[253, 251, 0, 0, 0, 0, 0, 0, 0]), Err(WireError::NotCanonical));
    // the length of a text
    assert_eq!(wire::decode::<Request>(&[5, 0, 0, 251, 1, 0, b'a', 0]), Err(WireError::NotCanonical));
    assert_eq!(wire::decode::<ServerMessage>(&[1, 1, 251, 7, 0]), Err(WireError::NotCanonical), "a pong");
}

#[test]
fn names_that_are_not_normalised_are_refused() {
    let spectator = |name: &str| {
        let bytes = [&[4, 1, 5, 1, name.len() as u8], name.as_bytes(), &[1]].concat();
        wire::decode::<ServerMessage>(&bytes).map(|_| ())
    };
    assert_eq!(spectator("\u{e9}"), Ok(()));
    assert_eq!(spectator("e\u{301}"), Err(WireError::NotCanonical));
}

#[test]
fn maps_out_of_order_are_refused() {
    let (south, north) = ("s62".parse().expect("a station"), "n62".parse().expect("a station"));
    let flag = |color| Piece::new(color, Strength::Flag);
    let revealed = EventView::Revealed(Box::new(Revealed {
        formations: PerColor::splat(Formation::nearest_legal([Strength::Captain; 25])),
        pieces: [(south, flag(Color::Red)), (north, flag(Color::Black))].into(),
    }));
    let event = Event::Luzhanqi { seen: Box::new(revealed), clocks: ClockReading::default() };
    let message = TableMessage::Events { first: 0, events: vec![event] }.at(GameId(1));
    let mut bytes = wire::encode(&message).expect("a short message");
    let entry = |station: Station| [station.index() as u8];
    let at = |bytes: &[u8], station| bytes.iter().rposition(|&byte| [byte] == entry(station));
    let (first, second) = (at(&bytes, south).expect("the first"), at(&bytes, north).expect("the second"));
    assert_eq!(second, first + 3, "a station, a colour and a strength each");
    for offset in 0..3 {
        bytes.swap(first + offset, second + offset);
    }
    assert_eq!(wire::decode::<ServerMessage>(&bytes), Err(WireError::NotCanonical));
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
    let request = Request { number: 1, message: DoorRequest::Quit.into() };
    let mut bytes = wire::encode(&request).expect("a short request");
    bytes.push(0);
    assert_eq!(wire::decode::<Request>(&bytes), Err(WireError::TrailingBytes));
    let flood = vec![0; limits::CLIENT_FRAME_BYTES + 1];
    assert_eq!(wire::decode::<Request>(&flood), Err(WireError::TooLarge));
    let join = |name: String| Request { number: 1, message: DoorRequest::Join { name, hall: None }.into() };
    let beside = wire::encode(&join("x".repeat(1_000))).expect("a short request").len() - 1_000;
    let longest = join("x".repeat(limits::CLIENT_FRAME_BYTES - beside));
    let bytes = wire::encode(&longest).expect("it fills its frame");
    assert_eq!(bytes.len(), limits::CLIENT_FRAME_BYTES);
    assert_eq!(wire::decode::<Request>(&bytes), Ok(longest));
    let longer = join("x".repeat(limits::CLIENT_FRAME_BYTES - beside + 1));
    assert_eq!(wire::encode(&longer), Err(WireError::TooLarge));
}

#[test]
fn a_frame_over_the_limit_is_refused_by_its_length_alone() {
    let mut stream = BytesMut::new();
    stream.put_u32(u32::try_from(limits::CLIENT_FRAME_BYTES + 1).expect("a small number"));
    assert!(frame::client_frames().decode(&mut stream).is_err());
    let mut stream = BytesMut::new();
    stream.put_u32(u32::try_from(limits::CLIENT_FRAME_BYTES).expect("a small number"));
    assert!(
        frame::client_frames().decode(&mut stream).is_ok_and(|frame| frame.is_none()),
        "the rest follows"
    );
    let largest = vec![7u8; limits::SERVER_FRAME_BYTES];
    let mut stream = BytesMut::new();
    frame::server_frames()
        .encode(Bytes::from(largest.clone()), &mut stream)
        .expect("the largest frame is sent");
    let read = frame::server_frames().decode(&mut stream).expect("the largest frame is read");
    assert_eq!(read.as_deref(), Some(largest.as_slice()));
}
