//! Describes what happens at the table, and the connection to the server.

use super::Text;
use super::format::minutes_and_seconds;
use super::generated::TableText;
use chuhe_protocol::Fingerprint;
use chuhe_rules::Color;

impl TableText {
    /// Says since when there is no connection, and whose clock runs on.
    pub fn cut_off(&self, since: &str, mine: Option<bool>) -> String {
        match mine {
            Some(true) => self.cut_off_own_clock(since),
            Some(false) => self.cut_off_opponents_clock(since),
            None => self.cut_off_no_clock(since),
        }
    }
}

impl Text {
    /// Who is to move.
    pub fn to_move(&self, side: Color) -> String {
        self.side_to_move(self.color(side))
    }

    /// Says that the opponent is offline, and in how many seconds the user can claim.
    pub fn opponent_away(&self, name: &str, seconds: Option<u64>) -> String {
        match seconds {
            Some(seconds) => self.opponent_away_until(name, &minutes_and_seconds(seconds)),
            None => self.opponent_away_long(name),
        }
    }

    /// Says how much longer a player can be offline and who can claim then, in short and in full; `opponent` is the name of another player.
    pub fn absence(&self, left_ms: u64, opponent: Option<&str>) -> [String; 2] {
        let time = minutes_and_seconds(left_ms.div_ceil(1_000));
        match opponent {
            Some(name) => [self.absence_short_opponent(&time), self.absence_left_opponent(name, &time)],
            None => [self.absence_short_own(&time), self.absence_left_own(&time)],
        }
    }

    /// How much time was credited for a slow connection, in milliseconds.
    pub fn lag_credit(&self, ms: u16) -> String {
        self.lag_credit_seconds(&format!("{}.{:02}", ms / 1000, ms % 1000 / 10))
    }

    /// How much more time can be credited, in milliseconds.
    pub fn lag_credit_explained(&self, left_ms: u16) -> String {
        self.lag_credit_left(&format!("{}.{}", left_ms / 1000, left_ms % 1000 / 100))
    }

    /// When the client tries to connect again, in seconds.
    pub fn paused_retry(&self, seconds: Option<u64>) -> String {
        match seconds {
            Some(seconds) => self.paused_retry_in(seconds),
            None => self.paused_retrying.to_owned(),
        }
    }

    /// How often the client tried to connect, and when it does so again, in seconds.
    pub fn connection_lost(&self, attempt: u32, seconds: Option<u64>) -> String {
        match seconds {
            Some(seconds) => self.connection_lost_in(attempt, seconds),
            None => self.connection_lost_now(attempt),
        }
    }

    /// How long a player has been in the lobby, in seconds.
    pub fn here_for(&self, seconds: u64) -> String {
        match seconds / 60 {
            0 => self.here_just_joined.to_owned(),
            minutes @ 1..60 => self.here_minutes(minutes),
            minutes => self.here_hours(minutes / 60),
        }
    }

    /// Returns how long ago a player was on the server.
    pub fn seen_ago(&self, seconds: u64) -> String {
        match seconds / 60 {
            0 => self.seen_just_now.to_owned(),
            minutes @ 1..60 => self.seen_minutes(minutes),
            minutes @ 60..1_440 => self.seen_hours(minutes / 60),
            minutes => self.seen_days(minutes / 1_440),
        }
    }

    /// With which certificate the connection is encrypted.
    pub fn encrypted(&self, fingerprint: Fingerprint) -> String {
        self.encrypted_with(&fingerprint.to_string())
    }

    /// Returns the phrases that can be sent in the lobby with one click.
    pub fn lobby_phrases(&self) -> Vec<&'static str> {
        vec![
            self.lobby_phrase_1,
            self.lobby_phrase_2,
            self.lobby_phrase_3,
            self.lobby_phrase_4,
            self.lobby_phrase_5,
        ]
    }

    /// Returns the phrases that can be sent to the opponent with one click.
    pub fn table_phrases(&self) -> Vec<&'static str> {
        vec![
            self.game_phrase_1,
            self.game_phrase_2,
            self.game_phrase_3,
            self.game_phrase_4,
            self.game_phrase_5,
            self.game_phrase_6,
            self.game_phrase_7,
        ]
    }
}
