//! Remembering what the user does at a table that no server knows: a reload, a crash or the end of the program
//! does not turn a turned board back, nor lose the formation under way or the guesses at unknown pieces.
//!
//! The settings have it for each server; the game without a server has it beside its records.

use super::App;
use super::local_play::{LocalPlay, Other};
use chuhe_model::choices::local_choice::LocalKind;
use chuhe_model::choices::remembered_table::RememberedTable;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::local_store::LocalRequest;
use chuhe_model::table::Table;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// How long after a change it is kept, in milliseconds.
const KEPT_AFTER_MS: u64 = 1_000;

impl App {
    /// Shows a table that has just opened as an earlier run of the program showed it last.
    pub(super) fn recall_table(&mut self) {
        let Some(table) = self.table().filter(|table| !table.is_recalled()) else { return };
        let remembered = self.remembered_tables().find(|it| table.is_remembered_by(it)).cloned();
        let Some(table) = self.visit.as_mut().and_then(|visit| visit.table.as_mut()) else { return };
        table.recall(remembered.as_ref());
        if let Some(formation) = remembered.and_then(|it| it.formation()).filter(|_| table.needs_draft()) {
            table.set_draft(formation, &mut self.out);
        }
    }

    fn remembered_tables(&self) -> impl Iterator<Item = &RememberedTable> {
        let local = self.settings.unfinished_game.as_ref().filter(|_| self.link.is_local());
        let server = self.link.server().filter(|_| !self.link.is_local());
        let there = server.and_then(|server| self.settings.table(server));
        local.into_iter().flat_map(|saved| &saved.tables).chain(there)
    }

    /// Remembers what the user has done at the table, and lets the shell keep it once that is due.
    pub(super) fn remember_table(&mut self, now: Timestamp) {
        let soon = now.plus_ms(KEPT_AFTER_MS);
        if self.link.is_local() {
            let others = self.local.as_ref().and_then(LocalPlay::other_table);
            let tables: Vec<&Table> = self.table().into_iter().chain(others).collect();
            let is_recalled = !tables.is_empty() && tables.iter().all(|table| table.is_recalled());
            let sides = self.table().map(|table| self.sides_here(table));
            let remember = |table: &Table| sides.and_then(|(home, bottom)| table.to_remember(home, bottom));
            let tables = tables.into_iter().filter_map(remember).collect::<Vec<_>>();
            let saved = self.settings.unfinished_game.as_mut().filter(|_| is_recalled);
            if let Some(saved) = saved.filter(|saved| saved.tables != tables) {
                saved.tables = tables;
                self.remembering.local.get_or_insert(soon);
            }
        } else if let (Some(server), Some(table)) =
            (self.link.server(), self.table().filter(|table| table.is_recalled()))
        {
            let (server, table) = (server.clone(), table.to_remember(table.me(), table.bottom()));
            if self.settings.set_table(&server, table) {
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
        let home = match self.local.as_ref().map(LocalPlay::kind) {
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
            self.save();
        }
        if let Some(saved) = self.settings.unfinished_game.clone().filter(|_| due.local.is_some()) {
            self.out.push(Effect::Local(LocalRequest::KeepSeats(saved)));
        }
    }

    /// When what has changed is to be kept.
    pub(super) fn remembering_wakeup(&self) -> Option<Timestamp> {
        [self.remembering.settings, self.remembering.local].into_iter().flatten().min()
    }
}

impl LocalPlay {
    /// The table of the other person at this screen.
    fn other_table(&self) -> Option<&Table> {
        let Other::Person(seat) = &self.other else { return None };
        seat.visit.as_ref()?.table()
    }
}
