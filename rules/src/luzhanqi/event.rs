//! What happens in a game: as it is, and as one viewer is told of it.
//!
//! [`Event::seen_by`] is the one way from the former to the latter.

use super::{Battle, Formation, Move, Moved, Piece, Station};
use crate::{Color, PerColor, Viewer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that happened, as it is. It has no `Serialize`:
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
/// fn tell(event: Event) {
///     message(event.seen_by(Viewer::Spectator));
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A side has set up, for the first time or anew.
    Placed {
        /// Which side.
        by: Color,
        /// How.
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
        /// Whose.
        by: Color,
    },
    /// The game is over and everything is shown.
    Revealed(Box<Revealed>),
}

/// Everything, as it is shown at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// How both sides had set up.
    pub formations: PerColor<Formation>,
    /// What stood on the board when the game ended.
    pub pieces: BTreeMap<Station, Piece>,
}

/// What one viewer learns of an event. Neither what it says nor how long it is
/// depends on what he may not know.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventView {
    /// Something he may not know of. It is told so that events can be numbered
    /// without gaps.
    Withheld,
    /// The viewer has set up.
    Placed {
        /// How.
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
    /// The side to move has moved. The way is [`View::path`](super::View::path).
    Moved {
        /// The move.
        mv: Move,
        /// How the battle ended, if an enemy stood there.
        battle: Option<Battle>,
        /// Where the flag stands of a side whose marshal fell in it. A spectator
        /// is not told.
        revealed_flags: PerColor<Option<Station>>,
    },
    /// A side's turn has passed.
    Passed {
        /// Whose.
        by: Color,
    },
    /// The game is over and everything is shown.
    Revealed(Box<Revealed>),
}

impl Event {
    /// What `viewer` learns of it: the only way out for anything hidden.
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
