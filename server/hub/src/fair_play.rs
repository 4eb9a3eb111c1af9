//! Decides who plays fair: which games count against a player, and who waits before the next search.
//!
//! Only games that a search began, and those of public tournaments, count. `docs/fair-play.md` explains the rules, with their sources.

use chuhe_protocol::{
    Completion, FairPlay, GameId, SearchWait, Unfinished, UnfinishedGame, WaitReason, limits,
};
use chuhe_rules::clock::Timestamp;

/// How much an abandoned game weighs, in tenths.
const ABANDONED_TENTHS: u32 = 10;
/// How much a game weighs that the player did not begin, in tenths.
const NEVER_BEGUN_TENTHS: u32 = 7;
/// From which share of the games on a player waits: their weight divided by their number, in tenths.
const SHARE_TENTHS: u32 = 4;

/// From which weight and from how many games in a row on a player waits.
#[derive(Clone, Copy, Debug)]
struct Threshold {
    weight_tenths: u32,
    streak: usize,
}

const fn threshold(weight_tenths: u32, streak: usize) -> Threshold {
    Threshold { weight_tenths, streak }
}

/// The thresholds by the level of the wait that would begin: less is enough for whoever has waited before.
const THRESHOLDS: [Threshold; 5] =
    [threshold(40, 6), threshold(40, 5), threshold(30, 4), threshold(30, 4), threshold(20, 4)];

/// How long the first wait lasts, in milliseconds.
const FIRST_WAIT_MS: u64 = 10 * 60_000;
/// How many times as long each wait is as the one of the level below.
const WAIT_FACTOR: u64 = 3;
/// The longest wait, in milliseconds.
const LONGEST_WAIT_MS: u64 = 3 * Timestamp::DAY_MS;
/// The highest level; its wait is the longest one.
const HIGHEST_LEVEL: u8 = 6;
/// For how long after a wait the next one is longer. Each further time of this length makes it shorter again.
const REPEAT_MS: u64 = 72 * 60 * 60_000;
/// For how long the waits of a new player are longer, in milliseconds.
const NEW_PLAYER_MS: u64 = 3 * Timestamp::DAY_MS;
/// How many times as long they are.
const NEW_PLAYER_FACTOR: u64 = 2;

/// For how long after a start of the server games do not count, in milliseconds.
pub(super) const AFTER_START_MS: u64 = 10 * 60_000;
/// The most games of a player that are awaited; of more the oldest are forgotten.
const PENDING_GAMES: usize = 16;

/// What a player did in a finished game that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conduct {
    /// The player finished the game, whatever its result.
    Finished,
    /// The player did not.
    Unfinished(Unfinished),
}

/// A game that is over, for one of its players.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndedGame {
    pub(super) game: GameId,
    pub(super) ended_at: Timestamp,
    /// What the player did, if the game counts.
    pub(super) conduct: Option<Conduct>,
}

/// A finished game that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedGame {
    /// The game.
    pub game: GameId,
    /// When it ended.
    pub ended_at: Timestamp,
    /// What the player did.
    pub conduct: Conduct,
}

/// A wait before the next search, running or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastWait {
    /// When it began.
    pub began_at: Timestamp,
    /// How long it lasts, in milliseconds.
    pub length_ms: u64,
    /// How often it was preceded by others, less what has been forgiven.
    pub level: u8,
    /// Why the player waits.
    pub why: WaitReason,
}

/// What is stored of a player's games from searches and public tournaments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FairPlayRow {
    /// When the first of these games began.
    pub since: Timestamp,
    /// The games that are not over.
    pub pending: Vec<GameId>,
    /// The last games that count, the latest at the end; at most [`limits::FAIR_PLAY_GAMES`].
    pub games: Vec<CountedGame>,
    /// How many of them have ended since the last wait began.
    pub fresh: u8,
    /// The last wait.
    pub last_wait: Option<PastWait>,
}

/// A player's row, as it is stored.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptRow {
    pub(super) row: FairPlayRow,
    /// How often it was written.
    pub(super) revision: u32,
}

impl Conduct {
    /// What the game weighs against the player, in tenths.
    const fn weight(self) -> u32 {
        match self {
            Self::Finished => 0,
            Self::Unfinished(Unfinished::Abandoned) => ABANDONED_TENTHS,
            Self::Unfinished(Unfinished::NeverBegun) => NEVER_BEGUN_TENTHS,
        }
    }
}

impl PastWait {
    /// How much of the wait is left, in milliseconds. It never grows if the clock is set back.
    fn left_ms(&self, now: Timestamp) -> u64 {
        self.began_at.plus_ms(self.length_ms).since(now).min(self.length_ms)
    }

