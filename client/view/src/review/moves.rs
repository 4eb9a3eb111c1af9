//! The moves of a record in words: the title, the shown move, and each move with what the record says of it.

use super::super::Model;
use chuhe_model::review::{Label, RecordedTime, Review, glyph_of};
use chuhe_protocol::CountsAs;
use chuhe_records::{NodeId, tag};
use chuhe_rules::Color;
use chuhe_texts::Text;

/// The players, or else the name of the file.
pub(super) fn title(model: &Model<'_>, review: &Review) -> String {
    let [red, black] = Color::ALL.map(|side| review.record.player(side).trim());
    match (red, black) {
        ("", "") if review.file.name.is_empty() => model.text.records.untitled.to_owned(),
        ("", "") => review.file.name.to_owned(),
        _ => players(model.text, [red, black]),
    }
}

/// The names of the players, with a dash for one that the record does not have.
pub(super) fn players(text: &Text, names: [&str; 2]) -> String {
    names.map(|name| if name.is_empty() { "—".into() } else { text.called(name) }).join(text.versus)
}

/// The date, the competition, what an operator has made of the game, and the file.
pub(super) fn details(text: &Text, review: &Review) -> Vec<String> {
    let tree = review.record.tree();
    let named = Color::ALL.into_iter().any(|side| !review.record.player(side).trim().is_empty());
    let file = if named { &*review.file.name } else { "" };
    let value = |name| tree.tag(name).map(str::trim).filter(|value| !value.starts_with('?'));
    let tags = [tag::DATE, tag::EVENT, tag::ROUND, tag::OPENING].map(value);
    let time = RecordedTime::of(tree).map(|time| match time {
        RecordedTime::Control(control) => text.clock.short(control),
        RecordedTime::Other(written) => written.to_owned(),
    });
    let counts_as =
        value(tag::CORRECTION).and_then(|it| CountsAs::ALL.into_iter().find(|all| all.tag() == it));
    let reason = value(tag::CORRECTION_REASON).unwrap_or_default();
    let correction = counts_as.map(|counts_as| text.correction(counts_as, reason));
    let shown = tags.into_iter().flatten().chain(time.as_deref()).chain(correction.as_deref()).chain([file]);
    shown.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The assessments of a move in the record, or else that of the engine.
#[must_use]
pub fn glyphs(review: &Review, node: NodeId) -> Vec<&'static str> {
    let of_record = review.record.tree().annotation(node).glyphs.iter().filter_map(|glyph| glyph.symbol());
    let of_record: Vec<_> = of_record.collect();
    let of_engine = || glyph_of(review.analysis.judgement(review.record.tree(), node)?.0).symbol();
    if of_record.is_empty() { of_engine().into_iter().collect() } else { of_record }
}

/// Says in a sentence who moved what where in luzhanqi, and what fell; empty for a move of xiangqi.
#[must_use]
pub fn explained(text: &Text, review: &Review, node: NodeId) -> String {
    let Some(Label::Luzhanqi(written)) = review.record.labels().get(node) else { return String::new() };
    text.ply_sentence(review.record.mover(node), None, written)
}

/// The move before the shown position, with its number, and whose turn it is.
#[must_use]
pub fn shown(model: &Model<'_>, review: &Review) -> String {
    let turn = review.shown.replay().side_to_move().map(|side| model.text.to_move(side));
    said(model, review, review.shown.node()).into_iter().chain(turn).collect::<Vec<_>>().join(" · ")
}

/// A move with its number and its assessments; `None` for the start.
#[must_use]
pub fn said(model: &Model<'_>, review: &Review, node: NodeId) -> Option<String> {
    let (text, label) = (model.text, review.record.labels().get(node)?);
    let (first, number) = review.record.first();
    let ply = review.record.tree().ply(node) + usize::from(first == Color::Black) - 1;
    let side = review.record.mover(node);
    let (written, checks) = match label {
        Label::Xiangqi(mv) => (model.app.desk().move_text(label), mv.checks),
        Label::Luzhanqi(_) => (explained(text, review, node), false),
    };
    let numbered = format!("{}. {}", number + ply / 2, text.labelled(text.color(side), &written));
    let glyphs = glyphs(review, node).into_iter().map(str::to_owned);
    let check = checks.then(|| text.in_check.to_owned());
    let lead = review.record.labels().lead(node).of_red();
    let lead = lead.map(|(side, lead)| text.table.side_is_ahead(text.color(side), &lead.to_string()));
    Some(std::iter::once(numbered).chain(glyphs).chain(check).chain(lead).collect::<Vec<_>>().join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::choices::lang::Lang;
    use chuhe_records::{GameTree, LuzhanqiStart};
    use chuhe_rules::PerColor;
    use chuhe_rules::luzhanqi::{BoardKind, Formation, Move, Options};

    const FORMATION: &str = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";

    #[test]
    fn a_move_of_luzhanqi_is_explained_in_a_sentence() {
        let formations = PerColor::splat(Formation::from_text(FORMATION).unwrap());
        let start = LuzhanqiStart { board: BoardKind::Classic, options: Options::default(), formations };
        let mut tree = GameTree::new(start);
        let mut replay = tree.replay();
        let moves = ["s11n15", "n12n22"].map(|mv| mv.parse::<Move>().unwrap());
        let [first, second] = moves.map(|mv| replay.play(&mut tree, mv).unwrap());
        let review = Review::new(tree.into());
        let text = Text::of(Lang::En);
        let battle = explained(text, &review, first);
        assert!(
            battle.contains("Red") && battle.contains("Marshal") && battle.contains("Brigadier"),
            "{battle}"
        );
        assert!(explained(text, &review, second).contains("Black"));
    }
}
