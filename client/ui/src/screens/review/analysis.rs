//! The analysis above the move list: buttons, evaluation bar, lines, mistakes and the graph.

use super::graph;
use super::panel::{Edit, SMALL, row_of};
use crate::screens::disabled::lacks;
use crate::screens::parts;
use crate::screens::view::View;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::analysis::{Advantage, AnalysisAction, Evaluation};
use chuhe_model::review::{Line, PracticeStep, Review};
use chuhe_model::table::MoveNotation;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Move;
use egui::{Align2, Rect, Ui, pos2, vec2};

const GAP: f32 = 6.0;
/// The height of the evaluation bar, and of a line.
const BAR: f32 = 20.0;
const LINE: f32 = 23.0;
/// The width of the score before a line.
const SCORE: f32 = 62.0;
/// The height of the question and the answers of a practice.
const QUESTION: f32 = 44.0;

/// The parts that are shown, from the top.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    practice: bool,
    lines: usize,
    mistake: bool,
    graph: bool,
    /// How many rows the buttons above take: five of them have no room in one of a phone.
    rows: usize,
    /// The height of a row of buttons, and of a line to click.
    row: f32,
    line: f32,
}

impl Parts {
    fn of(view: &View<'_>, review: &Review) -> Self {
        let analysis = review.analysis();
        let practice = analysis.practice().is_some();
        let is_on = analysis.is_on() && !practice;
        Self {
            practice,
            lines: if is_on { view.app.settings().analysis.lines } else { 0 },
            mistake: !practice && review.judgement(review.node()).is_some(),
            graph: graph::has_one(review),
            rows: if view.area.form.is_phone() && can_annotate(review) { 2 } else { 1 },
            row: if view.area.form.is_phone() { theme::TOUCH } else { SMALL },
            line: if view.area.form.is_phone() { theme::TOUCH } else { LINE },
        }
    }

    /// The height of the buttons above.
    fn buttons(self) -> f32 {
        self.row * self.rows as f32 + GAP * (self.rows - 1) as f32
    }

    fn height(self) -> f32 {
        let part = |shown: bool, height: f32| if shown { height + GAP } else { 0.0 };
        self.buttons()
            + part(self.practice, QUESTION + GAP + self.row)
            + part(self.lines > 0, BAR + self.line * self.lines as f32)
            + part(self.mistake, self.line)
            + part(self.graph, graph::HEIGHT)
    }
}

/// The height that the analysis of this record needs; 0 if it has none.
pub(super) fn height(view: &View<'_>, review: &Review) -> f32 {
    if review.can_be_analysed() { Parts::of(view, review).height() } else { 0.0 }
}

/// Shows the analysis.
pub(super) fn show(view: &View<'_>, ui: &mut Ui, review: &Review, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let parts = Parts::of(view, review);
    let mut top = place.top();
    let mut next = |height: f32| {
        let rect = Rect::from_min_size(pos2(place.left(), top), vec2(place.width(), height));
        top += height + GAP;
        rect
    };
    buttons(view, ui, review, (next(parts.buttons()), parts), actions);
    if parts.practice {
        practice(view, ui, review, next(QUESTION), actions);
        answers(view, ui, review, next(parts.row), actions);
    }
    if parts.lines > 0 {
        let all = next(BAR + parts.line * parts.lines as f32);
        let (bar, rest) = all.split_top_bottom_at_y(all.top() + BAR);
        evaluation_bar(view, ui, review, bar);
        lines(view, ui, review, rest, actions);
    }
    if parts.mistake {
        mistake(view, ui, review, next(parts.line), actions);
    }
    if parts.graph {
        graph::show(view, ui, review, next(graph::HEIGHT), actions);
    }
}

const fn act(action: AnalysisAction) -> ReviewAction {
    ReviewAction::Analysis(action)
}

/// Whether the mistakes that the engine found can be written into the record.
fn can_annotate(review: &Review) -> bool {
    review.mistakes().next().is_some() && review.analysis().practice().is_none()
}