    /// The level of a wait that begins at `now`, after this one.
    fn next_level(&self, now: Timestamp) -> u8 {
        let rested = now.since(self.began_at.plus_ms(self.length_ms)) / REPEAT_MS;
        let rested = u8::try_from(rested).unwrap_or(u8::MAX);
        self.level.saturating_add(1).saturating_sub(rested).min(HIGHEST_LEVEL)
    }
}

impl FairPlayRow {
    /// Notes that a game has begun that may count.
    pub(super) fn began(&mut self, game: GameId, now: Timestamp) {
        if self.since == Timestamp::default() {
            self.since = now;
        }
        if self.pending.len() >= PENDING_GAMES {
            self.pending.remove(0);
        }
        self.pending.push(game);
    }

    /// Counts a game that has ended, or only forgets it if there is no conduct that counts. Returns whether the game was
    /// awaited: each counts once.
    pub(super) fn ended(&mut self, EndedGame { game, ended_at, conduct }: EndedGame) -> bool {
        let before = self.pending.len();
        self.pending.retain(|&pending| pending != game);
        let was_pending = self.pending.len() < before;
        if let Some(conduct) = conduct.filter(|_| was_pending) {
            if self.games.len() >= limits::FAIR_PLAY_GAMES {
                self.games.remove(0);
            }
            self.games.push(CountedGame { game, ended_at, conduct });
            self.fresh = self.fresh.saturating_add(1).min(count(self.games.len()));
            if conduct != Conduct::Finished {
                self.begin_wait(ended_at);
            }
        }
        was_pending
    }

    /// Begins a wait if the games since the last one are bad enough.
    fn begin_wait(&mut self, now: Timestamp) {
        let level = self.last_wait.map_or(0, |wait| wait.next_level(now));
        let Some(why) = self.wait_reason(level) else { return };
        let steps = WAIT_FACTOR.saturating_pow(u32::from(level));
        let newness = if now.since(self.since) < NEW_PLAYER_MS { NEW_PLAYER_FACTOR } else { 1 };
        let length_ms = FIRST_WAIT_MS.saturating_mul(steps).saturating_mul(newness).min(LONGEST_WAIT_MS);
        self.last_wait = Some(PastWait { began_at: now, length_ms, level, why });
        self.fresh = 0;
    }

    fn wait_reason(&self, level: u8) -> Option<WaitReason> {
        let Threshold { weight_tenths, streak } = THRESHOLDS[usize::from(level).min(THRESHOLDS.len() - 1)];
        let fresh = &self.games[self.games.len().saturating_sub(usize::from(self.fresh))..];
        let is_bad = |counted: &&CountedGame| counted.conduct != Conduct::Finished;
        let weight: u32 = fresh.iter().map(|counted| counted.conduct.weight()).sum();
        if weight >= weight_tenths && weight >= SHARE_TENTHS * u32::from(count(fresh.len())) {
            let unfinished = count(fresh.iter().filter(is_bad).count());
            return Some(WaitReason::Share { unfinished, games: count(fresh.len()) });
        }
        let in_a_row = fresh.iter().rev().take_while(is_bad).count();
        (in_a_row >= streak).then(|| WaitReason::Streak { games: count(in_a_row) })
    }

    /// The wait before the next search, if it is not over.
    pub(super) fn wait(&self, now: Timestamp) -> Option<SearchWait> {
        let wait = self.last_wait?;
        let left_ms = wait.left_ms(now);
        (left_ms > 0).then_some(SearchWait { left_ms, why: wait.why })
    }

    /// Ends the wait, if there is one. Its level stays, so that the next one is as long as if it had run out.
    pub(super) fn end_wait(&mut self, now: Timestamp) {
        if let Some(wait) = &mut self.last_wait {
            wait.length_ms -= wait.left_ms(now);
        }
    }

    /// How many of the games the player has finished; `None` if there are too few.
    pub(super) fn completion(&self) -> Option<Completion> {
        let finished = self.games.iter().filter(|counted| counted.conduct == Conduct::Finished).count();
        let games = self.games.len();
        (games >= limits::COMPLETION_GAMES)
            .then(|| Completion { finished: count(finished), games: count(games) })
    }

    /// What counts against the player.
    pub(super) fn to_message(&self, now: Timestamp) -> FairPlay {
        let against =
            self.games.iter().filter_map(|&CountedGame { game, ended_at, conduct }| match conduct {
                Conduct::Finished => None,
                Conduct::Unfinished(how) => Some(UnfinishedGame { game, ended_at_ms: ended_at.as_ms(), how }),
            });
        FairPlay { against: against.collect(), wait: self.wait(now) }
    }
}

fn count(games: usize) -> u8 {
    u8::try_from(games).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests;
