//! A second model of who waits before a search, written from `docs/fair-play.md`.
//!
//! It reads the rows that the store commits, and checks each against the journals: which games count, for whom as what,
//! and which wait begins. None begins within ten minutes of a start of the server, or by a game that no search began.

use super::model::GameModel;
use chuhe_hub::{Conduct, CountedGame, FairPlayRow, PastWait};
use chuhe_protocol::{GameId, PlayerId, SearchWait, Unfinished, WaitReason};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};
use std::collections::{BTreeMap, BTreeSet};

const MINUTE_MS: u64 = 60_000;
/// For how long games do not count after a start of the server or an interruption.
const AFTER_START_MS: u64 = 10 * MINUTE_MS;
/// How long a wait of each level lasts, in minutes: for a new player twice as long, but at most as the last of them.
const WAIT_MINUTES: [u64; 7] = [10, 30, 90, 270, 810, 2_430, 4_320];
/// The weight and the number of games in a row from which a wait of each level begins.
const THRESHOLDS: [(f64, usize); 7] = [(4.0, 6), (4.0, 5), (3.0, 4), (3.0, 4), (2.0, 4), (2.0, 4), (2.0, 4)];
/// For how long a player is new, and in which time without a wait the level sinks by one.
const THREE_DAYS_MS: u64 = 3 * 24 * 60 * MINUTE_MS;
/// How many of the last games count.
const LAST_GAMES: usize = 30;

/// What is known of a player.
#[derive(Debug, Default)]
struct Player {
    row: FairPlayRow,
    /// What the player did in the games since the last wait.
    since_wait: Vec<Conduct>,
}

/// The model of all players, and of the games that no search began.
#[derive(Debug, Default)]
pub(super) struct FairPlayModel {
    players: BTreeMap<PlayerId, Player>,
    /// The games of challenges and invitations.
    private: BTreeSet<GameId>,
    /// What has happened, by name.
    pub(super) seen: BTreeSet<&'static str>,
}

impl FairPlayModel {
    /// Records that a challenge or an invitation has begun a game, and no search.
    pub(super) fn began_in_private(&mut self, game: GameId) {
        let is_awaited = self.players.values().any(|player| player.row.pending.contains(&game));
        assert!(!is_awaited, "game {game} of a challenge or an invitation would count");
        self.private.insert(game);
    }

    /// Checks the row of a player that is committed. `started` says when the server last began to serve before a time.
    pub(super) fn set(
        &mut self,
        id: PlayerId,
        row: Option<FairPlayRow>,
        games: &BTreeMap<GameId, GameModel>,
        started: impl Fn(Timestamp) -> Timestamp,
    ) {
        let Some(row) = row else {
            self.players.remove(&id);
            return;
        };
        let player = self.players.entry(id).or_default();
        let (before, seen) = (std::mem::replace(&mut player.row, row.clone()), &mut self.seen);
        for game in row.pending.iter().filter(|game| !before.pending.contains(game)) {
            let model = &games[game];
            assert!(!self.private.contains(game), "game {game} of a challenge or an invitation would count");
            assert!(!model.is_rematch(), "the rematch {game} would count");
            if before.since == Timestamp::default() {
                assert_eq!(row.since, model.began_at(), "player {id} is new from the first search on");
            }
        }
        let counted = added(&before.games, &row.games);
        let ended: Vec<GameId> =
            before.pending.iter().filter(|game| !row.pending.contains(game)).copied().collect();
        let Some(CountedGame { game, ended_at, conduct }) = counted else {
            if let [game] = ended[..]
                && let Some((outcome, ended_at)) = games[&game].ended()
                && conduct_of(outcome, games[&game].color_of(id)).is_some_and(|it| it != Conduct::Finished)
                && ended_at.since(started(ended_at)) < AFTER_START_MS
            {
                seen.insert("NotCountedAfterStart");
            }
            assert_eq!(row.last_wait, before.last_wait, "a wait of player {id} begins without a game");
            return;
        };
        assert_eq!(ended, [game], "game {game} counts once for player {id}");
        let model = &games[&game];
        let (outcome, at) = model.ended().expect("a game that counts is over");
        assert_eq!(ended_at, at, "when game {game} ended");
        let served_ms = at.since(started(at));
        assert!(served_ms >= AFTER_START_MS, "game {game} counts {served_ms} ms after a start of the server");
        let expected = conduct_of(outcome, model.color_of(id)).expect("a game that says nothing counts");
        let by_time =
            matches!(outcome, Outcome::Won { reason: WinReason::GameTime | WinReason::MoveTime, .. });
        // whether a player whose time ran out had left or stalled, and who was away at a draw for that, only the hub tells
        let may_be_abandoned = by_time && outcome.winner() != model.color_of(id)
            || outcome == Outcome::Drawn(DrawReason::Abandonment);
        let is_abandoned = conduct == Conduct::Unfinished(Unfinished::Abandoned);
        assert!(conduct == expected || may_be_abandoned && is_abandoned, "game {game} counts as {conduct:?}");
        player.since_wait.push(conduct);
        if player.since_wait.len() > LAST_GAMES {
            player.since_wait.remove(0);
        }
        let wait = wait_after(&player.since_wait, before.last_wait, at, row.since);
        if let Some(wait) = wait {
            player.since_wait.clear();
            let was_lowered = before.last_wait.is_some_and(|last| wait.level <= last.level);
            seen.insert("WaitBegan");
            seen.extend((wait.level > 0).then_some("WaitRepeated"));
            seen.extend(was_lowered.then_some("WaitLowered"));
        }
        assert_eq!(row.last_wait, wait.or(before.last_wait), "the wait of player {id} after game {game}");
    }

