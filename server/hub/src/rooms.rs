//! The open rooms, and the running games that both players have abandoned.

use super::accounts::Accounts;
use super::effects::Effects;
use super::limits::Limits;
use super::random::Random;
use super::record::{JournalEntry, Record};
use super::restored::{SetAside, StoredGame, StoredValue, Unusable};
use super::room::{Room, RoomStep};
use super::timers::{Timer, Timers};
use chuhe_protocol::{Activity, Event, GameId, PlayerId, Refusal, Terms, limits};
use chuhe_rules::Color;
use std::collections::{BTreeMap, BTreeSet};

/// The open rooms, by game.
#[derive(Debug)]
pub(super) struct Rooms {
    rooms: BTreeMap<GameId, Room>,
    /// The games at whose tables each player sits.
    tables: BTreeMap<PlayerId, BTreeSet<GameId>>,
    /// The running games whose players are both away, with the time at which each closes.
    abandoned: Timers<GameId>,
    /// The minimum spectator delay, in plies.
    watch_delay_plies: u8,
    /// How long each side has for its first move in a game with a time control, and in one without.
    first_move_ms: [u64; 2],
    /// The games that cannot continue, by player: each player is notified at their next join.
    ///
    /// It is computed at each start: a later version of the program may be able to replay the game,
    /// and then the game goes on. Who was notified is stored.
    set_aside: BTreeMap<PlayerId, Vec<GameId>>,
    /// The rows of the games that are set aside.
    set_aside_rows: BTreeMap<GameId, SetAsideRow>,
}

/// A player's seat in an open room.
#[derive(Debug)]
pub(super) struct Seated<'a> {
    pub(super) room: &'a mut Room,
    pub(super) color: Color,
    abandoned: &'a mut Timers<GameId>,
}

impl Seated<'_> {
    /// Takes the step of the room, as [`Rooms::take_step`] does.
    pub(super) fn take_step(&mut self) -> RoomStep {
        take_step(self.room, self.abandoned)
    }
}

/// The row of a room whose game is set aside.
#[derive(Debug, Default)]
struct SetAsideRow {
    revision: u32,
    /// The players who were notified.
    notified: Vec<PlayerId>,
    /// Whether nothing is left that names its players: then whoever asks for the game is notified.
    is_nameless: bool,
}

impl Rooms {
    /// Creates an empty collection with this minimum spectator delay, in plies.
    pub(super) fn new(limits: &Limits, watch_delay_plies: u8) -> Self {
        let watch_delay_plies = watch_delay_plies.min(limits::WATCH_DELAY_PLIES);
        let (rooms, tables, abandoned, set_aside, set_aside_rows) = Default::default();
        let first_move_ms = [limits.first_move_ms, limits.untimed_first_move_ms];
        Self { rooms, tables, abandoned, watch_delay_plies, first_move_ms, set_aside, set_aside_rows }
    }

    /// Changes the limits, for games that begin from now on.
    pub(super) const fn set_limits(&mut self, limits: &Limits) {
        self.first_move_ms = [limits.first_move_ms, limits.untimed_first_move_ms];
    }

    /// Returns how long each side has for its first move in a game with these terms.
    pub(super) fn first_move_ms(&self, terms: &Terms) -> u32 {
        let is_untimed = terms.challenger_time.is_untimed() && terms.opponent_time.is_untimed();
        u32::try_from(self.first_move_ms[usize::from(is_untimed)]).unwrap_or(u32::MAX)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rooms.is_empty()
    }

    pub(super) fn get(&self, game: GameId) -> Option<&Room> {
        self.rooms.get(&game)
    }

    pub(super) fn get_mut(&mut self, game: GameId) -> Option<&mut Room> {
        self.rooms.get_mut(&game)
    }

    /// All rooms, oldest game first.
    pub(super) fn all(&self) -> impl DoubleEndedIterator<Item = &Room> {
        self.rooms.values()
    }

    /// The games of all rooms, oldest first.
    pub(super) fn games(&self) -> Vec<GameId> {
        self.rooms.keys().copied().collect()
    }

    /// Whether both players have left the open room of a game.
    pub(super) fn is_deserted(&self, game: GameId) -> bool {
        self.get(game).is_some_and(|room| Color::ALL.into_iter().all(|color| !room.is_present(color)))
    }

