//! What the hub has asked for and is not told yet. One question of a connection
//! waits at a time; if the connection is no more, the answer is nothing to anyone.

use super::Hub;
use crate::boundary::ConnectionId;
use crate::login_throttle::Subject;
use crate::record::{Answer, Query, QueryId};
use chuhe_protocol::{GameId, Password, PlayerId, Refusal, Seq, ServerMessage};

/// What an answer is waited for.
#[derive(Clone, Debug)]
pub(super) enum Question {
    /// To register a player's name.
    Register(PlayerId),
    /// To log in as this player, if the name was one's.
    LogIn { player: Option<PlayerId>, subject: Subject },
    /// To give a player's name another password, if he knows the one it has.
    ChangePassword { player: PlayerId, subject: Subject, new: Password },
    /// To give it the one that is hashed.
    HashNewPassword(PlayerId),
    /// To tell of finished games.
    Games,
    /// To tell a player of a game from this event on.
    Record { player: PlayerId, game: GameId, from: Seq },
}

/// A question with who waits for it.
#[derive(Debug)]
pub(super) struct PendingQuery {
    pub(super) connection: ConnectionId,
    request: u32,
    question: Question,
}

impl Hub {
    /// Asks something for a connection.
    ///
    /// # Errors
    /// [`Refusal::StillBusy`] if something is asked for it already.
    pub(super) fn ask(
        &mut self,
        connection: ConnectionId,
        request: u32,
        question: Question,
        ask: Query,
    ) -> Result<(), Refusal> {
        self.check_not_asking(connection)?;
        self.asks += 1;
        let id = QueryId(self.asks);
        if let Some(peer) = self.sessions.get_mut(connection) {
            peer.asking = Some(id);
        }
        self.pending_queries.insert(id, PendingQuery { connection, request, question });
        self.effects.query(id, ask);
        Ok(())
    }

    pub(super) fn check_not_asking(&self, connection: ConnectionId) -> Result<(), Refusal> {
        let asking = self.sessions.get(connection).is_some_and(|peer| peer.asking.is_some());
        if asking { Err(Refusal::StillBusy) } else { Ok(()) }
    }

    /// Goes on with what the answer was waited for.
    pub(super) fn answered(&mut self, id: QueryId, answer: Answer) {
        let Some(PendingQuery { connection, request, question }) = self.pending_queries.remove(&id) else {
            return;
        };
        let Some(peer) = self.sessions.get_mut(connection) else { return };
        peer.asking = None;
        // while nothing can be kept it is as if there were no answer
        let paused = self.is_paused();
        let answer = if paused { Answer::Failed } else { answer };
        let met = match question {
            Question::Register(player) => self.registered(connection, player, answer),
            Question::LogIn { player, subject } => self.logged_in(connection, player, subject, &answer),
            Question::ChangePassword { player, subject, new } => {
                self.old_password_verified(connection, request, (player, subject), new, &answer)
            }
            Question::HashNewPassword(player) => self.new_password_hashed(connection, player, answer),
            Question::Games => self.send_games(connection, answer),
            Question::Record { player, game, from } => {
                self.send_record(connection, player, game, from, answer)
            }
        };
        self.answer(connection, request, if paused { Err(Refusal::Paused) } else { met });
    }
}

impl Hub {
    /// Tells a refusal; what is met shows by itself.
    pub(super) fn answer(&mut self, connection: ConnectionId, request: u32, met: Result<(), Refusal>) {
        if let Err(reason) = met {
            tracing::debug!(%connection, request, %reason, "refused");
            self.reply(connection, ServerMessage::Refused { request, reason });
        }
    }
}
