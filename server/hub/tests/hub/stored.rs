//! A store in memory, for tests. Like a real store it refuses records that were already written
//! and revisions that do not match.

use chuhe_hub::{
    ChallengeRow, EveningBoardRow, EveningRow, FairPlayRow, GameEvent, InvitationRow, JournalEntry,
    LastingSeekRow, LoggedGame, PlayerRow, Record, ReportRow, Restored, Sanction, SessionRow, StoredEvening,
    StoredGame, TokenHash,
};
use chuhe_protocol::{ChallengeId, Event, GameId, GameSummary, PlayerId, RatingClass, Seq};
use chuhe_ratings::Standing;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::EventView;
use chuhe_rules::{Color, Viewer};
use chuhe_tournaments as tournaments;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// Rows with their revisions.
type Rows<K, V> = BTreeMap<K, (u32, V)>;

#[derive(Clone, Debug, Default)]
pub(crate) struct Stored {
    pub(crate) players: Rows<PlayerId, PlayerRow>,
    pub(crate) sessions: Rows<TokenHash, SessionRow>,
    pub(crate) challenges: Rows<ChallengeId, ChallengeRow>,
    pub(crate) invitations: Rows<ChallengeId, InvitationRow>,
    pub(crate) lasting_seeks: Rows<ChallengeId, LastingSeekRow>,
    pub(crate) sanctions: Rows<u64, Sanction>,
    pub(crate) reports: Rows<u64, ReportRow>,
    pub(crate) evenings: Rows<u64, EveningRow>,
    pub(crate) evening_records: Rows<(u64, u32), tournaments::Record>,
    pub(crate) evening_boards: Rows<(u64, tournaments::BoardId), EveningBoardRow>,
    pub(crate) moderators: Rows<PlayerId, ()>,
    pub(crate) ratings: Rows<(PlayerId, RatingClass), Standing>,
    pub(crate) fair_play: Rows<PlayerId, FairPlayRow>,
    /// The log of rated games, in the order of their ends.
    pub(crate) rated: Rows<(Timestamp, GameId), LoggedGame>,
    pub(crate) rooms: Rows<GameId, bool>,
    /// The players who were notified that a game is set aside.
    pub(crate) notified: BTreeMap<GameId, Vec<PlayerId>>,
    pub(crate) games: BTreeMap<GameId, Vec<JournalEntry>>,
    pub(crate) lists: BTreeMap<PlayerId, BTreeMap<GameId, GameSummary>>,
    pub(crate) erased: BTreeSet<PlayerId>,
}

impl Stored {
    pub(crate) fn store(&mut self, record: Record) {
        match record {
            Record::Event { game, n, entry } => {
                let entries = self.games.entry(game).or_default();
                assert_eq!(
                    entries.len(),
                    usize::try_from(n).expect("the count is small"),
                    "{game}: {entry:?}"
                );
                entries.push(entry);
            }
            Record::Room { game, revision, is_open } => {
                write(&mut self.rooms, game, revision, Some(is_open));
            }
            Record::SetAsideNotified { game, revision, players } => {
                write(&mut self.rooms, game, revision, Some(true));
                self.notified.insert(game, players);
            }
            Record::PlayerGame { player, summary } => {
                let before = self.lists.entry(player).or_default().insert(summary.game, summary);
                assert_eq!(before, None, "a game ends once");
            }
            Record::Player { player, revision, row } => write(&mut self.players, player, revision, row),
            Record::Session { token, revision, row } => write(&mut self.sessions, token, revision, row),
            Record::Challenge { challenge, revision, row } => {
                write(&mut self.challenges, challenge, revision, row);
            }
            Record::Invitation { id, revision, row } => write(&mut self.invitations, id, revision, row),
            Record::LastingSeek { id, revision, row } => write(&mut self.lasting_seeks, id, revision, row),
            Record::Sanction { number, revision, row } => write(&mut self.sanctions, number, revision, row),
            Record::Report { number, revision, row } => {
                write(&mut self.reports, number, revision, row.map(|row| *row));
            }
            Record::Evening { number, revision, row } => {
                write(&mut self.evenings, number, revision, row.map(|row| *row));
            }
            Record::EveningRecord { number, n, revision, row } => {
                write(&mut self.evening_records, (number, n), revision, row.map(|row| *row));
            }
            Record::EveningBoard { number, board, revision, row } => {
                write(&mut self.evening_boards, (number, board), revision, row.map(|row| *row));
            }
            Record::Moderator { player, revision, moderates } => {
                write(&mut self.moderators, player, revision, moderates.then_some(()));
            }
            Record::Rating { player, class, revision, row } => {
                write(&mut self.ratings, (player, class), revision, row);
            }
            Record::RatedGame { revision, row } => {
                write(&mut self.rated, (row.game.ended_at, GameId(row.game.game)), revision, Some(row));
            }
            Record::FairPlay { player, revision, row } => {
                write(&mut self.fair_play, player, revision, row);
            }
            Record::Erased { player } => assert!(self.erased.insert(player), "a player is erased once"),
        }
    }