    /// The seat of a player in the room of a game.
    ///
    /// # Errors
    /// If there is no such room, or the player does not sit in it.
    pub(super) fn seat(&mut self, player: PlayerId, game: GameId) -> Result<Seated<'_>, Refusal> {
        let room = self.rooms.get_mut(&game).ok_or(Refusal::NoSuchGame)?;
        let color = room.color_of(player).ok_or(Refusal::NotYourGame)?;
        Ok(Seated { room, color, abandoned: &mut self.abandoned })
    }

    /// The rooms in which a player sits, oldest game first.
    pub(super) fn of(&self, player: PlayerId) -> impl Iterator<Item = &Room> {
        self.tables.get(&player).into_iter().flatten().filter_map(|game| self.rooms.get(game))
    }

    /// The games at whose tables a player sits, oldest first.
    pub(super) fn tables(&self, player: PlayerId) -> Vec<GameId> {
        self.of(player).map(Room::id).collect()
    }

    /// What a player does: of several tables, the newest with a running game counts, or else the newest.
    pub(super) fn activity(&self, player: PlayerId) -> Activity {
        let Some(room) = self.of(player).max_by_key(|room| (!room.is_over(), room.id())) else {
            return Activity::Idle;
        };
        let opponent = room.color_of(player).map_or(player, |color| room.player(color.opponent()));
        let (game, kind) = (room.id(), room.kind());
        if room.is_over() {
            Activity::AtBoard { game, opponent, kind }
        } else {
            Activity::Playing { game, opponent, kind }
        }
    }

    /// Records that a player no longer sits at the table of a game.
    pub(super) fn stood_up(&mut self, player: PlayerId, game: GameId) {
        if let Some(tables) = self.tables.get_mut(&player) {
            tables.remove(&game);
            if tables.is_empty() {
                self.tables.remove(&player);
            }
        }
    }

    /// Removes a game that cannot continue, and notes that its players must be notified.
    pub(super) fn set_aside(
        &mut self,
        game: GameId,
        players: impl IntoIterator<Item = PlayerId>,
        why: Unusable,
    ) -> SetAside {
        let revision = self.remove(game).map(|room| room.revision());
        let row = self.set_aside_rows.entry(game).or_default();
        row.revision = revision.unwrap_or(row.revision);
        for player in players {
            if !row.notified.contains(&player) {
                self.set_aside.entry(player).or_default().push(game);
            }
        }
        SetAside { value: StoredValue::Game(game), why }
    }

    /// Whether a game is set aside, and nothing is left that names its players.
    pub(super) fn is_nameless(&self, game: GameId) -> bool {
        !self.rooms.contains_key(&game) && self.set_aside_rows.get(&game).is_some_and(|row| row.is_nameless)
    }

    /// Takes the games of a player that were set aside, and stores that the player is notified.
    pub(super) fn take_set_aside(&mut self, player: PlayerId, effects: &mut Effects) -> Vec<GameId> {
        let games = self.set_aside.remove(&player).unwrap_or_default();
        for &game in &games {
            let row = self.set_aside_rows.entry(game).or_default();
            row.notified.push(player);
            let players = row.notified.clone();
            effects.save([Record::SetAsideNotified { game, revision: row.revision, players }]);
            row.revision += 1;
        }
        games
    }

    /// Adds a room, with the delay of its spectators.
    fn insert(&mut self, mut room: Room) {
        room.delay_spectators(self.watch_delay_plies);
        for color in Color::ALL.into_iter().filter(|&color| room.is_present(color)) {
            self.tables.entry(room.player(color)).or_default().insert(room.id());
        }
        self.rooms.insert(room.id(), room);
    }

    /// Adds a new room and stores its first events. The hub sends them to the players afterwards.
    pub(super) fn open(&mut self, mut room: Room, random: &mut Random, effects: &mut Effects) {
        let row = room.write(true);
        set_random_drafts(&mut room, random);
        let first = room.take_unsaved();
        // a new game is not over
        effects.save(room.records_from(first, |_| false));
        effects.save([row]);
        self.insert(room);
    }

    /// Replays stored journals.
    ///
    /// A game whose journal cannot be replayed is added to `set_aside`. Returns the rooms to close:
    /// the last commit may lie between a rematch and the end of the room before it, or between the
    /// last player's leaving and the end of their room.
    pub(super) fn restore(
        &mut self,
        games: Vec<StoredGame>,
        random: &mut Random,
        set_aside: &mut Vec<SetAside>,
    ) -> Vec<GameId> {
        for StoredGame { game, revision, entries, damage, notified } in games {
            let players = waiting_players(&entries);
            let is_nameless = entries.is_empty();
            self.set_aside_rows.insert(game, SetAsideRow { revision, notified, is_nameless });
            let replayed = match damage {
                Some(damage) => Err(Unusable::Damaged(damage)),
                None => Room::replay(game, revision, entries).map_err(Unusable::Journal),
            };
            match replayed {
                Ok(mut room) => {
                    set_random_drafts(&mut room, random);
                    self.insert(room);
                }
                Err(why) => set_aside.push(self.set_aside(game, players, why)),
            }
        }
        let replaced: BTreeSet<GameId> = self.all().filter_map(Room::rematch_of).collect();
        let empty = self.all().map(Room::id).filter(|&game| self.is_deserted(game));
        replaced.into_iter().chain(empty).collect()
    }

    /// Returns the players who sit in the restored rooms.
    ///
    /// If a player has two rooms, the older one is set aside.
    pub(super) fn seat_restored(
        &mut self,
        accounts: &Accounts,
        set_aside: &mut Vec<SetAside>,
    ) -> BTreeSet<PlayerId> {
        let mut all_seated = BTreeSet::new();
        let newest_first: Vec<GameId> = self.all().rev().map(Room::id).collect();
        for game in newest_first {
            let Some(room) = self.get(game) else { continue };
            let seated = Color::ALL.into_iter().filter(|&color| room.is_present(color));
            let seated: Vec<PlayerId> = seated.map(|color| room.player(color)).collect();
            let wrong = seated.iter().find_map(|&player| {
                if !accounts.contains(player) {
                    Some(Unusable::NoSuchPlayer(player))
                } else {
                    all_seated.contains(&player).then_some(Unusable::TwoTables(player))
                }
            });
            if let Some(why) = wrong {
                let notified = if room.is_over() { Vec::new() } else { seated };
                set_aside.push(self.set_aside(game, notified, why));
                continue;
            }
            all_seated.extend(seated);
        }
        all_seated
    }

    /// Takes the step of a room: what to store, send and schedule for its latest events.
    pub(super) fn take_step(&mut self, game: GameId) -> Option<(&Room, RoomStep)> {
        let room = self.rooms.get_mut(&game)?;
        let step = take_step(room, &mut self.abandoned);
        Some((room, step))
    }

    /// Removes a room without a record of its closing.
    fn remove(&mut self, game: GameId) -> Option<Room> {
        self.abandoned.set(game, None);
        let room = self.rooms.remove(&game)?;
        Color::ALL.into_iter().for_each(|color| self.stood_up(room.player(color), game));
        Some(room)
    }

    /// Removes a room with its timer, and stores that it is closed.
    pub(super) fn close(&mut self, game: GameId, effects: &mut Effects) {
        effects.set_timer(Timer::Room(game), None);
        effects.save(self.remove(game).map(|mut room| room.write(false)));
    }

    /// The game that was abandoned first, if more than [`limits::ABANDONED_GAMES`] are.
    pub(super) fn surplus(&self) -> Option<GameId> {
        if self.abandoned.len() > limits::ABANDONED_GAMES { self.abandoned.first() } else { None }
    }

    /// The number of running games that both players have abandoned.
    #[cfg(test)]
    pub(super) fn abandoned_count(&self) -> usize {
        self.abandoned.len()
    }

    /// Checks that the abandoned games are those of absent players, and at which tables players sit.
    ///
    /// # Panics
    /// If they differ.
    pub(super) fn check_invariants(&self) {
        let abandoned = self.all().filter(|room| room.both_away_due().is_some()).count();
        assert_eq!(self.abandoned.len(), abandoned);
        let mut tables: BTreeMap<PlayerId, BTreeSet<GameId>> = BTreeMap::new();
        for room in self.all() {
            for color in Color::ALL.into_iter().filter(|&color| room.is_present(color)) {
                tables.entry(room.player(color)).or_default().insert(room.id());
            }
        }
        assert_eq!(self.tables, tables, "the players at each table");
    }

    /// Adds an abandoned game without a room.
    #[cfg(test)]
    pub(super) fn abandon(&mut self, game: GameId, due: chuhe_rules::clock::Timestamp) {
        self.abandoned.set(game, Some(due));
    }
}

/// Takes the step of a room: what to store, send and schedule for its latest events.
fn take_step(room: &mut Room, abandoned: &mut Timers<GameId>) -> RoomStep {
    let step = room.take_step();
    abandoned.set(room.id(), step.both_away_due);
    step
}

/// Gives a game that is being set up the formations that become final if its players place none.
fn set_random_drafts(room: &mut Room, random: &mut Random) {
    if room.is_setting_up() {
        room.set_random_drafts(random.formations());
    }
}

/// Returns the players for whom a game goes on after these entries: nobody after its end, and not those
/// who have left.
fn waiting_players(entries: &[JournalEntry]) -> Vec<PlayerId> {
    let events = || entries.iter().filter_map(|entry| entry.event.public());
    let Some(Event::Started(start)) = events().next() else { return Vec::new() };
    if events().any(|event| matches!(event, Event::Ended { .. })) {
        return Vec::new();
    }
    let has_left = |color| events().any(|event| *event == Event::Left { color });
    Color::ALL.into_iter().filter(|&color| !has_left(color)).map(|color| start.seats[color].player).collect()
}
