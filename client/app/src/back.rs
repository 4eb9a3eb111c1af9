//! Going back: closes what is open, or leaves the screen. The back button of a browser does it.

use super::{App, Screen, evenings};
use crate::exercises::PuzzleList;
use crate::session::Session;
use chuhe_model::actions::action::{JoinAction, TableAction};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::review::set_up::SetUp;
use chuhe_model::table::Table;
use chuhe_rules::clock::Timestamp;

impl App {
    /// Goes back by one step: from a dialog to its screen, from a screen to the one before.
    ///
    /// A running game is never left; the user is told why.
    pub(super) fn back(&mut self, now: Timestamp) {
        if self.close_dialog() || self.sessions.shown_mut().table_mut().is_some_and(Table::close_question) {
            return;
        }
        match self.screen() {
            Screen::Join | Screen::Lobby
                if self.entrance.resume_invitation(&mut self.sessions, &mut self.desk, now) => {}
            Screen::Join if lists_puzzles(self) => self.study.exercises.puzzle_list = PuzzleList::Puzzles,
            Screen::Join => self.entrance.pending = None,
            Screen::Lesson | Screen::Puzzle => self.study.exercises.leave(&mut self.desk),
            Screen::Guess => self.act(GuessAction::Leave.into(), now),
            Screen::SetUp => {
                let is_asked = self.study.set_up().is_some_and(SetUp::is_asked_to_discard);
                let action = if is_asked { SetUpAction::Keep } else { SetUpAction::Cancel };
                self.study.act_set_up(&mut self.sessions, &mut self.desk, action);
            }
            Screen::Review => {
                let has_dialog = self.study.reviewing().is_some_and(|reviewing| reviewing.dialog.is_some());
                let leave = if has_dialog { ReviewAction::CloseDialog } else { ReviewAction::Leave };
                self.study.act_review(&mut self.sessions, &mut self.desk, leave, now);
            }
            Screen::Table | Screen::Cover if self.sessions.local().is_some() => {
                self.sessions.leave_local(&mut self.desk, now)
            }
            Screen::Table | Screen::Cover => self.act_table(TableAction::Leave, now),
            Screen::Evenings => evenings::close(&mut self.sessions),
            Screen::Lobby => {
                self.entrance.act_join(&mut self.sessions, &mut self.desk, JoinAction::Leave, now)
            }
        }
    }

    /// Whether a dialog that can open over several screens is open. It takes the keys and the wheel.
    #[must_use]
    pub fn has_dialog_over_screens(&self) -> bool {
        self.entrance.trust_prompt.is_some()
            || self.dialogs.asked_to_quit
            || self.engines.form.is_some()
            || self.dialogs.help.keys_open
            || self.dialogs.help.open
            || self.dialogs.settings_open
            || self.study.library.is_open
            || self.files().is_some()
            || self.sessions.chooses_computer
    }

    /// Whether a step back closes or leaves something in the program.
    #[must_use]
    pub fn can_go_back(&self) -> bool {
        let here = self.entrance.server_address(&self.sessions);
        let has_put_off = self.entrance.invited.as_ref().is_some_and(|invited| invited.is_put_off_at(&here));
        self.screen() != Screen::Join
            || self.has_dialog_over_screens()
            || self.sessions.asked_to_replace
            || has_put_off
            || lists_puzzles(self)
    }

    /// Closes the topmost dialog, and returns whether one was open.
    pub(super) fn close_dialog(&mut self) -> bool {
        let was_open = |open: &mut bool| std::mem::take(open);
        if self.entrance.trust_prompt.take().is_some()
            || was_open(&mut self.dialogs.asked_to_quit)
            || self.engines.form.take().is_some()
            || was_open(&mut self.dialogs.help.keys_open)
            || was_open(&mut self.dialogs.help.open)
            || was_open(&mut self.dialogs.settings_open)
            || self.study.library.step_back()
            || self.sessions.shown_mut().table_mut().is_some_and(Table::close_layouts)
            || was_open(&mut self.sessions.asked_to_replace)
            || was_open(&mut self.sessions.chooses_computer)
        {
            return true;
        }
        let Session { visit, reports, .. } = self.sessions.shown_mut();
        let Some(visit) = visit.as_mut().filter(|visit| visit.table().is_none()) else {
            return false;
        };
        if reports.close() || visit.games.profiles.close() {
            return true;
        }
        let had_card = visit.games.past.card().is_some();
        visit.games.past.close_card();
        had_card
            || visit.account.dialog.take().is_some()
            || visit.form.take().is_some()
            || visit.invitations.followed.take_if(|followed| followed.awaited().is_none()).is_some()
            || was_open(&mut visit.invitations.shows_code)
    }
}

/// Whether the first screen lists the endgames or those of luzhanqi in place of the puzzles.
fn lists_puzzles(app: &App) -> bool {
    let is_shown = app.screen() == Screen::Join && app.desk().start_entry() == StartEntry::Puzzles;
    is_shown && app.study.exercises.puzzle_list != PuzzleList::Puzzles
}