    /// Checks that the hub refuses a search with the wait that the store has, as of `now`.
    pub(super) fn check_refusal(&mut self, id: PlayerId, wait: SearchWait, now: Timestamp) {
        let expected = self.players.get(&id).and_then(|player| player.row.last_wait);
        let expected = expected.expect("who is refused waits");
        let left_ms = end_of(&expected).since(now);
        assert!(
            wait.why == expected.why && wait.left_ms >= left_ms,
            "{wait:?}, stored {expected:?} at {now:?}"
        );
        self.seen.insert("WaitRefused");
    }

    /// Checks that none of the players who search has to wait.
    pub(super) fn check_searching(&self, searching: impl Iterator<Item = PlayerId>, now: Timestamp) {
        for id in searching {
            let wait = self.players.get(&id).and_then(|player| player.row.last_wait);
            assert!(wait.is_none_or(|wait| end_of(&wait) <= now), "player {id} searches during {wait:?}");
        }
    }

    /// Records how a game ended that no search began, if it did.
    pub(super) fn private_game_ended(&mut self, game: GameId, outcome: Outcome) {
        let is_left =
            matches!(outcome, Outcome::Won { reason: WinReason::Abandonment, .. } | Outcome::Aborted(_));
        if self.private.contains(&game) && is_left {
            self.seen.insert("PrivateGameLeft");
        }
    }
}

/// The game that a list has more than before: the last one, before which the first one may be forgotten.
fn added(before: &[CountedGame], after: &[CountedGame]) -> Option<CountedGame> {
    if before == after {
        return None;
    }
    let (last, rest) = after.split_last().expect("games are only added");
    let forgotten = (before.len() + 1).saturating_sub(LAST_GAMES);
    assert_eq!(rest, &before[forgotten..], "games that count stay as they were");
    Some(*last)
}

/// What a player did in a game, by its outcome alone; `None` if it says nothing of them.
fn conduct_of(outcome: Outcome, color: Option<Color>) -> Option<Conduct> {
    let color = color.expect("the player has played the game");
    match outcome {
        Outcome::Won { winner, reason: WinReason::Abandonment } if winner != color => {
            Some(Conduct::Unfinished(Unfinished::Abandoned))
        }
        Outcome::Won { .. } | Outcome::Drawn(_) => Some(Conduct::Finished),
        Outcome::Aborted(
            AbortReason::Requested(guilty) | AbortReason::NoFirstMove(guilty) | AbortReason::Absent(guilty),
        ) => (guilty == color).then_some(Conduct::Unfinished(Unfinished::NeverBegun)),
        Outcome::Aborted(AbortReason::BothAway | AbortReason::ServerShutdown | AbortReason::Organiser) => {
            None
        }
    }
}

fn end_of(wait: &PastWait) -> Timestamp {
    wait.began_at.plus_ms(wait.length_ms)
}

/// The wait that begins after these games, the last of which ended at `at`, if one does.
fn wait_after(
    games: &[Conduct],
    last: Option<PastWait>,
    at: Timestamp,
    since: Timestamp,
) -> Option<PastWait> {
    let weight = |conduct: &Conduct| match conduct {
        Conduct::Finished => 0.0,
        Conduct::Unfinished(Unfinished::Abandoned) => 1.0,
        Conduct::Unfinished(Unfinished::NeverBegun) => 0.7,
    };
    let is_bad = |conduct: &&Conduct| **conduct != Conduct::Finished;
    if games.last() == Some(&Conduct::Finished) {
        return None;
    }
    let level = last.map_or(0, |last| {
        let rested = at.since(end_of(&last)) / THREE_DAYS_MS;
        (u64::from(last.level) + 1).saturating_sub(rested).min(6)
    });
    let level = usize::try_from(level).expect("there are few levels");
    let (most, streak) = THRESHOLDS[level];
    let (sum, count) = (games.iter().map(weight).sum::<f64>(), games.len());
    let in_a_row = games.iter().rev().take_while(is_bad).count();
    let number = |games: usize| u8::try_from(games).expect("few games count");
    // the sums are of tenths
    let why = if sum > most - 0.05 && sum > 0.4 * count as f64 - 0.05 {
        WaitReason::Share { unfinished: number(games.iter().filter(is_bad).count()), games: number(count) }
    } else if in_a_row >= streak {
        WaitReason::Streak { games: number(in_a_row) }
    } else {
        return None;
    };
    let newness = if at.since(since) < THREE_DAYS_MS { 2 } else { 1 };
    let longest = WAIT_MINUTES[WAIT_MINUTES.len() - 1];
    let length_ms = (WAIT_MINUTES[level] * newness).min(longest) * MINUTE_MS;
    Some(PastWait { began_at: at, length_ms, level: u8::try_from(level).expect("there are few levels"), why })
}
