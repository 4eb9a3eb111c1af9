//! Why two players of a Swiss meet, as data. The client makes a sentence of it.

use super::colours::{Decided, Preference, decide, side};
use super::contender::Contender;
use crate::PlayerId;
use crate::matching::{Costs, Criterion};
use chuhe_rules::Color;

/// Why a pair meets, or why a player has the bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The players, the one with the better place first. Without a second one, it explains the bye.
    pub players: [Option<PlayerId>; 2],
    /// Their points before the round.
    pub points: [u32; 2],
    /// What their points have to do with it.
    pub meeting: Meeting,
    /// Why the sides are as they are.
    pub colours: ColourReason,
    /// The criteria in which the pair costs something, which all other pairings would exceed somewhere.
    pub costs: Vec<Criterion>,
}

/// What the points of two players have to do with their meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meeting {
    /// They have the same points, and stand at these places of their group, from 1.
    SamePoints {
        /// The places.
        places: [u16; 2],
        /// The players in the group.
        group: u16,
    },
    /// The first floats down, since their group has an odd number or no other opponent for them.
    FloatsDown {
        /// The difference in points.
        difference: u32,
    },
    /// The player has the bye: nobody with fewer points may have it.
    Bye,
    /// The table of the system has this pair in this round.
    Table,
    /// Both waited.
    Waiting,
    /// The organiser decided.
    ByHand,
}

/// Why a player has their side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourReason {
    /// The table of the system says so.
    Table,
    /// Nobody has played yet: boards alternate, and a lot decided the first.
    Boards,
    /// The player is due this side.
    Due {
        /// Who.
        player: PlayerId,
        /// Which side, and how much.
        preference: Preference,
    },
    /// Both are due the same side equally; they exchange the sides of the last round in which these differed.
    Exchanged,
    /// The organiser decided, or nobody plays.
    None,
}

/// Explains a pair with these costs, or the bye.
pub(crate) fn explain(upper: &Contender, lower: Option<&Contender>, costs: &Costs) -> Explanation {
    let costs = Criterion::ALL.into_iter().filter(|criterion| costs.of(*criterion) > 0).collect();
    let Some(lower) = lower else {
        return Explanation {
            players: [Some(upper.id), None],
            points: [upper.points, 0],
            meeting: Meeting::Bye,
            colours: ColourReason::None,
            costs,
        };
    };
    let place = |of: usize| u16::try_from(of).expect("players are limited");
    let meeting = if upper.points == lower.points {
        let places = [place(upper.place + 1), place(lower.place + 1)];
        Meeting::SamePoints { places, group: place(upper.group) }
    } else {
        Meeting::FloatsDown { difference: upper.points - lower.points }
    };
    let colours = reason(decide(&upper.colours, &lower.colours), upper.id, lower.id);
    Explanation {
        players: [Some(upper.id), Some(lower.id)],
        points: [upper.points, lower.points],
        meeting,
        colours,
        costs,
    }
}

/// The side of the better player. Where nobody has played yet, it is red if `is_red` holds.
pub(crate) fn side_of_upper(upper: &Contender, lower: &Contender, is_red: bool) -> Color {
    side(&upper.colours, &lower.colours, decide(&upper.colours, &lower.colours), is_red)
}

/// Why the sides of two players are as decided.
pub(crate) fn reason(decided: Decided, upper: PlayerId, lower: PlayerId) -> ColourReason {
    match decided {
        Decided::Boards => ColourReason::Boards,
        Decided::First(preference) => ColourReason::Due { player: upper, preference },
        Decided::Second(preference) => ColourReason::Due { player: lower, preference },
        Decided::Exchanged => ColourReason::Exchanged,
    }
}
