//! The review of a record: its players, steps, edits, analysis and files, and what its file needs to say.

mod analysis;
mod dialogs;
mod edits;
mod encodings;
mod games;
mod head;
mod moves;

use super::parts::all;
use super::table::typed_move;
use super::{Button, Choice, Fact, Field, Group, Model, Part, Role, guess};
pub use analysis::{AnalysisView, LineView, PositionView};
use chuhe_model::actions::action::{Action, LibraryAction};
use chuhe_model::actions::keys::KeyUse;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::layout::table_layout::BoardOf;
use chuhe_model::review::{Label, Review};
use chuhe_records::NodeId;
use chuhe_texts::Text;
pub use dialogs::dialog;
pub use edits::Edits;
pub use games::{FileGame, GamesView};
pub use head::Head;
pub use moves::{explained, glyphs, said, shown};

/// What the review offers and says, apart from the board, the list of moves and the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewView {
    /// What the record is, and what its file needs to say.
    pub head: Head,
    /// What the rules say about the repetition in the shown position.
    pub repetition: Option<Fact>,
    /// The engine and what it found; a record of luzhanqi has none.
    pub analysis: Option<AnalysisView>,
    /// The field for a typed move, while the shown position has one.
    pub typed: Option<Field>,
    /// The steps through the record, and the button in their middle that plays it.
    pub steps: Vec<Button>,
    /// The edits of the record, which a beginner does not see.
    pub edits: Edits,
    /// Whether the user sees little more than the moves, the steps and what there is for them in the analysis.
    pub is_simple: bool,
    /// Whether the field has the comment after the move or before it.
    pub comment_place: Option<Choice>,
    /// The field for the comment.
    pub comment: Field,
    /// The buttons for files, and the one that closes the review.
    pub files: Vec<Button>,
    /// Begins to guess the moves of a record of xiangqi that has some.
    pub guess: Option<Button>,
    /// Edits the players and the result.
    pub tags: Button,
    /// Lists the games of the file, if it has several.
    pub games: Option<Button>,
    /// Turns the board around.
    pub flip: Button,
    /// Opens the library.
    pub library: Button,
}

/// Copies the shown position.
pub const COPY: Action = Action::Review(ReviewAction::CopyFen);

/// Shows the position after this move of the record.
#[must_use]
pub fn go_to(node: NodeId) -> Action {
    ReviewAction::GoTo(node).into()
}

/// Opens the record in a text that the user pastes.
#[must_use]
pub fn paste(text: String) -> Action {
    ReviewAction::Paste(text).into()
}