fn buttons(
    view: &View<'_>,
    ui: &mut Ui,
    review: &Review,
    (place, parts): (Rect, Parts),
    actions: &mut Vec<Action>,
) {
    let (text, analysis) = (view.text.analysis, review.analysis());
    let progress = analysis.progress().map(|(done, all)| text.progress(done, all));
    let practises = analysis.practice().is_some();
    let button = |name, (label, hint), lacks, chosen, action| Edit {
        name,
        label,
        hint,
        lacks,
        chosen,
        action: act(action),
    };
    // a page has one engine
    let options =
        if view.app.is_page() { (text.options, text.settings_hint) } else { (text.engine, text.engine_hint) };
    let whole = (progress.as_deref().unwrap_or(text.whole_game), text.whole_game_hint);
    let mut row = vec![
        button(
            "analysis.on",
            (text.analyse, text.analyse_hint),
            None,
            analysis.is_on(),
            AnalysisAction::Toggle,
        ),
        button(
            "analysis.whole",
            whole,
            lacks(review.tree().ply_count() > 0, view.text.records.without_moves),
            progress.is_some(),
            AnalysisAction::WholeGame,
        ),
        button(
            "analysis.practise",
            (text.practise, text.practise_hint),
            lacks(practises || !review.mistakes_to_practise().is_empty(), text.no_mistakes_known),
            practises,
            AnalysisAction::Practise,
        ),
        button("analysis.options", options, None, false, AnalysisAction::AskOptions),
    ];
    if can_annotate(review) {
        let annotate = (text.annotate, text.annotate_hint);
        row.insert(3, button("analysis.annotate", annotate, None, false, AnalysisAction::Annotate));
    }
    for (n, row) in row.chunks(row.len().div_ceil(parts.rows)).enumerate() {
        let at = place.min + vec2(0.0, (parts.row + GAP) * n as f32);
        row_of(view, ui, Rect::from_min_size(at, vec2(place.width(), parts.row)), row, actions);
    }
}

/// Shows the chances of red and black, and the advantage.
fn evaluation_bar(view: &View<'_>, ui: &mut Ui, review: &Review, place: Rect) {
    let known = review.analysis().evaluation(review.node());
    let label = known
        .map_or_else(|| view.text.analysis.thinking.to_owned(), |known| advantage(view, known.advantage()));
    let (at, font) = (place.left_center(), theme::bold(theme::TEXT));
    let said = parts::text(ui, at, Align2::LEFT_CENTER, &label, font, view.theme.ink, place.width() / 2.0);
    let left = (place.left() + SCORE).max(said.right() + 6.0);
    let bar = Rect::from_min_max(pos2(left, place.top() + 5.0), place.max - vec2(0.0, 5.0));
    let chance = known.map_or(0.5, |known| known.chance(Color::Red));
    ui.painter().rect_filled(bar, 4.0, view.theme.pieces.black.ink);
    let red = bar.with_max_x(bar.left() + bar.width() * chance);
    ui.painter().rect_filled(red, 4.0, view.theme.pieces.red.ink);
    // in dark colours black's part is as dark as what is behind it
    let edge = egui::Stroke::new(1.0, view.theme.sub);
    ui.painter().rect_stroke(bar, 4.0, edge, egui::StrokeKind::Outside);
    let middle = bar.center().x;
    ui.painter().vline(middle, bar.y_range(), egui::Stroke::new(1.0, view.theme.paper));
    let depth = known.map_or(0, |known: &Evaluation| known.depth);
    let response = ui.interact(place, ui.id().with("analysis.bar"), egui::Sense::hover());
    crate::widgets::ui_trace::record(ui, "analysis.bar", &format!("{label} {depth}"), &response);
}

/// The advantage of red in pawns, or how a side wins.
fn advantage(view: &View<'_>, advantage: Advantage) -> String {
    match advantage {
        Advantage::Centipawns(centipawns) => format!("{:+.2}", centipawns as f32 / 100.0).replace('-', "−"),
        Advantage::Mate(winner, moves) => view.text.analysis.mate(winner, moves),
        Advantage::Ruling(winner) => view.text.analysis.ruling(winner).to_owned(),
    }
}

fn moves_text(view: &View<'_>, moves: &[(Move, MoveNotation)]) -> String {
    let words: Vec<&str> = moves.iter().map(|(_, mv)| mv.text(view.app.notation())).collect();
    words.join(" ")
}

fn lines(view: &View<'_>, ui: &mut Ui, review: &Review, place: Rect, actions: &mut Vec<Action>) {
    let height = theme::height(ui.ctx(), LINE);
    let row = |rank: usize| {
        let at = pos2(place.left(), place.top() + height * rank as f32);
        Rect::from_min_size(at, vec2(place.width(), height))
    };
    let shown = (place.height() / height).round() as usize;
    for (rank, Line { moves, advantage: score, depth: _ }) in review.lines().iter().take(shown).enumerate() {
        let (rect, text) = (row(rank), moves_text(view, moves));
        let response = parts::clickable(ui, rect, &format!("analysis.line.{rank}"), &text, false);
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, theme::RADIUS_MARK, view.theme.jade_wash);
        }
        let font = theme::plain(theme::TEXT_SMALL);
        let (at, score) = (rect.left_center(), advantage(view, *score));
        let (wide, ink) = (rect.width() / 2.0, view.theme.sub);
        let said = parts::text(ui, at, Align2::LEFT_CENTER, &score, font.clone(), ink, wide);
        let left = (rect.left() + SCORE).max(said.right() + 6.0);
        let words: Vec<String> =
            moves.iter().map(|(_, mv)| mv.text(view.app.notation()).to_owned()).collect();
        let at = pos2(left, rect.center().y);
        // no move is cut in its middle
        parts::first_that_fit(ui, at, (&words, " "), (font, view.theme.ink), rect.right() - left);
        if response.clicked() {
            actions.push(Action::Review(act(AnalysisAction::PlayLine(rank))));
        }
    }
}

