//! How a bot enters a server: with the token of its last session, or under the first name that is free.

use super::{Bot, Entry};
use chuhe_protocol::{Cursor, DoorRequest, PlayerId, Refusal, SessionToken, limits};
use chuhe_rules::clock::Timestamp;

/// How many names the bot tries.
const NAMES: u32 = 100;
/// How long the bot waits before it asks again after a refusal that will pass, in milliseconds.
const RETRY_MS: u64 = 2_000;

impl Bot {
    /// Sends the request to enter: with the token of the last session, or under the next name.
    pub(super) fn enter(&mut self) {
        let message = match self.token {
            Some(token) => {
                let table = self.table.as_ref();
                let seen = table.map(|table| Cursor { game: table.game, next: table.next });
                let seen = seen.into_iter().collect();
                DoorRequest::Resume { token, seen, hall: None }
            }
            None => DoorRequest::Join { name: self.name(), hall: None },
        };
        let number = self.send(message);
        self.entry = Entry::Requested(number);
    }

    /// The name to try next.
    pub(super) fn name(&self) -> String {
        if self.refused_names == 0 {
            return self.config.name.clone();
        }
        let suffix = format!("-{}", self.refused_names + 1);
        let kept = limits::NAME_CHARS.saturating_sub(suffix.len());
        self.config.name.chars().take(kept).chain(suffix.chars()).collect()
    }

    pub(super) fn joined(&mut self, player: PlayerId, token: SessionToken, resumed: bool) {
        if !resumed || self.me.is_some_and(|me| me != player) {
            self.close_table();
        }
        self.me = Some(player);
        self.token = Some(token);
        self.entry = Entry::Joined;
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other refusal, also a new one, is final")]
    pub(super) fn entry_refused(&mut self, reason: Refusal, now: Timestamp) {
        match reason {
            Refusal::UnknownToken => {
                self.token = None;
                self.close_table();
                self.enter();
            }
            Refusal::NameTaken | Refusal::NameRegistered if self.refused_names + 1 < NAMES => {
                self.refused_names += 1;
                self.enter();
            }
            Refusal::TooManyAttempts { wait_ms } => self.entry = Entry::Waiting(now.plus_ms(wait_ms)),
            Refusal::Paused | Refusal::RequestPending => {
                self.entry = Entry::Waiting(now.plus_ms(RETRY_MS));
            }
            _ => self.entry = Entry::Refused,
        }
    }
}
