//! Finished games: a player's list of them, and the events of one. The store has them; the hub
//! queries it.

use super::Floor;
use crate::actions::Action;
use crate::caller::Caller;
use crate::door::Door;
use crate::game_search::GameSearch;
use crate::queries::Purpose;
use crate::record::Query;
use crate::step::Step;
use chuhe_protocol::{ArchiveRequest, GameId, PlayerId, Refusal, limits};

impl Floor {
    /// Queries a player's finished games, or the events of one.
    ///
    /// Only a game in a player's list has a record: a running game is not in it, and neither is
    /// one that ended before both had moved. `lister_of` finds the player in whose list a game is, if it is one of
    /// others that the requester may read.
    pub(crate) fn archive_request(
        &self,
        step: &mut Step,
        door: &mut Door,
        Caller { connection, player, request: number }: Caller,
        request: ArchiveRequest,
        lister_of: impl FnOnce(&Door, GameId) -> Option<PlayerId>,
    ) -> Result<(), Refusal> {
        door.admit(step, connection, Action::Query)?;
        // only now: it looks through all evenings
        let shown = request.game().and_then(|game| lister_of(door, game));
        let (purpose, query) = match request {
            ArchiveRequest::ListGames { before } => {
                (Purpose::Games, Query::ListGames { player, before, limit: limits::GAMES_PER_FRAME })
            }
            ArchiveRequest::FindGames { filter, before } => {
                let search = Box::new(GameSearch::parse(player, filter).map_err(Refusal::Filter)?);
                (Purpose::FoundGames, Query::FindGames { search, before, limit: limits::GAMES_PER_FRAME })
            }
            ArchiveRequest::FetchGame { game, from } => {
                // to anybody else a running game is one that is not in their list
                if let Some(room) = self.rooms.get(game).filter(|room| !room.is_over()) {
                    let plays = room.color_of(player).is_some();
                    return Err(if plays { Refusal::GameRunning } else { Refusal::NoSuchGame });
                }
                let limit = limits::EVENTS_PER_FRAME;
                let query = Query::ReadGame { player: shown.unwrap_or(player), game, from, limit };
                (Purpose::Record { player: shown.is_none().then_some(player), game, from }, query)
            }
        };
        door.query(step, connection, number, purpose, query)
    }
}
