//! Serves the requests of operators, and logs each.

use super::HubTask;
use crate::shell::operator_request::{Listing, OperatorRequest};
use crate::store::StoreError;
use chuhe_hub::{Input, ListedGame, ListedPlayer};
use std::fmt::Display;

/// Target of the log lines about operators' requests.
const TARGET: &str = "chuhe_server::audit";
/// How long a drained server waits for its games, in milliseconds: a year, longer than any game.
const DRAIN_MS: u64 = 365 * 24 * 60 * 60 * 1000;

/// What an operator receives: lines to print, or why the request failed.
pub(in crate::shell) type OperatorAnswer = Result<Vec<String>, String>;

impl HubTask {
    /// Serves a request.
    ///
    /// # Errors
    /// If a record cannot be stored. The answer has the request's own errors.
    pub(super) fn operate(&mut self, request: OperatorRequest) -> Result<OperatorAnswer, StoreError> {
        let answer = match &request {
            OperatorRequest::List(listing) => Ok(self.list(*listing)),
            OperatorRequest::Drain => {
                self.handle_input(Input::Shutdown { grace_ms: DRAIN_MS })?;
                Ok(vec!["no new games begin; the server stops when the last one is over".to_owned()])
            }
        };
        match &answer {
            // the debug format escapes what operators type
            Ok(_) => tracing::info!(target: TARGET, ?request, "done"),
            Err(why) => tracing::info!(target: TARGET, ?request, why, "refused"),
        }
        Ok(answer)
    }

    fn list(&self, listing: Listing) -> Vec<String> {
        match listing {
            Listing::Connections => {
                let line = |(id, address)| format!("{id} {address} {}", or_dash(self.hub.name_at(id)));
                self.connections.addresses().map(line).collect()
            }
            Listing::Players => self.hub.known_players().map(|player| describe_player(&player)).collect(),
            Listing::Games => self.hub.open_games().map(|game| describe_game(&game)).collect(),
        }
    }
}

fn describe_player(player: &ListedPlayer) -> String {
    let ListedPlayer { player, name, is_registered, connection, game } = player;
    let kind = if *is_registered { "registered" } else { "guest" };
    format!(
        "{player} {name} {kind} connection={} game={}",
        or_dash(connection.as_ref()),
        or_dash(game.as_ref())
    )
}

fn describe_game(game: &ListedGame) -> String {
    let ListedGame { game, kind, names, ply, is_over } = game;
    let (red, black) = (or_dash(names.red.as_ref()), or_dash(names.black.as_ref()));
    let state = if *is_over { "over" } else { "running" };
    format!("{game} {kind:?} red={red} black={black} moves={ply} {state}")
}

fn or_dash(value: Option<&impl Display>) -> String {
    value.map_or_else(|| "-".to_owned(), ToString::to_string)
}
