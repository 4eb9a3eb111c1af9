//! The terms of a challenge.

use super::view::View;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_protocol::Terms;

/// The game and its terms, as the player who accepts sees them, in one line.
pub(super) fn terms(view: &View<'_>, terms: &Terms) -> String {
    let text = view.text;
    let game = text.game_choice(GameChoice::of(terms.game.kind())).to_owned();
    let labelled = |(label, message, bare): (_, String, _)| {
        if bare { message } else { text.labelled(label, &message) }
    };
    let terms = text.challenge_terms(terms).into_iter().map(labelled);
    std::iter::once(game).chain(terms).collect::<Vec<_>>().join(" · ")
}