/// Shows what was better than the shown move.
fn mistake(view: &View<'_>, ui: &mut Ui, review: &Review, place: Rect, actions: &mut Vec<Action>) {
    let node = review.node();
    let (Some((judgement, line)), Some(parent)) = (review.judgement(node), review.tree().parent(node)) else {
        return;
    };
    let moves = review.notations(parent, line);
    let (font, wide) = (theme::plain(theme::TEXT_SMALL), place.width() - 16.0);
    let say = |count: usize| view.text.analysis.better(judgement, &moves_text(view, &moves[..count]));
    // no move is cut in its middle
    let fits =
        |count: &usize| !parts::line(ui.ctx(), &say(*count), font.clone(), view.theme.ink, wide).elided;
    let message = say((1..=moves.len()).rev().find(fits).unwrap_or(moves.len().min(1)));
    let response = parts::clickable(ui, place, "analysis.better", &message, false);
    let hot = response.hovered() || response.has_focus();
    ui.painter().rect_filled(
        place,
        theme::RADIUS_MARK,
        if hot { view.theme.jade_wash } else { view.theme.gold_wash },
    );
    let at = place.left_center() + vec2(8.0, 0.0);
    parts::text(ui, at, Align2::LEFT_CENTER, &message, font, view.theme.ink, wide);
    if response.clicked() {
        actions.push(Action::Review(act(AnalysisAction::AddBetter)));
    }
}

/// Shows the question of a practice, or what the attempt was.
fn practice(view: &View<'_>, ui: &mut Ui, review: &Review, place: Rect, _: &mut Vec<Action>) {
    let Some(practice) = review.analysis().practice() else { return };
    let text = view.text.analysis;
    let mistake = practice.mistake();
    let played = review.label(mistake).map(|label| view.app.move_text(label)).unwrap_or_default();
    let (message, ink) = match practice.step() {
        PracticeStep::Asked => (text.question_at(practice.place(), &played), view.theme.ink),
        PracticeStep::Checking(_) => (text.checking.to_owned(), view.theme.sub),
        PracticeStep::Wrong => (text.wrong.to_owned(), view.theme.red),
        PracticeStep::Right => (text.right.to_owned(), view.theme.jade),
        PracticeStep::Solved => {
            let line = review.tree().parent(mistake).and_then(|parent| {
                let best = review.analysis().evaluation(parent)?;
                Some(moves_text(view, &review.notations(parent, &best.line)))
            });
            (text.solution(&line.unwrap_or_default()), view.theme.ink)
        }
    };
    ui.painter().rect_filled(place, theme::RADIUS_MARK, view.theme.jade_wash);
    let at = place.min + vec2(10.0, 5.0);
    parts::paragraph(ui, at, &message, theme::plain(14.0), ink, place.width() - 20.0);
    let response = ui.interact(place, ui.id().with("analysis.question"), egui::Sense::hover());
    crate::widgets::ui_trace::record(ui, "analysis.question", &message, &response);
}

/// Shows what the user can do about the question.
fn answers(view: &View<'_>, ui: &mut Ui, review: &Review, place: Rect, actions: &mut Vec<Action>) {
    let Some(practice) = review.analysis().practice() else { return };
    let text = view.text.analysis;
    let is_done = matches!(practice.step(), PracticeStep::Right | PracticeStep::Solved);
    let can_retry = practice.step() == PracticeStep::Wrong;
    let button = |name, label, lacks, action| Edit {
        name,
        label,
        hint: label,
        lacks,
        chosen: false,
        action: act(action),
    };
    let row = [
        button(
            "practice.again",
            text.try_again,
            lacks(can_retry, text.nothing_to_retry),
            AnalysisAction::TryAgain,
        ),
        button("practice.solve", text.solve, lacks(!is_done, text.is_solved), AnalysisAction::Solve),
        button("practice.next", text.next_mistake, None, AnalysisAction::NextMistake),
        button("practice.end", text.end_practice, None, AnalysisAction::Practise),
    ];
    row_of(view, ui, place, &row, actions);
}
