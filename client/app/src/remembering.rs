//! Remembering what the user does at a table that no server knows: a reload, a crash or the end of the program
//! does not turn a turned board back, nor lose the formation under way or the guesses at unknown pieces.
//!
//! The settings have it for each server; the game without a server has it beside its records.

use super::local_play::LocalPlay;
use super::session::Session;
use crate::desk::Desk;
use crate::sessions::Sessions;
use chuhe_model::choices::local_choice::LocalKind;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::local_store::LocalRequest;
use chuhe_model::table::Table;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// How long after a change it is kept, in milliseconds.
const KEPT_AFTER_MS: u64 = 1_000;

/// When the shell is to keep what has changed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DueTables {
    /// What the settings have.
    settings: Option<Timestamp>,
    /// What the game without a server has.
    local: Option<Timestamp>,
}

impl DueTables {
    /// Remembers what the user has done at the table, and lets the shell keep it once that is due.
    pub(crate) fn follow(&mut self, sessions: &Sessions, desk: &mut Desk, now: Timestamp) {
        let soon = now.plus_ms(KEPT_AFTER_MS);
        if let Some(local) = sessions.local() {
            let other = local.other().and_then(Session::table);
            let tables: Vec<&Table> = sessions.table().into_iter().chain(other).collect();
            let is_recalled = !tables.is_empty() && tables.iter().all(|table| table.is_recalled);
            let sides = sessions.table().map(|table| sides_here(local, table));
            let remember = |table: &Table| sides.and_then(|(home, bottom)| table.to_remember(home, bottom));
            let tables = tables.into_iter().filter_map(remember).collect::<Vec<_>>();
            let saved = desk.settings.unfinished_game.as_mut().filter(|_| is_recalled);
            if let Some(saved) = saved.filter(|saved| saved.tables != tables) {
                saved.tables = tables;
                self.local.get_or_insert(soon);
            }
        } else if let (Some(server), Some(table)) =
            (sessions.server.link.server(), sessions.table().filter(|table| table.is_recalled))
        {
            let (server, table) = (server.clone(), table.to_remember(table.game().me(), table.bottom()));
            if desk.settings.servers.set_table(&server, table) {
                self.settings.get_or_insert(soon);
            }
        }
        let is_due = |due: Option<Timestamp>| due.is_some_and(|due| due <= now);
        if is_due(self.settings) || is_due(self.local) {
            self.keep_now(desk);
        }
    }

    /// Lets the shell keep what has changed, and how far the clocks of the game without a server have run, because the
    /// program may end: what a player has thought counts.
    pub(crate) fn keep_for_the_end(&mut self, sessions: &Sessions, desk: &mut Desk) {
        if let (Some(saved), Some(local)) = (&mut desk.settings.unfinished_game, &sessions.local) {
            saved.served_until = Some(local.server.served_until());
            self.local.get_or_insert_default();
        }
        self.keep_now(desk);
    }

    /// Lets the shell keep now what has changed.
    fn keep_now(&mut self, desk: &mut Desk) {
        let due = std::mem::take(self);
        if due.settings.is_some() {
            desk.save();
        }
        if let Some(saved) = desk.settings.unfinished_game.clone().filter(|_| due.local.is_some()) {
            desk.out.push(StorageEffect::Local(LocalRequest::KeepSeats(saved)));
        }
    }

    /// When what has changed is to be kept.
    pub(crate) fn next_wakeup(&self) -> Option<Timestamp> {
        [self.settings, self.local].into_iter().flatten().min()
    }
}

/// The side at the bottom of the board of the game without a server if nobody turns it, and the one that is there.
fn sides_here(local: &LocalPlay, shown: &Table) -> (Color, Color) {
    let home = match local.kind() {
        // this board turns by itself
        LocalKind::Two { turns_board } if turns_board || shown.game().luzhanqi().is_some() => shown.bottom(),
        LocalKind::Two { .. } => Color::Red,
        LocalKind::Computer { .. } => shown.game().me(),
    };
    (home, shown.bottom())
}