    /// Checks that events sent to a player were stored before, and are as the player may know them.
    pub(crate) fn check_sent(&self, player: PlayerId, game: GameId, first: Seq, events: &[Event]) {
        let first = usize::try_from(first).expect("the count is small");
        let entries = self.games.get(&game).expect("the game is stored");
        let kept = entries.get(first..first + events.len()).expect("the events are stored");
        let sent: Vec<Event> = events.iter().map(timeless).collect();
        // before both have moved no turn passes
        let both_moved = entries.iter().filter(|entry| entry.event.is_move()).count() >= 2;
        let as_seen_by = |viewer| -> Vec<Event> {
            let shown = |entry: &JournalEntry| {
                let mut event = timeless(&seen_by(viewer, &entry.event));
                if let Event::Luzhanqi { seen, .. } = &mut event
                    && !both_moved
                    && matches!(**seen, EventView::Revealed(_))
                {
                    **seen = EventView::Withheld;
                }
                event
            };
            kept.iter().map(shown).collect()
        };
        let (viewer, has_left) = viewer(player, entries);
        // a player who has left may watch
        if !has_left || sent != as_seen_by(Viewer::Spectator) {
            assert_eq!(sent, as_seen_by(viewer));
        }
    }

    /// Everything a hub is restored from.
    pub(crate) fn restored(&self, alive_at: Timestamp) -> Restored {
        let games = self.rooms.iter().filter(|(_, (_, is_open))| *is_open).map(|(&game, &(revision, _))| {
            let notified = self.notified.get(&game).cloned().unwrap_or_default();
            StoredGame { game, revision, entries: self.games[&game].clone(), damage: None, notified }
        });
        let corrected = self.rated.values().filter_map(|(_, row)| {
            let correction = row.correction.clone()?;
            Some((GameId(row.game.game), correction))
        });
        Restored {
            corrections: corrected.collect(),
            alive_at: Some(alive_at),
            players: rows(&self.players),
            sessions: rows(&self.sessions),
            challenges: rows(&self.challenges),
            invitations: rows(&self.invitations),
            lasting_seeks: rows(&self.lasting_seeks),
            sanctions: rows(&self.sanctions),
            reports: rows(&self.reports),
            moderators: self.moderators.iter().map(|(&player, (revision, ()))| (player, *revision)).collect(),
            ratings: self
                .ratings
                .iter()
                .map(|(&(player, class), (revision, row))| (player, class, *revision, row.clone()))
                .collect(),
            fair_play: rows(&self.fair_play),
            evenings: self.evenings.keys().map(|&number| self.evening(number)).collect(),
            games: games.collect(),
            rejected: Vec::new(),
        }
    }
}

impl Stored {
    /// Everything stored of an evening.
    pub(crate) fn evening(&self, number: u64) -> StoredEvening {
        let (revision, row) = self.evenings[&number].clone();
        let records = self.evening_records.iter().filter(|((of, _), _)| *of == number);
        let boards = self.evening_boards.iter().filter(|((of, _), _)| *of == number);
        StoredEvening {
            number,
            revision,
            row,
            records: records.map(|(_, row)| row.clone()).collect(),
            boards: boards.map(|((_, board), (revision, row))| (*board, *revision, row.clone())).collect(),
            damage: None,
        }
    }
}

/// A player's viewer of a game, and whether the player has left the table.
fn viewer(player: PlayerId, entries: &[JournalEntry]) -> (Viewer, bool) {
    let Some(Event::Started(beginning)) = entries[0].event.public() else { panic!("{:?}", entries[0]) };
    let color = Color::ALL.into_iter().find(|&color| beginning.seats[color].player == player);
    let left = |color| entries.iter().any(|entry| entry.event.public() == Some(&Event::Left { color }));
    (color.map_or(Viewer::Spectator, Viewer::Player), color.is_some_and(left))
}

/// The event as a viewer may know it.
fn seen_by(viewer: Viewer, happened: &GameEvent) -> Event {
    match happened {
        GameEvent::Public(event) => event.clone(),
        GameEvent::Secret(hidden) => {
            Event::Luzhanqi { seen: Box::new(hidden.event.seen_by(viewer)), clocks: hidden.clocks }
        }
    }
}

/// The event without its waiting time, which shrinks as time passes.
fn timeless(event: &Event) -> Event {
    let mut event = event.clone();
    if let Event::WentAway { claimable_in_ms, .. } | Event::FellAsleep { claimable_in_ms, .. } = &mut event {
        *claimable_in_ms = 0;
    }
    event
}

fn rows<K: Copy, V: Clone>(rows: &Rows<K, V>) -> Vec<(K, u32, V)> {
    rows.iter().map(|(&key, (revision, row))| (key, *revision, row.clone())).collect()
}

fn write<K: Ord + Copy + Debug, V: Debug>(rows: &mut Rows<K, V>, key: K, revision: u32, row: Option<V>) {
    let found = rows.get(&key).map_or(0, |(revision, _)| *revision);
    assert_eq!(found, revision, "{key:?} was written {found} times: {row:?}");
    match row {
        Some(row) => {
            rows.insert(key, (revision + 1, row));
        }
        None => assert!(rows.remove(&key).is_some(), "{key:?} is not kept"),
    }
}
