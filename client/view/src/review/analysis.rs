//! The analysis of a record: its buttons, what the engine says of the position, mistakes, and learning from them.

use super::super::coach::why;
use super::super::parts::all;
use super::super::{Button, Fact, Model, Part, Role, Tone};
use chuhe_app::evening_table::is_of_evening;
use chuhe_model::actions::action::TableAction;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::analysis::{Advantage, AnalysisAction};
use chuhe_model::review::{Practice, PracticeStep, Review};
use chuhe_model::table::MoveNotation;
use chuhe_records::NodeId;
use chuhe_rules::Color;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::Move;
use chuhe_texts::Text;
use std::borrow::Cow;

/// The analysis of a record of xiangqi.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisView {
    /// What the engine can be asked for, in a row.
    pub buttons: Vec<Button>,
    /// The question about a mistake, or what the attempt was, while the user learns from mistakes.
    pub practice: Option<Fact>,
    /// What the user can do about it.
    pub answers: Vec<Button>,
    /// What the engine says of the shown position, while it is analysed.
    pub position: Option<PositionView>,
    /// What was better than the shown move.
    pub better: Option<LineView>,
    /// Why the shown move is a mistake, in one sentence.
    pub reason: Option<Fact>,
    /// What there is for a beginner, in place of all other tools.
    pub few: Vec<Button>,
}

/// What the engine says of the shown position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionView {
    /// The advantage of red, or that the engine thinks.
    pub score: String,
    /// The chance that red wins, from 0 to 1.
    pub chance: f32,
    /// How deep and how fast the engine searches; empty until it is known.
    pub search: String,
    /// The best lines, the best first.
    pub lines: Vec<LineView>,
}

/// A line that the engine found.
#[derive(Clone, Debug, PartialEq)]
pub struct LineView {
    /// The advantage of red at its end, or what it is better than.
    pub score: String,
    /// Its moves.
    pub moves: Vec<String>,
    /// Plays its first move, or adds it to the record. The label says all of it.
    pub play: Button,
}

impl AnalysisView {
    pub(super) fn of(model: &Model<'_>, review: &Review) -> Option<Self> {
        let (practice, is_simple) = (review.analysis.practice(), is_simple(model, review));
        review.record.can_be_analysed().then(|| Self {
            // the question is where they were
            buttons: if practice.is_none() && !is_simple { buttons(model, review) } else { Vec::new() },
            few: if practice.is_none() && is_simple { few(model, review) } else { Vec::new() },
            practice: practice.map(|practice| asked(model, review, practice)),
            answers: practice.map_or_else(Vec::new, |practice| answers(model, practice)),
            position: position(model, review),
            better: better(model, review),
            reason: reason(model, review),
        })
    }

    pub(super) fn parts(self) -> Vec<Part> {
        let Self { buttons, practice, answers, position, better, reason, few } = self;
        let bar =
            position.as_ref().map(|it| Fact::new("analysis.bar", format!("{} {}", it.score, it.search)));
        let lines = position.into_iter().flat_map(|it| it.lines).chain(better).map(|line| line.play);
        all(buttons)
            .chain(all(few))
            .chain(all(practice))
            .chain(all(answers))
            .chain(all(bar))
            .chain(all(reason))
            .chain(all(lines))
            .collect()
    }
}

fn button(id: impl Into<Cow<'static, str>>, label: &str, action: AnalysisAction) -> Button {
    Button::new(id, label, ReviewAction::Analysis(action))
}

