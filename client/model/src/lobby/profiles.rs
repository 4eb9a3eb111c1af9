//! The profile and the leaderboard that are open in the lobby.
//!
//! A profile opens over the leaderboard from which it was opened.

use chuhe_protocol::limits::{BEST_WINS, LEADERBOARD_ROWS, PLAYED_OPENINGS, RATING_POINTS};
use chuhe_protocol::{
    Leaderboard, PlayerName, Profile, ProfileMessage, ProfileRequest, RatingClass, Refusal, Terms,
};
use chuhe_rules::clock::Speed;

/// The most ratings of a profile, and the most kinds of its games: more than there are.
const MOST_RATINGS: usize = 64;

/// The profile and the leaderboard that are open.
#[derive(Debug, Default)]
pub struct Profiles {
    board: Option<OpenBoard>,
    profile: Option<OpenProfile>,
    /// The request for a profile that the server has not answered, also of one that was closed meanwhile.
    pending: Option<u32>,
    /// The class of the leaderboard that was shown last.
    last: Option<RatingClass>,
}

/// What the server has answered to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// Nothing yet. The request has this number, once it is sent.
    Awaited(Option<u32>),
    /// What was requested.
    Here(Box<T>),
    /// It refused the request.
    Refused(Refusal),
}

/// The open leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenBoard {
    /// Its class.
    pub class: RatingClass,
    /// The page, counted from 0.
    pub page: u32,
    /// The page itself.
    pub answer: Answer<Leaderboard>,
}

/// The open profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenProfile {
    /// The name of the player.
    pub name: PlayerName,
    /// The class whose rating is shown, if the user has chosen one.
    pub class: Option<RatingClass>,
    /// The profile itself.
    pub answer: Answer<Profile>,
}

impl<T> Answer<T> {
    const fn is_wanted(&self) -> bool {
        matches!(self, Self::Awaited(None))
    }

    const fn is_asked(&self) -> bool {
        matches!(self, Self::Awaited(Some(_)))
    }

    /// Forgets the request, whose connection is lost.
    const fn reset(&mut self) {
        if let Self::Awaited(asked) = self {
            *asked = None;
        }
    }

    /// Takes a refusal if it is of this request.
    fn refused(&mut self, request: u32, reason: Refusal) -> bool {
        let is_it = matches!(self, Self::Awaited(Some(asked)) if *asked == request);
        if is_it {
            *self = Self::Refused(reason);
        }
        is_it
    }
}

impl Profiles {
    /// The open leaderboard, unless a profile is open over it.
    #[must_use]
    pub fn board(&self) -> Option<&OpenBoard> {
        self.board.as_ref().filter(|_| self.profile.is_none())
    }

    /// The open profile.
    #[must_use]
    pub const fn profile(&self) -> Option<&OpenProfile> {
        self.profile.as_ref()
    }

    /// The class of the leaderboard that was shown last, or is shown first.
    #[must_use]
    pub fn class(&self) -> RatingClass {
        // what most people play
        let usual = || RatingClass { kind: Terms::default().game.kind(), speed: Speed::Normal };
        self.last.unwrap_or_else(usual)
    }

    /// Opens the profile of the player of this name.
    pub fn open_profile(&mut self, name: PlayerName) {
        self.profile = Some(OpenProfile { name, class: None, answer: Answer::Awaited(None) });
    }

    /// Shows the rating of this class in the open profile.
    pub const fn show_rating(&mut self, class: RatingClass) {
        if let Some(profile) = &mut self.profile {
            profile.class = Some(class);
        }
    }

    /// Opens a page of the leaderboard of this class, or of the class that was shown last.
    pub fn open_board(&mut self, class: Option<RatingClass>, page: u32) {
        let class = class.unwrap_or_else(|| self.class());
        self.last = Some(class);
        self.profile = None;
        self.board = Some(OpenBoard { class, page, answer: Answer::Awaited(None) });
    }

    /// Closes the profile, or the leaderboard if no profile is open; returns whether one was open.
    pub fn close(&mut self) -> bool {
        self.profile.take().is_some() || self.board.take().is_some()
    }

    /// Closes both.
    pub fn close_all(&mut self) {
        (self.profile, self.board) = (None, None);
    }

    /// Whether the server was asked for a profile and has not answered yet.
    #[must_use]
    pub const fn is_asked(&self) -> bool {
        self.pending.is_some()
    }

    /// Requests the open profile, unless that was done; `send` sends the request and returns its number.
    ///
    /// Returns whether it was sent. Call it only while no other answer is awaited.
    pub fn ask_profile(&mut self, send: impl FnOnce(ProfileRequest) -> u32) -> bool {
        let Some(profile) = self.profile.as_mut().filter(|profile| profile.answer.is_wanted()) else {
            return false;
        };
        let name = profile.name.as_str().to_owned();
        self.pending = Some(send(ProfileRequest::Show { name }));
        profile.answer = Answer::Awaited(self.pending);
        true
    }

    /// Requests the open leaderboard, unless that was done; `send` sends the request and returns its number.
    pub fn ask_board(&mut self, send: impl FnOnce(ProfileRequest) -> u32) {
        if let Some(board) = self.board.as_mut().filter(|board| board.answer.is_wanted()) {
            let request = ProfileRequest::Leaderboard { class: board.class, page: board.page };
            board.answer = Answer::Awaited(Some(send(request)));
        }
    }

    /// Takes an answer of the server, if it is about what is open. What counts against the user is none.
    pub fn received(&mut self, message: ProfileMessage) {
        match message {
            ProfileMessage::Profile(mut shown) => {
                let answered = Answer::Awaited(self.pending.take());
                // names that look alike are one player's, so the name may differ from the one that was asked for
                let is_it = |open: &&mut OpenProfile| {
                    open.name == shown.name || open.answer.is_asked() && open.answer == answered
                };
                if let Some(profile) = self.profile.as_mut().filter(is_it) {
                    limit(&mut shown);
                    profile.answer = Answer::Here(shown);
                }
            }
            ProfileMessage::Leaderboard(mut shown) => {
                if let Some(board) = self.board.as_mut().filter(|board| board.class == shown.class) {
                    shown.rows.truncate(LEADERBOARD_ROWS);
                    board.page = shown.page;
                    board.answer = Answer::Here(shown);
                }
            }
            ProfileMessage::FairPlay(_) => {}
        }
    }

    /// Takes a refusal if it is of a request from here; returns whether it was.
    pub fn refused(&mut self, request: u32, reason: Refusal) -> bool {
        let is_pending = self.pending.take_if(|pending| *pending == request).is_some();
        self.profile.as_mut().is_some_and(|it| it.answer.refused(request, reason))
            || is_pending
            || self.board.as_mut().is_some_and(|it| it.answer.refused(request, reason))
    }

    /// Forgets what was requested on a connection that is lost, so that it is requested again.
    pub fn reset(&mut self) {
        self.pending = None;
        if let Some(profile) = &mut self.profile {
            profile.answer.reset();
        }
        if let Some(board) = &mut self.board {
            board.answer.reset();
        }
    }
}

/// Leaves out what a server sends beyond the limits.
fn limit(profile: &mut Profile) {
    profile.ratings.truncate(MOST_RATINGS);
    profile.games.truncate(MOST_RATINGS);
    profile.openings.truncate(2 * PLAYED_OPENINGS);
    for record in &mut profile.ratings {
        let excess = record.curve.len().saturating_sub(RATING_POINTS);
        record.curve.drain(..excess);
        record.best_wins.truncate(BEST_WINS);
    }
}
