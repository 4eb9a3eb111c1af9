//! Ratings in words.

use super::Model;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::table::Table;
use chuhe_protocol::{Player, RatedEnd, RatingChange, Uncounted, computer_rating};
use chuhe_rules::Color;

/// A rating: few games stand behind one with a question mark.
pub(crate) fn marked(rating: u16, games_missing: u8) -> String {
    format!("{rating}{}", if games_missing > 0 { "?" } else { "" })
}

/// The rating of a computer player, which is an estimate.
pub(crate) fn estimated(rating: u16) -> String {
    format!("~{rating}")
}

/// That too few games stand behind a rating, and how many are missing.
pub(crate) fn missing(model: &Model<'_>, games: u8) -> Option<String> {
    (games > 0).then(|| model.text.rating_missing(games))
}

/// One of a player's ratings, for where there is room for one: the first that can be relied on, or else the first.
///
/// That of a computer player is an estimate.
pub(crate) fn main(player: &Player) -> Option<String> {
    if let Some(level) = player.computer_level {
        return computer_rating(level).map(estimated);
    }
    let reliable = player.ratings.iter().find(|rating| rating.games_missing == 0);
    let rating = reliable.or(player.ratings.first())?;
    Some(marked(rating.rating, rating.games_missing))
}

/// The ratings of a player, each with its game and its speed; of a computer player what is estimated.
pub(crate) fn of_player(model: &Model<'_>, player: &Player) -> Vec<String> {
    let text = model.text;
    let estimated = player.computer_level.and_then(computer_rating);
    let estimated = estimated.map(|rating| text.rating_of_computer(rating));
    let said = player.ratings.iter().map(|rating| {
        let game = text.game_choice(GameChoice::of(rating.class.kind));
        let marked = marked(rating.rating, rating.games_missing);
        let said = text.rating_of(game, text.speed(rating.class.speed), &marked);
        std::iter::once(said).chain(missing(model, rating.games_missing)).collect::<Vec<_>>().join(" · ")
    });
    said.chain(estimated).collect()
}

/// What a rated game that is over has done: how it has changed the rating of its user, and how many games are missing
/// after it, or why it does not count; and what an operator has made of it since.
pub(crate) fn end(model: &Model<'_>, table: &Table) -> [Option<String>; 2] {
    let text = model.text;
    let correction = table.game().correction.as_ref().map(|it| text.correction(it.counts_as, &it.reason));
    let [changed, counted] = match table.game().rated() {
        Some(RatedEnd::Changed(changes)) => match table.game().viewpoint().own() {
            Some(own) => {
                let RatingChange { before, after, games_missing } = changes[own];
                let change = format!("{:+}", i32::from(after) - i32::from(before));
                let changed = text.rating_changed(&marked(after, games_missing), &change);
                [Some(changed), missing(model, games_missing)]
            }
            None => [None, None],
        },
        // the correction says it
        Some(RatedEnd::Uncounted(Uncounted::Annulled)) if correction.is_some() => [None, None],
        Some(RatedEnd::Uncounted(why)) => [None, Some(text.uncounted(why).to_owned())],
        None => [None, None],
    };
    let detail: Vec<String> = correction.into_iter().chain(counted).collect();
    [changed, (!detail.is_empty()).then(|| detail.join(" · "))]
}

/// The rating of the player of this side in a rated game; `None` if it is not known.
#[must_use]
pub fn seat_rating(table: &Table, side: Color) -> Option<String> {
    table.rating(side).map(|(rating, missing)| marked(rating, missing))
}
