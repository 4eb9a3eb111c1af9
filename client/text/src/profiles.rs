//! Profiles and leaderboards.

use super::lobby::lobby;
use super::menu;
use super::reply::Reply;
use super::words::{game_of, misunderstood, speed};
use chuhe_app::visit::Visit;
use chuhe_app::{App, Screen};
use chuhe_model::actions::verb::Verb;
use chuhe_model::lobby::profiles::{Answer, OpenBoard, OpenProfile};
use chuhe_protocol::{PlayerName, ProfileRefusal, Refusal};
use chuhe_rules::clock::Timestamp;
use chuhe_view::leaderboard::{LeaderboardView, of_class};
use chuhe_view::profile::{ProfileView, show};
use chuhe_view::{Model, Part};

/// The visit, while the lobby is on the screen.
fn shown_lobby(app: &App) -> Option<&Visit> {
    lobby(app).filter(|_| !app.sessions().has_background_server())
}

/// Opens the profile of the named player, or of the user.
pub(super) fn profile(app: &App, name: &str, now: Timestamp) -> Reply {
    let Some(visit) = shown_lobby(app) else { return Reply::line(app.desk().text().console().not_here) };
    let name = if name.is_empty() { Ok(visit.account.name.clone()) } else { PlayerName::parse(name) };
    match name {
        Ok(name) => Reply::button(&show(&Model::of(app, now), "profile", "", &name)),
        Err(_) => Reply::line(app.desk().text().refusal(Refusal::Profile(ProfileRefusal::Unknown))),
    }
}

/// Opens the leaderboard of the class that the words name.
pub(super) fn leaderboard(app: &App, words: &str, now: Timestamp) -> Reply {
    let Some(visit) = shown_lobby(app) else { return Reply::line(app.desk().text().console().not_here) };
    let (mut game, mut of_speed) = (None, None);
    for word in words.split_whitespace() {
        if let Some(named) = game_of(app, word) {
            game = Some(named);
        } else if let Some(named) = speed(app, word) {
            of_speed = Some(named);
        } else {
            return misunderstood(app, word, Verb::Leaderboard);
        }
    }
    Reply::button(&of_class(&Model::of(app, now), visit, game, of_speed))
}

/// The profile or the page of a leaderboard that is open, with what the server has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opened {
    Profile(OpenProfile),
    Board(OpenBoard),
}

impl Opened {
    /// What is open; `None` if nothing is.
    pub(super) fn of(app: &App) -> Option<Self> {
        let visit = app.sessions().visit().filter(|_| app.screen() == Screen::Lobby)?;
        let profiles = &visit.games.profiles;
        let profile = profiles.profile().cloned().map(|mut open| {
            forget_request(&mut open.answer);
            Self::Profile(open)
        });
        profile.or_else(|| {
            let mut open = profiles.board().cloned()?;
            forget_request(&mut open.answer);
            Some(Self::Board(open))
        })
    }
}

/// That the request is sent is no news.
fn forget_request<T>(answer: &mut Answer<T>) {
    if let Answer::Awaited(request) = answer {
        *request = None;
    }
}

/// What the open profile or leaderboard says, once it has arrived; nothing if none is open.
pub(super) fn shown(app: &App, now: Timestamp) -> Vec<String> {
    let model = Model::of(app, now);
    let parts: Vec<Part> = if let Some(profile) = ProfileView::of(&model) {
        profile.said()
    } else if let Some(board) = LeaderboardView::of(&model) {
        board.said()
    } else {
        return Vec::new();
    };
    menu::texts(app.desk().text(), parts)
}