impl ReviewView {
    /// The review on the screen; `None` without one.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let reviewing = model.app.study().reviewing()?;
        let (text, review) = (model.text.records, &reviewing.review);
        let games = reviewing.games().len();
        let is_simple = analysis::is_simple(model, review);
        let label = model.text.aside(text.games_of_file, &games.to_string());
        Some(Self {
            head: Head::of(model, reviewing),
            repetition: repetition(model, review),
            analysis: AnalysisView::of(model, review),
            typed: typed_move(model, review, ReviewAction::PlayTyped),
            steps: steps(model, review),
            edits: Edits::of(model, review),
            is_simple,
            comment_place: edits::comment_place(model, review),
            comment: edits::comment(model, review),
            files: files(model, review, is_simple),
            guess: guess::offer(model, review),
            tags: Button::new("review.tags", text.edit_tags, ReviewAction::AskTags).hint(text.edit_tags_hint),
            games: (games > 0).then(|| Button::new("review.games", label, ReviewAction::AskGames)),
            flip: Button::new("review.flip", model.text.flip, ReviewAction::Flip),
            library: Button::new("review.library", model.text.library.title, LibraryAction::Open)
                .hint(model.text.library.explained),
        })
    }

    /// Stops playing the record; `None` while it is not played.
    #[must_use]
    pub fn pause(&self) -> Option<Action> {
        self.steps.iter().find(|step| step.id == "review.pause").and_then(Button::press)
    }

    /// What a key does on this screen.
    #[must_use]
    pub fn key(&self, key: KeyUse) -> Option<Action> {
        let file = |id| self.files.iter().find(|button| button.id == id);
        let steps = [
            KeyUse::StepFirst,
            KeyUse::StepBack,
            KeyUse::PlayRecord,
            KeyUse::StepForward,
            KeyUse::StepLast,
            KeyUse::PreviousVariation,
            KeyUse::NextVariation,
        ];
        let others = [
            (KeyUse::Undo, self.edits.undo.first()),
            (KeyUse::Redo, self.edits.undo.last()),
            (KeyUse::Delete, self.edits.variations.last()),
            (KeyUse::Save, file("review.save")),
            (KeyUse::Open, file("review.open")),
        ];
        if key == KeyUse::Cancel {
            return Some(ReviewAction::Cancel.into());
        }
        let buttons = steps.into_iter().zip(self.steps.iter().map(Some)).chain(others);
        buttons.filter(|(of, _)| *of == key).find_map(|(_, button)| button?.press())
    }

    /// What stands after the board and the moves.
    #[must_use]
    pub fn parts(self, text: &Text) -> Vec<Part> {
        let is_simple = self.is_simple;
        let Edits { assess, undo, variations, unmark } = self.edits;
        let section = |id: &'static str, label: &str, parts| Part::from(Group::section(id, label, parts));
        let analysis = self.analysis.map(|it| section("analysis", text.analysis().title, it.parts()));
        let assess = Part::from(Group::more("review.assess", text.records.assess, all(assess)));
        let place = self.comment_place.map(Part::from);
        let edits = all(variations.into_iter().chain([unmark]).chain(undo));
        let notes = place.into_iter().chain([self.comment.into(), assess]).chain(edits).collect();
        let more =
            self.guess.into_iter().chain([self.tags]).chain(self.games).chain([self.flip, self.library]);
        let steps = section("review.steps", text.moves, all(self.steps).collect());
        let notes = (!is_simple).then(|| section("review.edits", text.records.notes, notes));
        all(self.repetition)
            .chain(all(self.typed))
            .chain([steps])
            .chain(analysis)
            .chain(notes)
            .chain(all(more.chain(self.files)))
            .collect()
    }
}

fn repetition(model: &Model<'_>, review: &Review) -> Option<Fact> {
    let repetition = review.shown.repetition()?;
    let write = |ply| match review.record.labels().get(review.shown.at_ply(review.record.tree(), ply)?)? {
        Label::Xiangqi(mv) => Some(mv.text(model.app.desk().notation())),
        Label::Luzhanqi(_) => None,
    };
    let moves = repetition.moves(model.text.list_comma, write);
    Some(Fact::new("review.repetition", model.text.repetition().ruling(repetition, &moves)))
}

fn steps(model: &Model<'_>, review: &Review) -> Vec<Button> {
    let (text, records) = (model.text, model.text.records);
    let (start, end) = (text.no_earlier_move, text.no_later_move);
    let (tree, shown) = (review.record.tree(), &review.shown);
    let step = |id: &'static str, label: &str, step, why| {
        Button::new(id, label, ReviewAction::Step(step)).lacks(shown.target(tree, step).is_some(), why)
    };
    let (id, label) =
        if shown.is_playing() { ("review.pause", records.pause) } else { ("review.play", records.play) };
    let play = Button::new(id, label, ReviewAction::Play);
    vec![
        step("review.first", text.step_first, Step::First, start),
        step("review.back", text.step_back, Step::Back, start),
        play.lacks(tree.ply_count() > 0, records.without_moves),
        step("review.forward", text.step_forward, Step::Forward, end),
        step("review.last", text.step_last, Step::Last, end),
        step("review.up", records.previous_variation, Step::PreviousVariation, records.none_above),
        step("review.down", records.next_variation, Step::NextVariation, records.none_below),
    ]
}

fn files(model: &Model<'_>, review: &Review, is_simple: bool) -> Vec<Button> {
    let text = model.text.records;
    let close = Button::new("review.close", model.text.close, ReviewAction::Leave);
    if is_simple {
        return vec![close];
    }
    let mut files = vec![Button::new("review.open", text.open, ReviewAction::AskOpen)];
    if review.record.board_of() == BoardOf::Xiangqi {
        files.push(Button::new("review.setup", text.set_up, SetUpAction::OpenForReview));
    }
    files.push(Button::new("review.save", text.save, ReviewAction::AskSave).role(Role::Primary));
    files.push(close);
    files
}
