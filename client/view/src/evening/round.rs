//! A round of an evening: who plays whom, how it stands, and why they meet.

use super::table::{Heading, RowView, TableView};
use super::words::{Words, until};
use crate::{Button, Fact, Model, Rows, Tone};
use chuhe_model::actions::action::LobbyAction;
use chuhe_model::actions::evening_action::{EveningAction, ExplainedPair};
use chuhe_model::evening::Evening;
use chuhe_model::evening::live::LiveBoard;
use chuhe_rules::Color;
use chuhe_tournaments::{Board, BoardId, Phase, PlayerId, Round};

/// Which round is shown, and the buttons to the one before and after it.
pub(super) fn turn(model: &Model<'_>, evening: &Evening) -> Option<(Fact, Vec<Button>)> {
    let (text, shown) = (model.text.evening(), evening.shown_round());
    let last = evening.tournament().state().round_count();
    let system = evening.tournament().regulations().system;
    let said = Fact::new("evening.round.shown", text.turn(system, shown));
    let [before_label, after_label] = if system.is_arena() {
        [text.arena_earlier, text.arena_later]
    } else {
        [text.earlier_round, text.later_round]
    };
    let button = |id: &'static str, label: &str, round: u16, is_there: bool| {
        let permit = if is_there { Ok(()) } else { Err(String::new()) };
        Button::new(id, label, EveningAction::Round(round)).permit(permit)
    };
    let before = shown.saturating_sub(1);
    let earlier = button("evening.round.earlier", before_label, before, shown > 1);
    // the last one stays the last one when another is paired
    let after = if shown.saturating_add(1) >= last { 0 } else { shown.saturating_add(1) };
    let later = button("evening.round.later", after_label, after, shown < last);
    (last > 0).then_some((said, vec![earlier, later]))
}

/// The boards of the shown round, and who has the bye.
pub(super) fn table<'a>(model: &Model<'a>, evening: &'a Evening) -> TableView<'a> {
    let (text, shown) = (model.text.evening(), evening.shown_round());
    let system = evening.tournament().regulations().system;
    let rounds = &evening.tournament().state().rounds;
    let round = usize::from(shown).checked_sub(1).and_then(|at| rounds.get(at));
    let boards = round.map_or(0, |round| round.boards.len());
    let count = boards + usize::from(round.is_some_and(|round| round.bye.is_some()));
    let runs = evening.live().boards.iter().any(|it| it.board.round == shown && it.game.is_some());
    let model = *model;
    TableView {
        id: "evening.boards",
        heading: if shown == 0 { text.page_round.to_owned() } else { text.turn(system, shown) },
        number: Heading::new(text.board, boards.to_string()),
        names: vec![text.red, text.black],
        details: "",
        values: Vec::new(),
        button: runs.then(|| text.watch.to_owned()),
        has_presence: false,
        empty: Fact::new("evening.boards.empty", text.no_turn(system)).tone(Tone::Remark),
        rows: Rows {
            count,
            row: Box::new(move |at| {
                let row = round.map(|round| match round.boards.get(at) {
                    Some(board) => of_board(&model, evening, shown, at, board),
                    None => of_bye(&model, evening, shown, round),
                });
                row.unwrap_or_default()
            }),
        },
    }
}

fn of_board(model: &Model<'_>, evening: &Evening, round: u16, at: usize, it: &Board) -> RowView {
    let words = Words::of(model, evening);
    let board = u16::try_from(at + 1).unwrap_or(u16::MAX);
    let id = BoardId { round, board };
    let live = evening.live().board(id);
    let names = [it.seats.red, it.seats.black].map(|id| words.name(id));
    let (detail, tone) = state(model, evening, id, it, live);
    let explain = EveningAction::Explain(Some(ExplainedPair { round, board: Some(board) }));
    let game = live.and_then(|live| live.game).filter(|_| it.outcome.is_none());
    let watch = game.map(|game| {
        let watch = Button::new(
            format!("evening.watch.{board}"),
            model.text.evening().watch,
            LobbyAction::Watch(game),
        );
        watch.permit(model.online())
    });
    let late_at = live.filter(|live| live.game.is_none() && it.outcome.is_none()).and_then(|it| it.late_at);
    let is_own = evening.part().player.is_some_and(|me| it.side_of(me).is_some());
    RowView {
        id: board.to_string(),
        number: board.to_string(),
        open: Some(Button::new(format!("evening.boards.{board}"), names.join(" – "), explain)),
        names: names.into(),
        between: it.outcome.map(|outcome| words.result(outcome)).unwrap_or_default(),
        details: Some(detail).filter(|it| !it.is_empty()).into_iter().collect(),
        late: late_at.map(|at| until(model, at)),
        tone,
        is_own,
        // who plays here sits down and does not watch
        buttons: watch.filter(|_| !is_own).into_iter().collect(),
        ..RowView::default()
    }
}

/// What happens at a board.
pub(super) fn state(
    model: &Model<'_>,
    evening: &Evening,
    id: BoardId,
    it: &Board,
    live: Option<&LiveBoard>,
) -> (String, Tone) {
    let (text, words) = (model.text.evening(), Words::of(model, evening));
    if evening.live().objection(id).is_some() {
        return (text.objected.to_owned(), Tone::Warning);
    }
    let Some(live) = live.filter(|_| it.outcome.is_none()) else {
        let wooden = match (it.outcome, words.state().phase) {
            (Some(_), _) => "",
            // an arena has ended meanwhile
            (None, Phase::Ended) => text.score_void,
            (None, Phase::Entry | Phase::Running) => text.board_wooden,
        };
        return (wooden.to_owned(), Tone::Remark);
    };
    if evening.live().stands(id) {
        return (text.board_paused.to_owned(), Tone::Warning);
    }
    let absent: Vec<PlayerId> =
        Color::ALL.into_iter().filter(|side| !live.here[*side]).map(|side| it.seats[side]).collect();
    match (live.game, live.late_at, absent.as_slice()) {
        (Some(_), ..) => (text.board_playing.to_owned(), Tone::Good),
        (None, Some(at), [one]) => (text.board_late(&words.name(*one), &until(model, at)), Tone::Warning),
        (None, Some(at), [_, _]) => (text.board_both_late(&until(model, at)), Tone::Warning),
        (None, ..) => (text.board_waiting.to_owned(), Tone::Plain),
    }
}

fn of_bye(model: &Model<'_>, evening: &Evening, round: u16, it: &Round) -> RowView {
    let (text, words) = (model.text.evening(), Words::of(model, evening));
    let name = it.bye.map(|id| words.name(id)).unwrap_or_default();
    let explain = EveningAction::Explain(Some(ExplainedPair { round, board: None }));
    RowView {
        id: "bye".to_owned(),
        open: Some(Button::new("evening.boards.bye", name.as_str(), explain)),
        names: vec![name],
        details: vec![text.bye.to_owned()],
        tone: Tone::Remark,
        is_own: it.bye.is_some() && it.bye == evening.part().player,
        ..RowView::default()
    }
}
