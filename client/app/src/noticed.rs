//! What the app compares after each event, to call the user for what has changed.

use chuhe_protocol::{ChallengeId, GameId, InvitationCode};
use chuhe_rules::offers::OfferKind;

/// What the user may want to be called for, as it was after the last event.
#[derive(Debug, Default)]
pub(super) struct Noticed {
    /// The game that the user plays.
    pub(super) game: Option<GameId>,
    pub(super) is_my_turn: bool,
    pub(super) is_over: bool,
    /// The games at other tables that await a move of the user.
    pub(super) awaiting_elsewhere: Vec<GameId>,
    /// The game on the board with the number of moves shown, also for a spectator.
    pub(super) shown: Option<(GameId, usize)>,
    /// The number of the warning that the user's own time runs low.
    pub(super) warning: Option<u64>,
    /// The newest challenge to the user.
    pub(super) challenge: Option<ChallengeId>,
    /// An open offer of the opponent.
    pub(super) offer: Option<OfferKind>,
    /// The invitation of the user that somebody has accepted.
    pub(super) accepted: Option<InvitationCode>,
    /// How often the user was called to a board of a tournament.
    pub(super) called: usize,
    /// How often the user was told of an answer to a search.
    pub(super) told: usize,
}
