//! The events of a game, in full and as one viewer sees them.
//!
//! [`Event::seen_by`] is the only conversion from the former to the latter.

use super::{Battle, Formation, Move, Moved, Piece, Station};
use crate::{Color, PerColor, Viewer};
use alloc::{boxed::Box, collections::BTreeMap};

/// An event of a game, with everything that is hidden.
///
/// It cannot be serialised, so no message can hold it:
///
/// ```compile_fail,E0277
/// use chuhe_rules::luzhanqi::Event;
/// fn message(_: impl serde::Serialize) {}
/// fn leak(event: Event) {
///     message(event);
/// }
/// ```
///
/// What a viewer sees of it can be put in a message:
///
/// ```
/// use chuhe_rules::luzhanqi::Event;
/// use chuhe_rules::Viewer;
/// fn message(_: impl serde::Serialize) {}
/// fn send(event: Event) {
///     message(event.seen_by(Viewer::Spectator));
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A side has set up its pieces, for the first time or again.
    Placed {
        /// The side.
        by: Color,
        /// Its formation.
        formation: Formation,
    },
    /// A side has confirmed its formation. Play begins when both have.
    Confirmed {
        /// Which side.
        by: Color,
    },
    /// A side has withdrawn its confirmation.
    Withdrew {
        /// Which side.
        by: Color,
    },
    /// A move was made.
    Moved(Moved),
    /// A side's turn has passed.
    Passed {
        /// The side.
        by: Color,
    },
    /// The game is over and all pieces are revealed.
    Revealed(Box<Revealed>),
}

/// All pieces, as they are revealed after the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Revealed {
    /// The formations of both sides.
    pub formations: PerColor<Formation>,
    /// The pieces on the board when the game ended.
    pub pieces: BTreeMap<Station, Piece>,
}

/// An event as one viewer sees it.
///
/// Neither its content nor its length depends on anything hidden from the viewer.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EventView {
    /// An event that is hidden from the viewer. It keeps the numbers of events without gaps.
    Withheld,
    /// The viewer has set up their pieces.
    Placed {
        /// Their formation.
        formation: Formation,
    },
    /// A side has confirmed its formation. Play begins when both have.
    Confirmed {
        /// Which side.
        by: Color,
    },
    /// A side has withdrawn its confirmation.
    Withdrew {
        /// Which side.
        by: Color,
    },
    /// The side to move has moved, along [`View::path`](super::View::path).
    Moved {
        /// The move.
        mv: Move,
        /// The result of the battle, if there was one.
        battle: Option<Battle>,
        /// The flag of each side whose marshal was captured by this move; `None` for spectators.
        revealed_flags: PerColor<Option<Station>>,
    },
    /// A side's turn has passed.
    Passed {
        /// The side.
        by: Color,
    },
    /// The game is over and all pieces are revealed.
    Revealed(Box<Revealed>),
}

impl Event {
    /// Returns what `viewer` may see; hidden information leaves an event only through it.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> EventView {
        match *self {
            Self::Placed { by, formation } if viewer == Viewer::Player(by) => EventView::Placed { formation },
            Self::Placed { .. } => EventView::Withheld,
            Self::Confirmed { by } => EventView::Confirmed { by },
            Self::Withdrew { by } => EventView::Withdrew { by },
            Self::Moved(Moved { mv, battle, revealed_flags }) => {
                let revealed_flags = match viewer {
                    Viewer::Player(_) => revealed_flags,
                    Viewer::Spectator => PerColor::splat(None),
                };
                EventView::Moved { mv, battle, revealed_flags }
            }
            Self::Passed { by } => EventView::Passed { by },
            Self::Revealed(ref revealed) => EventView::Revealed(revealed.clone()),
        }
    }
}
