//! Why a pair meets, or why a player has the bye.

use super::words::Words;
use crate::{Button, Fact, Group, Model, Tone, parts};
use chuhe_model::actions::evening_action::{EveningAction, ExplainedPair};
use chuhe_model::evening::Evening;
use chuhe_model::evening::figures::shown_words;
use chuhe_tournaments::PlayerId;

/// The explanation that is open, as a dialog.
pub(super) fn dialog(model: &Model<'_>, evening: &Evening) -> Option<Group> {
    let (text, words) = (model.text.evening(), Words::of(model, evening));
    let ExplainedPair { round, board } = evening.chosen.explained?;
    let paired = words.state().rounds.get(usize::from(round).checked_sub(1)?)?;
    let at = board.map_or(paired.boards.len(), |board| usize::from(board).saturating_sub(1));
    let heading = board.map_or_else(|| text.bye.to_owned(), |board| text.why_board(board));
    let explanation = evening.explanations(round).and_then(|all| all.get(at));
    let names = explanation.map(|it| {
        let names = words.names(it.players.into_iter().flatten());
        Fact::new("evening.why.names", names)
    });
    let said = explanation.map(|it| words.explained(it)).unwrap_or_default();
    let by_hand = paired
        .by_hand
        .as_ref()
        .filter(|_| explanation.is_some_and(|it| it.meeting == chuhe_tournaments::Meeting::ByHand));
    let by_hand = by_hand.map(|why| Fact::new("evening.why.by_hand", shown_words(why)).tone(Tone::Remark));
    let said = said.into_iter().enumerate().map(|(at, said)| Fact::new(format!("evening.why.{at}"), said));
    let me = evening.part().player;
    let players: Vec<PlayerId> = explanation.into_iter().flat_map(|it| it.players).flatten().collect();
    // who does not play the user here is asked after
    let others: Vec<Button> = me.filter(|me| !players.contains(me)).map_or_else(Vec::new, |me| {
        let ask = |other: &PlayerId| {
            let label = text.why_not(&words.name(me), &words.name(*other));
            Button::new(
                format!("evening.why.not.{}", other.0),
                label,
                EveningAction::WhyNot(me, Some(*other)),
            )
        };
        players.iter().map(ask).collect()
    });
    let answer = words.why_not(evening).into_iter().enumerate();
    let answer =
        answer.map(|(at, said)| Fact::new(format!("evening.why.answer.{at}"), said).tone(Tone::Warning));
    let close = Button::new("evening.why.close", model.text.close, EveningAction::Explain(None));
    Some(Group::dialog("evening.why", heading, parts![names, said, by_hand, others, answer], vec![close]))
}
