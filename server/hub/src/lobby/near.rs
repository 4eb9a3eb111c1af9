//! Who is near enough to play whom, for seeks of players who are here and of those who are away.

use crate::accounts::rating::rating;
use crate::door::Door;
use chuhe_protocol::{PlayerId, RatingClass, Reach, Refusal, SeekRefusal, Terms};

/// Checks that a player may take the seek of another, on these of its terms.
///
/// # Errors
/// If their ratings are out of its reach, or the two may not play each other.
pub(super) fn check_may_take(
    door: &Door,
    players: [PlayerId; 2],
    terms: &Terms,
    reach: Reach,
) -> Result<(), Refusal> {
    // before blocks, which it would tell: ratings are public
    if !reach.includes(points_between(door, players, terms)) {
        return Err(Refusal::Seek(SeekRefusal::OutOfReach));
    }
    let [one, other] = players;
    door.accounts.check_meeting(one, other)
}

/// How far the ratings of two players are apart, in the class of these terms.
pub(super) fn points_between(door: &Door, players: [PlayerId; 2], terms: &Terms) -> u16 {
    let class = RatingClass::of(terms);
    let [one, other] = players.map(|player| rating(&door.accounts, player, class).unwrap_or(Reach::BEGINNER));
    one.abs_diff(other)
}
