//! Decodes bytes as a client's request: the result is a request or an error.
//!
//! Each request has one encoding: what decodes encodes to the same bytes.

use chuhe_protocol::wire::{self, Message};
use chuhe_protocol::{
    ClientMessage, DoorRequest, GameTerms, LobbyRequest, PlayerName, Request, ValidTerms, limits, text,
};

/// Checks the request invariants on `data`.
pub fn run(data: &[u8]) {
    let Ok(request) = wire::decode::<Request>(data) else { return };
    assert_eq!(wire::encode(&request).as_deref(), Ok(data));
    assert!(data.len() <= Request::LIMIT_BYTES);
    check(request.message);
}

/// Checks how the server validates the texts and terms of a request.
fn check(message: ClientMessage) {
    if let ClientMessage::Door(DoorRequest::Join { name, .. }) = &message
        && let Ok(name) = PlayerName::parse(name)
    {
        assert!((1..=limits::NAME_CHARS).contains(&name.as_str().chars().count()));
        assert_eq!(PlayerName::parse(name.as_str()), Ok(name));
    }
    if let ClientMessage::Chat { text: line, .. } = &message
        && let Ok(shown) = text::clean_chat(line)
    {
        assert!((1..=limits::CHAT_CHARS).contains(&shown.chars().count()));
        assert_eq!(text::visible(&shown), shown);
        assert_eq!(text::clean_chat(&shown), Ok(shown));
    }
    if let ClientMessage::Lobby(LobbyRequest::Challenge { terms, .. }) = &message
        && let Ok(terms) = ValidTerms::parse(terms.clone())
    {
        let game = terms.new_game();
        assert!(game.outcome().is_none() && game.ply() == 0);
        if let GameTerms::Xiangqi { start: Some(fen), .. } = &terms.game {
            assert!(fen.len() <= limits::START_POSITION_BYTES);
        }
    }
}
