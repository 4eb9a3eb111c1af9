//! The commands of the text mode that concern the record under review.

use super::reply::Reply;
use super::{boards, menu};
use chuhe_app::App;
use chuhe_model::actions::verb::Verb;
use chuhe_model::review::Review;
use chuhe_model::table::typed_move::MoveTyping as _;
use chuhe_rules::clock::Timestamp;
use chuhe_view::review::{ReviewView, said, shown};
use chuhe_view::{Model, Part};

/// Answers a command about the record; `None` if it does not concern records.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other commands are about games and servers")]
pub(super) fn command(app: &App, review: &Review, verb: Verb, rest: &str, now: Timestamp) -> Option<Reply> {
    let text = app.desk().text();
    let lines = match verb {
        Verb::Leave => return Some(menu::press(app, now, &["review.close"], "")),
        Verb::Status => opened(app, review, now),
        Verb::Board => boards::rows(text, &boards::review_grid(app, review)?),
        Verb::Pieces | Verb::Where => match review.shown.replay().xiangqi() {
            Some(position) => boards::xiangqi_pieces(app, position, rest),
            None => boards::rows(text, &boards::review_grid(app, review)?),
        },
        Verb::Moves => {
            let names = review.candidates(app.desk().notation());
            vec![text.console().legal_moves(names.len() as u64, &names.join(text.list_comma))]
        }
        Verb::List => {
            let (tree, node) = (review.record.tree(), review.shown.node());
            let line = tree.line_to(node).into_iter().chain(tree.line_from(node));
            let lines: Vec<String> =
                line.filter_map(|node| said(&Model::of(app, now), review, node)).collect();
            if lines.is_empty() { vec![text.records.no_moves.to_owned()] } else { lines }
        }
        _ => return None,
    };
    Some(Reply::lines(lines))
}

/// Says which record is open, and what is shown of it.
pub(super) fn opened(app: &App, review: &Review, now: Timestamp) -> Vec<String> {
    let model = Model::of(app, now);
    let Some(described) = ReviewView::of(&model) else { return Vec::new() };
    let head = described.head;
    let facts = head.parts().into_iter();
    let facts = facts.filter_map(|part| if let Part::Fact(fact) = part { Some(fact.label) } else { None });
    std::iter::once(head.title).chain(facts).chain([shown(&model, review)]).collect()
}
