//! Events with full information, as the journal and the store hold them.
//!
//! In a game with hidden pieces they include secrets, so no message can hold them:
//! [`GameEvent::seen_by`] returns the event as one viewer sees it.

use chuhe_protocol::Event;
use chuhe_rules::clock::ClockReading;
use chuhe_rules::{Viewer, luzhanqi};

/// An event of a game with full information. It does not implement `Serialize`:
///
/// ```compile_fail,E0277
/// fn message(_: impl serde::Serialize) {}
/// fn leak(event: chuhe_hub::GameEvent) {
///     message(event);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// An event that every viewer sees whole.
    Public(Event),
    /// An event of luzhanqi; boxed, so that it is no larger than a public one.
    Secret(Box<SecretEvent>),
}

// a room may hold thousands of them
const _: () = assert!(size_of::<GameEvent>() <= size_of::<Event>());

/// An event of luzhanqi with full information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretEvent {
    /// The event.
    pub event: luzhanqi::Event,
    /// Both clocks just after the event.
    pub clocks: ClockReading,
}

impl GameEvent {
    /// Returns the event as `viewer` sees it.
    pub(super) fn seen_by(&self, viewer: Viewer) -> Event {
        match self {
            Self::Public(event) => event.clone(),
            Self::Secret(secret) => {
                let SecretEvent { event, clocks } = &**secret;
                Event::Luzhanqi { seen: Box::new(event.seen_by(viewer)), clocks: *clocks }
            }
        }
    }

    /// The event, if it is public.
    #[must_use]
    pub const fn public(&self) -> Option<&Event> {
        match self {
            Self::Public(event) => Some(event),
            Self::Secret(_) => None,
        }
    }

    /// Whether the event ends the game.
    #[must_use]
    pub const fn is_end(&self) -> bool {
        matches!(self, Self::Public(Event::Ended { .. }))
    }

    /// Whether the event is a move.
    #[must_use]
    pub fn is_move(&self) -> bool {
        match self {
            Self::Public(event) => matches!(event, Event::Played { .. }),
            Self::Secret(secret) => matches!(secret.event, luzhanqi::Event::Moved(_)),
        }
    }

    /// Whether the event is a ply: a move or a passed turn.
    pub(super) fn is_ply(&self) -> bool {
        match self {
            Self::Public(event) => matches!(event, Event::Played { .. }),
            Self::Secret(secret) => {
                matches!(secret.event, luzhanqi::Event::Moved(_) | luzhanqi::Event::Passed { .. })
            }
        }
    }
}

impl From<Event> for GameEvent {
    fn from(event: Event) -> Self {
        Self::Public(event)
    }
}
