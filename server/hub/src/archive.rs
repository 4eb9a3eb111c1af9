//! Finished games in the answers to queries: a player's list of them, and the events of one.

use super::journal;
use super::record::Answer;
use chuhe_protocol::{ArchiveMessage, Event, GameId, PlayerId, Refusal, Seq};
use chuhe_rules::{Color, Viewer};

/// Returns the message with the games in the answer to a query.
///
/// # Errors
/// If the store could not answer.
pub(super) fn games_in(answer: Answer) -> Result<ArchiveMessage, Refusal> {
    let Answer::Games { games, more } = answer else { return Err(Refusal::Unreadable) };
    Ok(ArchiveMessage::Games { games, more })
}

/// Returns the message with the games that a search found.
///
/// # Errors
/// If the store could not answer.
pub(super) fn found_in(answer: Answer) -> Result<ArchiveMessage, Refusal> {
    let Answer::Found { games, next } = answer else { return Err(Refusal::Unreadable) };
    Ok(ArchiveMessage::FoundGames { games, next })
}

/// Returns the message with the events of a finished game in the answer to a query, as one of its
/// players saw them, or as a spectator.
///
/// # Errors
/// If the store could not answer, or the player did not play the game.
pub(super) fn record_in(
    answer: Answer,
    player: Option<PlayerId>,
    game: GameId,
    from: Seq,
) -> Result<ArchiveMessage, Refusal> {
    let Answer::Entries { first, entries, more, correction } = answer else {
        return Err(Refusal::Unreadable);
    };
    let beginning = first.ok_or(Refusal::NoSuchGame)?;
    let Some(Event::Started(start)) = beginning.event.public() else { return Err(Refusal::NoSuchGame) };
    let color_of = |player| Color::ALL.into_iter().find(|&color| start.seats[color].player == player);
    let viewer = match player {
        Some(player) => Viewer::Player(color_of(player).ok_or(Refusal::NoSuchGame)?),
        None => Viewer::Spectator,
    };
    let mut events = journal::seen_by(&entries, viewer);
    let rated =
        events.iter_mut().filter_map(|event| if let Event::Rated(end) = event { Some(end) } else { None });
    for (end, correction) in rated.zip(&correction) {
        *end = correction.rated_end();
    }
    let correction = correction.map(|correction| correction.shown());
    let at_ms = entries.iter().map(|entry| entry.at.since(beginning.at)).collect();
    Ok(ArchiveMessage::FinishedGame { game, first: from, events, at_ms, more, correction })
}
