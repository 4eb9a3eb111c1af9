//! A store that writes at once and answers queries when the fuzzer says so.
//!
//! It checks that events are appended in order, that every other record replaces its own previous
//! revision, and that the hub stores events before it sends them.

use chuhe_hub::{Answer, GameEvent, JournalEntry, PasswordHash, Query, QueryId, Record};
use chuhe_protocol::{Event, GameId, GameSummary, PlayerId, RatingClass, Seq, ValidTerms};
use chuhe_rules::{Color, Game};
use chuhe_rules::{Viewer, luzhanqi};
use std::collections::BTreeMap;

/// The key of a record that is not an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Room(GameId),
    Player(PlayerId),
    Session([u8; 32]),
    Challenge(u64),
    Sanction(u64),
    Report(u64),
    Moderator(PlayerId),
    Rating(PlayerId, RatingClass),
    RatedGame(u64),
    FairPlay(PlayerId),
    Evening(u64),
    EveningRecord(u64, u32),
    EveningBoard(u64, chuhe_tournaments::BoardId),
}

/// The stored records and the pending queries.
#[derive(Debug, Default)]
pub(super) struct Store {
    games: BTreeMap<GameId, Vec<JournalEntry>>,
    /// The games of luzhanqi, replayed from the stored events.
    luzhanqi: BTreeMap<GameId, luzhanqi::Game>,
    lists: BTreeMap<PlayerId, Vec<GameSummary>>,
    revisions: BTreeMap<Key, u32>,
    pending: Vec<(QueryId, Query)>,
}

impl Store {
    pub(super) fn save(&mut self, record: Record) {
        let (key, revision) = match record {
            Record::Event { game, n, entry } => {
                let stored = self.games.entry(game).or_default();
                assert_eq!(stored.len(), n as usize, "events are stored in order");
                stored.push(entry.clone());
                self.apply(game, &entry.event);
                return;
            }
            Record::PlayerGame { player, summary } => {
                self.lists.entry(player).or_default().push(summary);
                return;
            }
            Record::Room { game, revision, is_open: _ }
            | Record::SetAsideNotified { game, revision, players: _ } => (Key::Room(game), revision),
            Record::Player { player, revision, row: _ } => (Key::Player(player), revision),
            Record::Session { token, revision, row: _ } => (Key::Session(token.0), revision),
            Record::Challenge { challenge, revision, row: _ } => (Key::Challenge(challenge.0), revision),
            Record::Invitation { id, revision, row: _ } => (Key::Challenge(id.0), revision),
            Record::LastingSeek { id, revision, row: _ } => (Key::Challenge(id.0), revision),
            Record::Sanction { number, revision, row: _ } => (Key::Sanction(number), revision),
            Record::Report { number, revision, row: _ } => (Key::Report(number), revision),
            Record::Moderator { player, revision, moderates: _ } => (Key::Moderator(player), revision),
            Record::Rating { player, class, revision, row: _ } => (Key::Rating(player, class), revision),
            Record::RatedGame { revision, row } => (Key::RatedGame(row.game.game), revision),
            Record::FairPlay { player, revision, row: _ } => (Key::FairPlay(player), revision),
            // a row that is deleted may be written anew
            Record::Evening { number, revision, row: None } => {
                return self.delete(Key::Evening(number), revision);
            }
            Record::Evening { number, revision, row: Some(_) } => (Key::Evening(number), revision),
            Record::EveningRecord { number, n, revision, row: None } => {
                return self.delete(Key::EveningRecord(number, n), revision);
            }
            Record::EveningRecord { number, n, revision, row: Some(_) } => {
                (Key::EveningRecord(number, n), revision)
            }
            Record::EveningBoard { number, board, revision, row: None } => {
                return self.delete(Key::EveningBoard(number, board), revision);
            }
            Record::EveningBoard { number, board, revision, row: Some(_) } => {
                (Key::EveningBoard(number, board), revision)
            }
            // only an operator erases
            Record::Erased { player } => panic!("{player} is erased"),
        };
        let next = self.revisions.entry(key).or_default();
        assert_eq!(revision, *next, "{key:?} replaces its previous revision");
        *next += 1;
    }

    fn delete(&mut self, key: Key, revision: u32) {
        assert_eq!(self.revisions.remove(&key), Some(revision), "{key:?} is deleted as it was");
    }

    pub(super) fn query(&mut self, id: QueryId, query: Query) {
        assert!(self.pending.iter().all(|(other, _)| *other != id), "each query has its own id");
        self.pending.push((id, query));
    }

    /// Answers one of the pending queries, or fails it.
    pub(super) fn answer(&mut self, pick: usize, succeeds: bool) -> Option<(QueryId, Answer)> {
        if self.pending.is_empty() {
            return None;
        }
        let (id, query) = self.pending.swap_remove(pick % self.pending.len());
        Some((id, if succeeds { self.execute(query) } else { Answer::Failed }))
    }

