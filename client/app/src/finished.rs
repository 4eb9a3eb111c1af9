//! The finished game at the table: its record, and its place in the library.

use crate::desk::Desk;
use crate::local_play::LocalPlay;
use crate::sessions::Sessions;
use chuhe_model::choices::date;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::{Handicap, LocalKind};
use chuhe_model::exchange::computer_results::ComputerResult;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::library::{LibraryRequest, NewGame, Summary, keys_of, record};
use chuhe_model::review::tree_of;
use chuhe_protocol::PlayerResult;
use chuhe_records::GameTree;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};

impl Sessions {
    /// The record of the finished game at the table.
    pub(crate) fn record_of_table(&self, desk: &Desk, now: Timestamp) -> Option<GameTree> {
        let game = self.table()?.game();
        let listed = self.visit()?.games.list.rows().iter().find(|row| row.game == game.id());
        let date = match listed {
            Some(row) => date::day(row.ended_at_ms, &desk.environment.time_zone),
            None => desk.date(now),
        };
        tree_of(game, date.as_deref()).filter(|_| game.is_over())
    }

    /// Keeps the game at the table in the library, once it is over, if the user played it.
    pub(crate) fn keep_finished_game(&mut self, desk: &mut Desk, now: Timestamp) {
        let Some(visit) = self.visit() else { return };
        let Some(table) = visit.table() else { return };
        let (game, is_read) = (table.game(), table.game().viewpoint().is_reader());
        if !game.is_over() || table.loading.is_some() || visit.kept == Some(game.id()) {
            return;
        }
        // a rated game has ended once the server says whether it counts, which follows at once
        if game.terms().rated && game.rated().is_none() {
            return;
        }
        let played = Color::ALL.into_iter().find(|&color| game.seats()[color].player == visit.me);
        let (Some(played), Some(outcome)) = (played, game.outcome()) else { return };
        // of two people at this screen, neither is the user
        let user = (!self.shares_screen()).then_some(played);
        // a formation may still be hidden; then the reveal follows
        let Some(tree) = self.record_of_table(desk, now) else { return };
        let listed = visit.games.list.rows().iter().find(|row| row.game == game.id());
        let ended_at_ms = listed.map(|row| row.ended_at_ms).or_else(|| desk.wall_clock_ms(now));
        let (seats, choice) = (game.seats(), GameChoice::of(game.terms().game.kind()));
        let plies = tree.main_line().count();
        let result = PlayerResult::of(outcome, user.unwrap_or(Color::Red));
        let summary = Summary {
            kind: game.terms().game.kind(),
            names: PerColor::from_fn(|color| seats[color].name.as_str().to_owned()),
            user,
            result,
            plies: u16::try_from(plies).unwrap_or(u16::MAX),
            ended_at_ms: ended_at_ms.unwrap_or(0),
        };
        // the same wherever the server is reached, because its numbers are not used again
        let origin = format!("{}-{}-{}", game.id(), seats.red.player, seats.black.player);
        let id = game.id();
        // the server does not list a game that ended before both players had moved either
        let counts = plies >= 2;
        let kept = record(&tree).filter(|_| counts).map(|(record, extension)| NewGame {
            origin,
            summary,
            record,
            extension: extension.to_owned(),
            positions: keys_of(&tree),
        });
        if let Some(visit) = &mut self.shown_mut().visit {
            visit.kept = Some(id);
        }
        let is_users = counts && !is_read;
        if is_users && self.local().is_none() {
            let ended_at_ms = ended_at_ms.unwrap_or(0);
            self.server.with_visit(|visit, _| visit.add_past_game(outcome, plies, ended_at_ms));
        }
        let alone = self.local().filter(|local| !local.has_helped_in(id)).map(LocalPlay::kind);
        if is_users && count(alone, choice, result, desk) {
            desk.save();
        }
        let request = kept.map(|game| LibraryRequest::Add(Box::new(game)));
        desk.out.effects(request.map(StorageEffect::Library));
    }
}

/// Counts a game of the user's own, and keeps how one against a level of the computer ended that they played without help,
/// `alone`. Returns whether anything is new.
fn count(alone: Option<LocalKind>, choice: GameChoice, result: PlayerResult, desk: &mut Desk) -> bool {
    let experience = &mut desk.settings.experience;
    let is_counted = experience.count_game(choice);
    let level = match alone {
        Some(LocalKind::Computer { level, handicap: Handicap::None, external: None }) => Some(level),
        Some(LocalKind::Computer { .. } | LocalKind::Two { .. }) | None => None,
    };
    let level = level.filter(|_| choice == GameChoice::Xiangqi);
    let is_kept =
        level.is_some_and(|level| experience.computer_results.add(ComputerResult { level, result }));
    is_counted || is_kept
}
