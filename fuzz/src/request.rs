//! Bytes are a client's message or refused. A message has one shortest form, which
//! is the one that is sent; a number written longer than it need be is read too.

use chuhe_protocol::wire::{self, Message};
use chuhe_protocol::{ClientMessage, GameTerms, PlayerName, Request, ValidTerms, limits, text};

/// Holds it of `data`.
pub fn read(data: &[u8]) {
    let Ok(request) = wire::decode::<Request>(data) else { return };
    let shortest = wire::encode(&request).expect("what fitted fits again");
    assert!(shortest.len() <= data.len());
    assert_eq!(shortest == data, shortest.len() == data.len(), "only another length is another form");
    assert!(data.len() <= Request::LIMIT_BYTES);
    assert_eq!(wire::decode::<Request>(&shortest).as_ref(), Ok(&request));
    check(request.message);
}

/// What the server makes of a message's texts and terms before it looks at anything else.
fn check(message: ClientMessage) {
    if let ClientMessage::Join { name } = &message
        && let Ok(name) = PlayerName::parse(name)
    {
        assert!((1..=limits::NAME_CHARS).contains(&name.as_str().chars().count()));
        assert_eq!(PlayerName::parse(name.as_str()), Ok(name));
    }
    if let ClientMessage::Chat { text: line, .. } = &message
        && let Ok(shown) = text::clean_chat(line)
    {
        assert!((1..=limits::CHAT_CHARS).contains(&shown.chars().count()));
        assert!(!shown.chars().any(text::is_invisible));
        assert_eq!(text::clean_chat(&shown), Ok(shown));
    }
    if let ClientMessage::Challenge { terms, .. } = &message
        && let Ok(terms) = ValidTerms::parse(terms.clone())
    {
        let game = terms.new_game();
        assert!(game.outcome().is_none() && game.ply() == 0);
        if let GameTerms::Xiangqi { start: Some(fen), .. } = &terms.game {
            assert!(fen.len() <= limits::START_POSITION_BYTES);
        }
    }
}
