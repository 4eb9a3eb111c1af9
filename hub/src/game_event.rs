//! What happened in a game, as it is: what the journal holds and the store keeps.
//! Of a game in which something is hidden it is the truth, which no message can
//! hold.

use chuhe_protocol::Event;
use chuhe_rules::clock::ClockReading;
use chuhe_rules::{Viewer, luzhanqi};

/// Something that happened in a game. It has no `Serialize`:
///
/// ```compile_fail,E0277
/// fn message(_: impl serde::Serialize) {}
/// fn leak(happened: chuhe_hub::GameEvent) {
///     message(happened);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// Something of which everybody who is told of it may know all.
    Public(Event),
    /// Something of luzhanqi, boxed to be no larger than what is open.
    Secret(Box<SecretEvent>),
}

// a room holds thousands of them
const _: () = assert!(size_of::<GameEvent>() <= size_of::<Event>());

/// Something that happened in a game of luzhanqi, as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretEvent {
    /// What happened.
    pub event: luzhanqi::Event,
    /// Both clocks just after it.
    pub clocks: ClockReading,
}

impl GameEvent {
    /// What `viewer` is told of it: the way out to everybody.
    pub(super) fn seen_by(&self, viewer: Viewer) -> Event {
        match self {
            Self::Public(event) => event.clone(),
            Self::Secret(hidden) => {
                let SecretEvent { event, clocks } = &**hidden;
                Event::Luzhanqi { seen: Box::new(event.seen_by(viewer)), clocks: *clocks }
            }
        }
    }

    /// The event, if everybody may know all of it.
    #[must_use]
    pub const fn open(&self) -> Option<&Event> {
        match self {
            Self::Public(event) => Some(event),
            Self::Secret(_) => None,
        }
    }

    /// Whether it ends the game.
    #[must_use]
    pub const fn is_end(&self) -> bool {
        matches!(self, Self::Public(Event::Ended { .. }))
    }

    /// Whether it is a move.
    #[must_use]
    pub fn is_move(&self) -> bool {
        match self {
            Self::Public(event) => matches!(event, Event::Played { .. }),
            Self::Secret(hidden) => matches!(hidden.event, luzhanqi::Event::Moved(_)),
        }
    }

    /// Whether it is a ply: a move, or a turn that passed.
    pub(super) fn is_ply(&self) -> bool {
        match self {
            Self::Public(event) => matches!(event, Event::Played { .. }),
            Self::Secret(hidden) => {
                matches!(hidden.event, luzhanqi::Event::Moved(_) | luzhanqi::Event::Passed { .. })
            }
        }
    }
}

impl From<Event> for GameEvent {
    fn from(event: Event) -> Self {
        Self::Public(event)
    }
}
