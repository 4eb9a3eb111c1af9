//! The tables of a visit, by game.

use super::model::Table;
use chuhe_protocol::GameId;
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// The tables of a visit, by game, of which one is on the screen.
///
/// The user may play at several. They watch or read a game, or stay at the board of a finished one, only while it is
/// on the screen.
#[derive(Debug, Default)]
pub struct Tables {
    all: BTreeMap<GameId, Table>,
    shown: Option<GameId>,
    /// The running games of which a new connection has brought nothing yet.
    unconfirmed: BTreeSet<GameId>,
}

impl Tables {
    /// The table on the screen.
    #[must_use]
    pub fn shown(&self) -> Option<&Table> {
        self.all.get(&self.shown?)
    }

    /// The table on the screen.
    pub fn shown_mut(&mut self) -> Option<&mut Table> {
        self.all.get_mut(&self.shown?)
    }

    /// The table of this game.
    #[must_use]
    pub fn at(&self, game: GameId) -> Option<&Table> {
        self.all.get(&game)
    }

    /// The table of this game.
    pub fn at_mut(&mut self, game: GameId) -> Option<&mut Table> {
        self.all.get_mut(&game)
    }

    /// All tables, of the oldest game first.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        self.all.values_mut()
    }

    /// The tables where the user has a seat that the server knows.
    pub fn seats(&self) -> impl Iterator<Item = &Table> {
        self.all.values().filter(|table| table.game().seat().is_some() && !table.is_gone())
    }

    /// Whether the user plays a game now.
    #[must_use]
    pub fn plays(&self) -> bool {
        self.all.values().any(is_played)
    }

    /// The tables that are not on the screen and await a move of the user.
    pub fn awaiting_elsewhere(&self) -> impl Iterator<Item = &Table> {
        self.all.values().filter(|table| Some(table.game().id()) != self.shown && table.is_my_turn())
    }

    /// Shows a table that opens. Of the others, only those of running games of the user stay; that of which this is
    /// the rematch hands over its chat.
    pub fn open(&mut self, mut table: Table) {
        if let Some(before) = table.game().rematch_of().and_then(|game| self.all.remove(&game)) {
            table.continue_from(before);
        }
        let game = table.game().id();
        self.all.retain(|_, other| is_played(other));
        self.all.insert(game, table);
        self.shown = Some(game);
    }

    /// Closes the table of this game. If it was on the screen, the newest of the others takes its place.
    pub fn close(&mut self, game: GameId) -> Option<Table> {
        let closed = self.all.remove(&game);
        self.shown =
            self.shown.filter(|&shown| shown != game).or_else(|| self.all.keys().next_back().copied());
        closed
    }

    /// Ends the game of this table here, because the server no longer has it. It stays readable on the screen.
    pub fn set_gone(&mut self, game: GameId, now: Timestamp) {
        if self.shown != Some(game) {
            self.close(game);
        } else if let Some(table) = self.shown_mut() {
            table.set_gone(now);
        }
    }

    /// The server has let the user in again. If they have `resumed`, it reports all running games that it has.
    pub fn reconnected(&mut self, resumed: bool, now: Timestamp) {
        self.all.values_mut().for_each(|table| table.interaction.reconnected());
        let awaited = self.seats().filter(|table| !resumed || is_played(table));
        self.unconfirmed = awaited.map(|table| table.game().id()).collect();
        if !resumed {
            self.caught_up(now);
        }
    }

    /// The server has reported something of this game.
    pub fn confirm(&mut self, game: GameId) {
        self.unconfirmed.remove(&game);
    }

    /// All reports have arrived: games without one have ended meanwhile.
    pub fn caught_up(&mut self, now: Timestamp) {
        for game in std::mem::take(&mut self.unconfirmed) {
            self.set_gone(game, now);
        }
    }
}

/// Whether the user plays in the game of this table now.
fn is_played(table: &Table) -> bool {
    table.game().seat().is_some() && !table.game().is_over() && !table.is_gone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notices::outbox::Outbox;
    use crate::table::{Role, User};
    use crate::testing::{GAME, ME, OTHER, played, started};
    use chuhe_protocol::Event;
    use chuhe_rules::Color;

    const NOW: Timestamp = Timestamp::from_ms(0);
    const SECOND: GameId = GameId(GAME.0 + 1);

    fn table(game: GameId, role: Role, events: Vec<Event>) -> Table {
        Table::begin(game, events, User { id: ME, role }, NOW, true, &mut Outbox::default()).unwrap()
    }

    fn games(tables: &Tables) -> Vec<GameId> {
        tables.seats().map(|table| table.game().id()).collect()
    }

    #[test]
    fn a_running_game_stays_behind_the_one_that_opens_and_takes_its_place_again() {
        let mut tables = Tables::default();
        tables.open(table(GAME, Role::Player, vec![started(ME, OTHER)]));
        assert_eq!(tables.awaiting_elsewhere().count(), 0);
        tables.open(table(SECOND, Role::Player, vec![started(OTHER, ME)]));
        assert_eq!(tables.shown().unwrap().game().id(), SECOND);
        assert_eq!((games(&tables), tables.awaiting_elsewhere().count()), (vec![GAME, SECOND], 1));
        let mv = vec![played(Color::Red, "h2e2")];
        tables.at_mut(GAME).unwrap().apply_events(1, mv, NOW, true, &mut Outbox::default());
        assert_eq!((tables.at(SECOND).unwrap().game().ply(), tables.awaiting_elsewhere().count()), (0, 0));
        tables.close(SECOND);
        assert_eq!(tables.shown().unwrap().game().ply(), 1);
        tables.close(GAME);
        assert!(tables.shown().is_none());
    }

    #[test]
    fn a_watched_game_does_not_stay_behind_another() {
        let mut tables = Tables::default();
        tables.open(table(GAME, Role::Spectator, vec![started(OTHER, ME)]));
        tables.open(table(SECOND, Role::Player, vec![started(ME, OTHER)]));
        assert!(tables.at(GAME).is_none() && tables.at(SECOND).is_some());
    }

    #[test]
    fn a_game_of_which_a_new_connection_brings_nothing_has_ended() {
        let mut tables = Tables::default();
        for game in [GAME, SECOND] {
            tables.open(table(game, Role::Player, vec![started(ME, OTHER)]));
        }
        tables.reconnected(true, NOW);
        tables.confirm(GAME);
        tables.caught_up(NOW);
        assert_eq!(games(&tables), [GAME]);
        assert!(tables.shown().unwrap().is_gone(), "the one on the screen stays readable");
        // a server that does not know the user has none of their games
        tables.reconnected(false, NOW);
        assert_eq!(games(&tables), []);
    }
}
