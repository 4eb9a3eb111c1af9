//! The openings that a profile shows, with their names.

use super::{Fact, Model, Part, parts};
use chuhe_model::table::MoveNotation;
use chuhe_protocol::{PlayedOpening, Profile, Tally};
use chuhe_rules::Color;
use chuhe_rules::openings::Choice;
use chuhe_rules::xiangqi::{Move, Position};

/// The openings that a player played most with one side.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningsView {
    /// With which side.
    pub heading: &'static str,
    /// The openings, each with the results as the detail; at least one.
    pub openings: Vec<Fact>,
}

impl OpeningsView {
    /// Those of a profile with each side of which there are any.
    pub(super) fn of(model: &Model<'_>, profile: &Profile) -> Vec<Self> {
        let of_side = |color| {
            let heading = model.text.profile().openings_of(color);
            let played = profile.openings.iter().filter(|opening| opening.color == color);
            let named = played.filter_map(|opening| Some((name(model, opening)?, opening.games)));
            let fact = |(place, (name, Tally { won, drawn, lost })): (usize, (String, Tally))| {
                let id = format!("profile.opening.{color:?}.{place}").to_lowercase();
                Fact::new(id, name).detail(model.text.score(won, drawn, lost))
            };
            let openings: Vec<Fact> = named.enumerate().map(fact).collect();
            (!openings.is_empty()).then_some(Self { heading, openings })
        };
        Color::ALL.into_iter().filter_map(of_side).collect()
    }

    pub(super) fn parts(self) -> Vec<Part> {
        parts![Fact::new("profile.openings", self.heading), self.openings]
    }
}

/// What an opening is called; its moves if it has no name, and nothing if they are not possible.
fn name(model: &Model<'_>, opening: &PlayedOpening) -> Option<String> {
    let PlayedOpening { color, first_moves, games: _ } = opening;
    match first_moves.choice(*color)? {
        Choice::Opening(opening) => Some(model.text.opening(opening).to_owned()),
        Choice::Reply(opening, reply) => Some(model.text.opening_with(opening, reply)),
        Choice::Unnamed(_, reply) => {
            let moves = first_moves.moves().iter().take(1 + usize::from(reply.is_some()));
            written(model, moves.copied())
        }
    }
}

/// The first moves of a game in the user's notation.
fn written(model: &Model<'_>, moves: impl Iterator<Item = Move>) -> Option<String> {
    let mut position = Position::start();
    let mut words = Vec::new();
    for mv in moves {
        position.validate(mv).ok()?;
        words.push(MoveNotation::of(&position, mv).text(model.app.desk().notation()).to_owned());
        position.make(mv);
    }
    Some(words.join(" "))
}