    fn execute(&self, query: Query) -> Answer {
        match query {
            Query::ListGames { player, before, limit } => {
                let all = self.lists.get(&player).into_iter().flatten().rev();
                let rest = all.skip_while(|one| before.is_some_and(|before| one.game >= before));
                let mut games: Vec<GameSummary> = rest.take(limit + 1).cloned().collect();
                let more = games.len() > limit;
                games.truncate(limit);
                Answer::Games { games, more }
            }
            Query::FindGames { search, before, limit } => {
                let all = self.lists.get(&search.player()).into_iter().flatten().rev();
                let rest = all.skip_while(|one| before.is_some_and(|before| one.game >= before));
                let events = |game| self.games.get(&game).into_iter().flatten().map(|entry| &entry.event);
                let (games, next) = search.find_among(limit, rest, events);
                Answer::Found { games, next }
            }
            Query::ReadGame { player, game, from, limit } => {
                let list = self.lists.get(&player);
                let is_listed = list.is_some_and(|list| list.iter().any(|one| one.game == game));
                let listed = self.games.get(&game).filter(|_| is_listed);
                let stored = listed.map_or(&[][..], Vec::as_slice);
                let rest = stored.get(from as usize..).unwrap_or_default();
                let entries = rest[..limit.min(rest.len())].to_vec();
                let (first, more) = (stored.first().cloned(), rest.len() > limit);
                Answer::Entries { first, entries, more, correction: None }
            }
            Query::Pair(of) => chuhe_hub::find_pairing(&of),
            Query::Examine { .. } => Answer::NotExamined,
            Query::HashPassword { password, salt: _ } => Answer::Hashed(PasswordHash(password.0)),
            Query::VerifyPassword { password, hash } => Answer::Verified(password.0 == hash.0),
            // the hub is on its own
            Query::Accounts(_) => Answer::Failed,
        }
    }

    /// The current state of a luzhanqi game.
    pub(super) fn luzhanqi(&self, game: GameId) -> Option<&luzhanqi::Game> {
        self.luzhanqi.get(&game)
    }

    /// Replays a luzhanqi event, and checks that the rules give the same event.
    fn apply(&mut self, game: GameId, event: &GameEvent) {
        if let Some(Event::Started(beginning)) = event.public()
            && let Ok(terms) = ValidTerms::parse_under(beginning.rules, beginning.terms.clone())
            && let Game::Luzhanqi(begun) = terms.new_game()
        {
            self.luzhanqi.insert(game, begun);
        }
        let GameEvent::Secret(secret) = event else { return };
        let luzhanqi = self.luzhanqi.get_mut(&game).expect("the game has started");
        use luzhanqi::Event as E;
        let replayed = match &secret.event {
            E::Placed { by, formation } => {
                luzhanqi.place(*by, *formation).expect("the formations are being set up")
            }
            E::Confirmed { by } => luzhanqi.confirm(*by).expect("the formations are being set up"),
            E::Withdrew { by } => luzhanqi.withdraw(*by).expect("the formations are being set up"),
            E::Moved(moved) => {
                let by = luzhanqi.turn().expect("the game is not over");
                luzhanqi.play(by, moved.mv).expect("a stored move is legal").event
            }
            E::Passed { by } => luzhanqi.pass(*by).expect("the player is to move").event,
            E::Revealed(_) => luzhanqi.close().expect("the pieces are revealed once"),
        };
        assert_eq!(replayed, secret.event);
    }

    /// Checks that sent events are the stored ones, as the player may see them.
    pub(super) fn check_sent(&self, player: PlayerId, game: GameId, first: Seq, events: &[Event]) {
        let stored = self.games.get(&game).expect("events are stored before they are sent");
        let Some(Event::Started(beginning)) = stored[0].event.public() else { panic!("{:?}", stored[0]) };
        let color = Color::ALL.into_iter().find(|&color| beginning.seats[color].player == player);
        let viewer = color.map_or(Viewer::Spectator, Viewer::Player);
        let left = |color| stored.iter().any(|entry| entry.event.public() == Some(&Event::Left { color }));
        let has_left = color.is_some_and(left);
        for (n, event) in (first as usize..).zip(events) {
            match (&stored.get(n).expect("events are stored before they are sent").event, event) {
                (GameEvent::Secret(secret), Event::Luzhanqi { seen, clocks }) => {
                    assert_eq!(secret.clocks, *clocks);
                    // a player who has left may watch as a spectator
                    let spectates = has_left && **seen == secret.event.seen_by(Viewer::Spectator);
                    assert!(spectates || **seen == secret.event.seen_by(viewer), "{seen:?}");
                }
                // the remaining waiting time is relative to the sending
                (GameEvent::Public(Event::WentAway { color, .. }), Event::WentAway { color: sent, .. })
                | (
                    GameEvent::Public(Event::FellAsleep { color, .. }),
                    Event::FellAsleep { color: sent, .. },
                ) => {
                    assert_eq!(color, sent);
                }
                (GameEvent::Public(stored), sent) => assert_eq!(stored, sent),
                (stored @ GameEvent::Secret(_), sent) => panic!("{stored:?} was sent as {sent:?}"),
            }
        }
    }
}