fn buttons(model: &Model<'_>, review: &Review) -> Vec<Button> {
    let (text, analysis) = (model.text.analysis(), &review.analysis);
    let progress = analysis.progress().map(|(done, all)| text.progress(done, all));
    let whole = progress.as_deref().unwrap_or(text.whole_game);
    // a page has one engine
    let (options, options_hint) = if model.app.desk().is_page() {
        (text.options, text.settings_hint)
    } else {
        (text.engine, text.engine_hint)
    };
    let can_practise = !review.mistakes_to_practise().is_empty();
    let can_annotate = analysis.mistakes(review.record.tree()).next().is_some();
    let (why_no_practice, why_nothing_to_add) = if !can_practise && analysis.is_complete(&review.record) {
        let found = if review.has_marked_moves() { text.only_inaccuracies } else { text.no_mistakes };
        (found, text.none_found)
    } else {
        (text.no_mistakes_known, text.nothing_to_add)
    };
    let mut buttons = vec![
        button("analysis.on", text.analyse, AnalysisAction::Toggle)
            .hint(text.analyse_hint)
            .chosen(analysis.is_on()),
        button("analysis.whole", whole, AnalysisAction::WholeGame)
            .hint(text.whole_game_hint)
            .chosen(progress.is_some())
            .lacks(review.record.tree().ply_count() > 0, model.text.records.without_moves),
        button("analysis.practise", text.practise, AnalysisAction::Practise)
            .hint(text.practise_hint)
            .lacks(can_practise, why_no_practice),
        button("analysis.annotate", text.annotate, AnalysisAction::Annotate)
            .hint(text.annotate_hint)
            .lacks(can_annotate, why_nothing_to_add),
        button("analysis.options", options, AnalysisAction::AskOptions).hint(options_hint),
    ];
    if may_be_simple(model, review) {
        buttons.push(button(
            "review.tools",
            model.text.records.fewer_tools,
            AnalysisAction::MoreTools(false),
        ));
    }
    buttons
}

/// Whether a beginner reviews a game that was played here.
fn may_be_simple(model: &Model<'_>, review: &Review) -> bool {
    let is_beginner = model.app.desk().settings.experience.is_beginner();
    review.seen.is_some() && review.record.can_be_analysed() && is_beginner
}

/// Whether the review has only what a beginner needs.
pub(super) fn is_simple(model: &Model<'_>, review: &Review) -> bool {
    may_be_simple(model, review) && !model.app.desk().settings.experience.more_tools
}

/// What a beginner needs.
fn few(model: &Model<'_>, review: &Review) -> Vec<Button> {
    let (text, records) = (model.text.analysis(), model.text.records);
    let has_moves = review.record.tree().ply_count() > 0;
    let progress = review.analysis.progress().map(|(done, all)| text.progress(done, all));
    let find = button(
        "review.mistakes",
        progress.as_deref().unwrap_or(text.find_mistakes),
        AnalysisAction::FindMistakes,
    );
    let replay = if review.shown.is_playing() { records.stop_replay } else { records.replay };
    let is_at_table = review.seen.is_some_and(|seen| seen.is_at_table);
    let table = model.app.sessions().table().filter(|_| is_at_table);
    // a game of a tournament has none
    let again = table.filter(|table| !is_of_evening(model.app.sessions(), table)).map(|table| {
        let permits = table.permits(model.now, model.app.sessions().link().is_joined());
        let again = Button::new("review.again", model.text.rematch, TableAction::Offer(OfferKind::Rematch));
        again.permit(model.permit(permits.offer(OfferKind::Rematch)))
    });
    let find = find.role(Role::Primary).hint(text.practise_hint).lacks(has_moves, records.without_moves);
    let replay = Button::new("review.replay", replay, ReviewAction::Play);
    let more = button("review.tools", records.more_tools, AnalysisAction::MoreTools(true));
    let few = [find, replay.lacks(has_moves, records.without_moves)].into_iter().chain(again);
    few.chain([more.hint(records.more_tools_explained)]).collect()
}

/// The advantage of red in pawns, or how a side wins.
fn advantage(text: &Text, advantage: Advantage) -> String {
    match advantage {
        Advantage::Centipawns(centipawns) => format!("{:+.2}", centipawns as f32 / 100.0).replace('-', "−"),
        Advantage::Mate(winner, moves) => text.analysis().mate(winner, moves),
        Advantage::Ruling(winner) => text.analysis().ruling(winner).to_owned(),
    }
}

/// The moves of a line after a node, as they are written, with the numbers of the rounds as the list of moves has them.
///
/// The number stands before the move of the side that begins the round; a line of the other side begins with `1…`.
fn written(model: &Model<'_>, review: &Review, after: NodeId, moves: &[(Move, MoveNotation)]) -> Vec<String> {
    let (first, number) = review.record.first();
    let begins_round = usize::from(first == Color::Black);
    let plies_before = review.record.tree().ply(after) + begins_round;
    let numbered = moves.iter().enumerate().map(|(index, (_, mv))| {
        let plies = plies_before + index;
        let (number, mv) = (number + plies / 2, mv.text(model.app.desk().notation()));
        match (plies % 2, index) {
            (0, _) => format!("{number}. {mv}"),
            (_, 0) => format!("{number}… {mv}"),
            _ => mv.to_owned(),
        }
    });
    numbered.collect()
}

