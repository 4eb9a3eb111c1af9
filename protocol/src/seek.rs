//! Seeking an opponent: two players who seek fitting terms play each other at once.

use crate::{PlayerId, PlayerName, SearchWait, Terms, limits};
use serde::{Deserialize, Serialize};

/// What a player seeks, as the list of players shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seek {
    /// The terms on which the player would play, the preferred ones first, with the player as the challenger.
    ///
    /// That they are rated is a wish: the game is rated if the opponent is registered and wishes it too, or takes these
    /// terms.
    pub terms: Vec<Terms>,
    /// The seconds from the beginning of the seek to the sending of this message.
    pub since_ago_s: u32,
    /// How far the rating of the opponent may be from the player's own at most.
    pub reach: Reach,
    /// Whether a game begins as soon as somebody takes it.
    ///
    /// Otherwise it is a lasting seek whose player has left, or has come back and not sought again: the player is told
    /// who takes it.
    pub live: bool,
}

/// A lasting seek that was taken while its player was away, as one of the two learns of it.
///
/// Both have to agree once more: it leads to a game by a challenge, which the other accepts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeekAnswer {
    /// The other player.
    pub player: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// The terms, with the receiver as the challenger.
    pub terms: Terms,
    /// The seconds from the answer to the sending of this message.
    pub ago_s: u32,
    /// Whether the receiver has taken the seek of the other; otherwise the other has taken the receiver's.
    pub own: bool,
    /// Whether the other is connected.
    pub here: bool,
}

/// How far apart the ratings of two who seek may be, in the class of the game that fits both. A player without a rating there
/// counts as [`Reach::BEGINNER`].
///
/// The variants are in order, from the narrowest to the widest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reach {
    /// 100 points.
    Near,
    /// 200 points.
    Middle,
    /// 400 points.
    Far,
    /// Anyone.
    #[default]
    Anyone,
}

impl Reach {
    /// All, from the narrowest.
    pub const ALL: [Self; 4] = [Self::Near, Self::Middle, Self::Far, Self::Anyone];
    /// The rating that counts for a player without one.
    pub const BEGINNER: u16 = 1500;

    /// The largest difference; `None` without a limit.
    #[must_use]
    pub const fn points(self) -> Option<u16> {
        match self {
            Self::Near => Some(100),
            Self::Middle => Some(200),
            Self::Far => Some(400),
            Self::Anyone => None,
        }
    }

    /// Whether ratings that far apart are within it.
    #[must_use]
    pub fn includes(self, difference: u16) -> bool {
        self.points().is_none_or(|points| difference <= points)
    }

    /// How far a seek reaches after so many milliseconds: it begins with [`Reach::Near`], and goes a step further every
    /// [`limits::SEEK_WIDENS_MS`], up to what the player has chosen.
    #[must_use]
    pub fn after(self, waited_ms: u64) -> Self {
        let steps = usize::try_from(waited_ms / limits::SEEK_WIDENS_MS).unwrap_or(usize::MAX);
        Self::ALL.get(steps).copied().unwrap_or_default().min(self)
    }
}

/// Why a request about a seek is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum SeekRefusal {
    /// A seek has between 1 and [`limits::SEEK_TERMS`] terms.
    #[error("a seek has between 1 and {} terms", limits::SEEK_TERMS)]
    Count,
    /// A seek cannot have a start position: that is for challenges and invitations.
    #[error("a seek cannot have a start position")]
    StartPosition,
    /// A seek cannot have time odds: that is for challenges and invitations.
    #[error("a seek cannot have time odds")]
    Odds,
    /// That player no longer seeks these terms, or one of the two blocks the other.
    #[error("that player no longer seeks these terms")]
    Gone,
    /// The hall has [`limits::SEEKS`] open seeks.
    #[error("the hall has too many open seeks")]
    Full,
    /// Their ratings are further apart than the player who seeks has chosen.
    #[error("the ratings are too far apart")]
    OutOfReach,
    /// Only a registered player can be told later who takes their seek.
    #[error("only a seek of a registered player outlives the connection")]
    Guest,
    /// The lasting seek has [`limits::SEEK_ANSWERS`] answers, or the requester has taken as many.
    #[error("too many answers to lasting seeks")]
    TooManyAnswers,
    /// The client said that it sleeps: a game must not begin with nobody there.
    #[error("the client sleeps")]
    Asleep,
    /// The requester did not finish too many counted games, and waits before the next one.
    #[error("{} s are left until the next search, because too many games were not finished", _0.left_ms.div_ceil(1_000))]
    Wait(SearchWait),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seek_reaches_further_every_15_s_up_to_what_was_chosen() {
        let after = |reach: Reach| [0, 14_999, 15_000, 30_000, 45_000, u64::MAX].map(|ms| reach.after(ms));
        let [near, middle, far, anyone] = Reach::ALL;
        assert_eq!(after(Reach::Anyone), [near, near, middle, far, anyone, anyone]);
        assert_eq!(after(Reach::Middle), [near, near, middle, middle, middle, middle]);
        assert!(Reach::Near.includes(100) && !Reach::Near.includes(101) && Reach::Anyone.includes(u16::MAX));
    }
}
