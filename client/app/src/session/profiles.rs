//! The profile and the leaderboard that are open in the lobby.

use crate::visit::FinishedGames;
use chuhe_model::actions::profile_action::ProfileAction;

impl FinishedGames {
    /// Opens and closes profiles and leaderboards. What they lack is requested after the action.
    pub(crate) fn act_profiles(&mut self, action: ProfileAction) {
        match action {
            ProfileAction::Show(name) => {
                self.past.close_card();
                self.profiles.open_profile(name);
            }
            ProfileAction::Rating(class) => self.profiles.show_rating(class),
            ProfileAction::Leaderboard => self.profiles.open_board(None, 0),
            ProfileAction::Class(class) => self.profiles.open_board(Some(class), 0),
            ProfileAction::Page(page) => self.profiles.open_board(None, page),
            ProfileAction::Close => {
                self.profiles.close();
            }
        }
    }

    /// Whether an answer is awaited before which the server answers no other request for games: to one for the lobby,
    /// a card or a profile, or of a tournament.
    pub(super) fn awaits_answer(&self) -> bool {
        self.past.asked.is_some() || self.profiles.is_asked() || self.evening.is_asked()
    }
}
