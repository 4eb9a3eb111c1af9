//! What can be copied, saved and printed of an evening.

use crate::{Button, Fact, Group, Model, Part, named, parts};
use chuhe_model::actions::evening_action::{EveningAction, EveningFile, EveningTable};
use chuhe_model::evening::Evening;
use chuhe_model::review::GamesProgress;
use strum::VariantArray as _;

/// What can be copied as plain text, and saved.
pub(super) fn files(model: &Model<'_>, evening: &Evening) -> Group {
    let (text, state) = (model.text.evening(), evening.tournament().state());
    let copy: Vec<Button> =
        EveningTable::VARIANTS.iter().map(|table| self::copy(model, evening, *table)).collect();
    let copy = Group::section("evening.copies", text.copy_for_group, parts![copy]);
    let save = |file: &EveningFile| {
        let save = Button::new(named("evening.file", file), text.file(*file), EveningAction::Save(*file));
        // what is made of entries alone can be read by other programs, which pair them
        let (is_there, why) = if *file == EveningFile::Trf {
            (!state.players.is_empty(), text.no_players)
        } else {
            (!state.rounds.is_empty(), text.no_round)
        };
        save.lacks(is_there, why)
    };
    let files: Vec<Button> = EveningFile::VARIANTS.iter().map(save).collect();
    Group::section("evening.files", text.files, parts![files, games(model, evening), copy])
}

/// Saves the games of all rounds, or says how far they are.
fn games(model: &Model<'_>, evening: &Evening) -> Vec<Part> {
    let text = model.text.evening();
    let fetched = model.app.sessions().server_visit();
    match fetched.and_then(|visit| visit.games.evening.progress(evening.code())) {
        None => {
            let has_begun = !evening.tournament().state().rounds.is_empty();
            let save = Button::new("evening.games", text.save_games, EveningAction::SaveGames);
            let save = save.hint(text.save_games_hint).permit(model.online());
            parts![save.lacks(has_begun, text.no_round)]
        }
        Some(GamesProgress { done, all }) => {
            let said = match all {
                Some(all) => text.fetching_games_of(done, all),
                None => text.fetching_games.to_owned(),
            };
            let stop = Button::new("evening.games.stop", text.stop_games, EveningAction::StopGames);
            parts![Fact::new("evening.games.progress", said), stop]
        }
    }
}

/// Copies a table as plain text.
pub(super) fn copy(model: &Model<'_>, evening: &Evening, table: EveningTable) -> Button {
    let text = model.text.evening();
    let has_begun = !evening.tournament().state().rounds.is_empty();
    let button =
        Button::new(named("evening.copy", table), text.copy_table(table), EveningAction::CopyTable(table));
    button.hint(text.copy_hint).lacks(has_begun, text.no_round)
}
