//! Going back: closes what is open, or leaves the screen. The back button of a browser does it.

use super::{App, Screen};
use chuhe_model::actions::action::{JoinAction, TableAction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::lobby::invited::Invited;
use chuhe_model::review::set_up::SetUp;
use chuhe_model::table::Table;
use chuhe_rules::clock::Timestamp;

impl App {
    /// Goes back by one step: from a dialog to its screen, from a screen to the one before.
    ///
    /// A running game is never left; the user is told why.
    pub(super) fn back(&mut self, now: Timestamp) {
        if self.close_dialog() || self.shown_mut().table_mut().is_some_and(Table::close_question) {
            return;
        }
        match self.screen() {
            Screen::Join | Screen::Lobby if self.resume_invitation(now) => {}
            Screen::Join => self.pending = None,
            Screen::SetUp => {
                let is_asked = self.set_up().is_some_and(SetUp::is_asked_to_discard);
                self.act_set_up(if is_asked { SetUpAction::Keep } else { SetUpAction::Cancel });
            }
            Screen::Review => {
                let has_dialog = self.reviewing().is_some_and(|reviewing| reviewing.dialog.is_some());
                let leave = if has_dialog { ReviewAction::CloseDialog } else { ReviewAction::Leave };
                self.act_review(leave, now);
            }
            Screen::Table | Screen::Cover if self.local().is_some() => self.leave_local(now),
            Screen::Table | Screen::Cover => self.act_table(TableAction::Leave, now),
            Screen::Lobby => self.act_join(JoinAction::Leave, now),
        }
    }

    /// Whether a dialog that can open over several screens is open. It takes the keys and the wheel.
    #[must_use]
    pub fn has_dialog_over_screens(&self) -> bool {
        self.trust_prompt.is_some()
            || self.asked_to_quit
            || self.engine_form.is_some()
            || self.help.keys_open
            || self.help.open
            || self.settings_open
            || self.library.is_open
            || self.files().is_some()
    }

    /// Whether a step back closes or leaves something in the program.
    #[must_use]
    pub fn can_go_back(&self) -> bool {
        let is_here = |it: &Invited| it.is_put_off && it.at == self.server_address();
        let has_put_off = self.invited.as_ref().is_some_and(is_here);
        self.screen() != Screen::Join
            || self.has_dialog_over_screens()
            || self.asked_to_replace
            || has_put_off
    }

    /// Closes the topmost dialog, and returns whether one was open.
    pub(super) fn close_dialog(&mut self) -> bool {
        let was_open = |open: &mut bool| std::mem::take(open);
        if self.trust_prompt.take().is_some()
            || was_open(&mut self.asked_to_quit)
            || self.engine_form.take().is_some()
            || was_open(&mut self.help.keys_open)
            || was_open(&mut self.help.open)
            || was_open(&mut self.settings_open)
            || was_open(&mut self.library.is_open)
            || self.files.take().is_some()
            || was_open(&mut self.asked_to_replace)
        {
            return true;
        }
        let Some(visit) = self.shown_mut().visit.as_mut().filter(|visit| visit.table.is_none()) else {
            return false;
        };
        let had_card = visit.past.card().is_some();
        visit.past.close_card();
        had_card
            || visit.account.take().is_some()
            || visit.form.take().is_some()
            || visit.followed.take_if(|followed| followed.awaited().is_none()).is_some()
            || was_open(&mut visit.shows_code)
    }
}
