//! Remembering what the user does at a table that no server knows: a reload, a crash or the end of the program
//! does not turn a turned board back, nor lose the formation under way or the guesses at unknown pieces.
//!
//! The settings have it for each server; the game without a server has it beside its records.

use super::App;
use super::local_play::LocalPlay;
use super::session::Session;
use chuhe_model::choices::local_choice::LocalKind;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::local_store::LocalRequest;
use chuhe_model::table::Table;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// How long after a change it is kept, in milliseconds.
const KEPT_AFTER_MS: u64 = 1_000;

impl App {
    /// Remembers what the user has done at the table, and lets the shell keep it once that is due.
    pub(super) fn remember_table(&mut self, now: Timestamp) {
        let soon = now.plus_ms(KEPT_AFTER_MS);
        if let Some(local) = self.sessions.local() {
            let other = local.other().and_then(Session::table);
            let tables: Vec<&Table> = self.sessions.table().into_iter().chain(other).collect();
            let is_recalled = !tables.is_empty() && tables.iter().all(|table| table.is_recalled());
            let sides = self.sessions.table().map(|table| self.sides_here(table));
            let remember = |table: &Table| sides.and_then(|(home, bottom)| table.to_remember(home, bottom));
            let tables = tables.into_iter().filter_map(remember).collect::<Vec<_>>();
            let saved = self.desk.settings.unfinished_game.as_mut().filter(|_| is_recalled);
            if let Some(saved) = saved.filter(|saved| saved.tables != tables) {
                saved.tables = tables;
                self.remembering.local.get_or_insert(soon);
            }
        } else if let (Some(server), Some(table)) =
            (self.sessions.server.link.server(), self.sessions.table().filter(|table| table.is_recalled()))
        {
            let (server, table) = (server.clone(), table.to_remember(table.me(), table.bottom()));
            if self.desk.settings.set_table(&server, table) {
                self.remembering.settings.get_or_insert(soon);
            }
        }
        let is_due = |due: Option<Timestamp>| due.is_some_and(|due| due <= now);
        if is_due(self.remembering.settings) || is_due(self.remembering.local) {
            self.keep_tables_now();
        }
    }

    /// The side at the bottom of the board of the game without a server if nobody turns it, and the one that is there.
    fn sides_here(&self, shown: &Table) -> (Color, Color) {
        let home = match self.sessions.local.as_ref().map(LocalPlay::kind) {
            // this board turns by itself
            Some(LocalKind::Two { turns_board }) if turns_board || shown.game().luzhanqi().is_some() => {
                shown.bottom()
            }
            Some(LocalKind::Two { .. }) => Color::Red,
            Some(LocalKind::Computer { .. }) | None => shown.me(),
        };
        (home, shown.bottom())
    }

    /// Lets the shell keep now what has changed, because the program may end.
    pub(super) fn keep_tables_now(&mut self) {
        let due = std::mem::take(&mut self.remembering);
        if due.settings.is_some() {
            self.desk.save();
        }
        if let Some(saved) = self.desk.settings.unfinished_game.clone().filter(|_| due.local.is_some()) {
            self.desk.out.push(Effect::Local(LocalRequest::KeepSeats(saved)));
        }
    }

    /// When what has changed is to be kept.
    pub(super) fn remembering_wakeup(&self) -> Option<Timestamp> {
        [self.remembering.settings, self.remembering.local].into_iter().flatten().min()
    }
}