fn position(model: &Model<'_>, review: &Review) -> Option<PositionView> {
    let (text, analysis, shown) = (model.text, &review.analysis, review.shown.node());
    if !analysis.is_on() || analysis.practice().is_some() {
        return None;
    }
    // that of the best line while there is one, so that the bar and the line say the same
    let best = analysis.lines(shown).first().map(|line| &line.evaluation);
    let known = best.or_else(|| analysis.evaluation(shown));
    let search = analysis.search_of(shown);
    let lines = analysis.lines(shown).iter().enumerate().map(|(rank, line)| {
        let (score, moves) =
            (advantage(text, line.evaluation.advantage()), written(model, review, shown, &line.moves));
        let label = format!("{score} {}", moves.join(" "));
        let play = button(format!("analysis.line.{rank}"), &label, AnalysisAction::PlayLine(rank));
        LineView { score, moves, play }
    });
    Some(PositionView {
        score: known
            .map_or_else(|| text.analysis().thinking.to_owned(), |known| advantage(text, known.advantage())),
        chance: known.map_or(0.5, |known| known.chance(Color::Red)),
        search: search.map_or_else(String::new, |search| text.analysis().search(search)),
        lines: lines.collect(),
    })
}

fn better(model: &Model<'_>, review: &Review) -> Option<LineView> {
    let (node, text, record) = (review.shown.node(), model.text.analysis(), &review.record);
    let judged = review.analysis.judgement(record.tree(), node);
    let (judgement, line) = judged.filter(|_| review.analysis.practice().is_none())?;
    let parent = record.tree().parent(node)?;
    let moves = written(model, review, parent, &record.notations(parent, line));
    // the texts end with the line
    let score = text.better(judgement, "").trim_end().to_owned();
    let label = text.better(judgement, &moves.join(" "));
    Some(LineView { score, moves, play: button("analysis.better", &label, AnalysisAction::AddBetter) })
}

fn reason(model: &Model<'_>, review: &Review) -> Option<Fact> {
    let (reason, position) = review.reason()?;
    Some(Fact::new("analysis.reason", why(model, reason, &position)).tone(Tone::Wrong))
}

/// The question of a practice, or what the attempt was.
fn asked(model: &Model<'_>, review: &Review, practice: &Practice) -> Fact {
    let (text, record, mistake) = (model.text.analysis(), &review.record, practice.mistake());
    let played =
        record.labels().get(mistake).map(|label| model.app.desk().move_text(label)).unwrap_or_default();
    let (said, tone) = match practice.step() {
        PracticeStep::Asked => (text.question_at(practice.place(), &played), Tone::Plain),
        PracticeStep::Checking(_) => (text.checking.to_owned(), Tone::Remark),
        PracticeStep::Wrong => (text.wrong.to_owned(), Tone::Wrong),
        PracticeStep::Right => (text.right.to_owned(), Tone::Good),
        PracticeStep::Solved => {
            let parent = record.tree().parent(mistake);
            let best = parent.and_then(|parent| Some((parent, review.analysis.evaluation(parent)?)));
            let line = best
                .map(|(parent, best)| written(model, review, parent, &record.notations(parent, &best.line)));
            (text.solution(&line.unwrap_or_default().join(" ")), Tone::Plain)
        }
        PracticeStep::Done => {
            let (found, all) = practice.score();
            let said = if all == 0 { text.no_mistakes.to_owned() } else { text.practised(all, found) };
            (said, Tone::Good)
        }
    };
    Fact::new("analysis.question", said).tone(tone)
}

/// What the user can do about the question of a practice.
fn answers(model: &Model<'_>, practice: &Practice) -> Vec<Button> {
    let text = model.text.analysis();
    let step = practice.step();
    let (is_done, can_retry) = (step == PracticeStep::Done, step == PracticeStep::Wrong);
    let why_shown = if is_done { text.no_more_mistakes } else { text.is_solved };
    vec![
        button("practice.again", text.try_again, AnalysisAction::TryAgain)
            .lacks(can_retry, text.nothing_to_retry),
        button("practice.solve", text.solve, AnalysisAction::Solve)
            .lacks(!is_done && step != PracticeStep::Solved, why_shown),
        button("practice.next", text.next_mistake, AnalysisAction::NextMistake)
            .lacks(!is_done, text.no_more_mistakes),
        button("practice.end", text.end_practice, AnalysisAction::Practise),
    ]
}
