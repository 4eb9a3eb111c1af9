//! Setting up a position: the pieces and tools to choose, the side to move, the fault, and what becomes of it.

use super::parts::all;
use super::{Button, Choice, Fact, Field, Group, Model, Part, Role, Tone};
use chuhe_model::actions::action::SetUpField;
use chuhe_model::actions::set_up_action::{SetUpAction, Tool};
use chuhe_model::lobby::challenge::FormError;
use chuhe_model::review::set_up::{Purpose, SetUp};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Piece, PieceKind};

/// The screen on which a position is set up, apart from the board.
#[derive(Clone, Debug, PartialEq)]
pub struct SetUpView {
    /// The heading.
    pub title: &'static str,
    /// The pieces of red and of black, to put on the board.
    pub pieces: [Vec<PieceTool>; 2],
    /// How pieces are put and removed.
    pub hint: &'static str,
    /// The other tools and changes: the eraser, the start position, an empty board, the other side.
    pub tools: Vec<Button>,
    /// The side to move.
    pub side: Choice,
    /// The field for the FEN.
    pub fen: Field,
    /// The fault of the position, or that it has none.
    pub verdict: Fact,
    /// The field for the squares on which a chosen tool is used, for whoever has no board to click on.
    pub squares: Field,
    /// Uses the position.
    pub done: Button,
    /// Discards it.
    pub cancel: Button,
}

/// A piece to put on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceTool {
    /// The piece.
    pub piece: Piece,
    /// How many of its kind are not on the board.
    pub left: u32,
    /// Chooses it for the next clicks on the board.
    pub choose: Button,
}

impl SetUpView {
    /// The position that is being set up; `None` if none is.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let (set_up, text) = (model.app.study().set_up()?, model.text.records);
        let permit = match set_up.position() {
            Ok(_) => Ok(()),
            Err(error) => Err(model.text.form_error(FormError::Start(error))),
        };
        let label = match set_up.purpose() {
            Purpose::Review => text.review_position,
            Purpose::Challenge => text.use_position,
        };
        let sides = [("setup.red", Color::Red), ("setup.black", Color::Black)].map(|(id, side)| {
            Button::new(id, model.text.to_move(side), SetUpAction::Side(side)).chosen(set_up.side() == side)
        });
        Some(Self {
            title: text.set_up,
            pieces: Color::ALL.map(|color| pieces(model, set_up, color)),
            hint: text.set_up_hint,
            tools: tools(model, set_up),
            side: Choice::of("setup.side", model.text.mirror.side_to_move, sides),
            fen: Field::new("setup.fen", "FEN", SetUpField::Fen, set_up.fen()),
            squares: Field::new(
                "setup.squares",
                model.text.mirror.squares,
                SetUpField::Squares,
                set_up.squares(),
            )
            .send(Button::new(
                "setup.use_tool",
                model.text.mirror.use_tool,
                SetUpAction::UseTool,
            )),
            verdict: match &permit {
                Ok(()) => Fact::new("setup.fault", text.legal_position).tone(Tone::Good),
                Err(fault) => Fact::new("setup.fault", fault).tone(Tone::Wrong),
            },
            done: Button::new("setup.done", label, SetUpAction::Done).role(Role::Primary).permit(permit),
            cancel: Button::new("setup.cancel", model.text.cancel, SetUpAction::Cancel),
        })
    }

    /// All parts, in the order in which they are read.
    pub(crate) fn parts(self) -> Vec<Part> {
        let Self { pieces, mut tools, side, fen, squares, verdict, done, cancel, hint, .. } = self;
        let others = tools.split_off(1);
        let pieces = pieces.into_iter().flatten().map(|tool| tool.choose).chain(tools);
        let pieces = Group::section("setup.pieces", hint, all(pieces).chain([squares.into()]));
        let fields = [verdict.into(), fen.into(), side.into()];
        fields.into_iter().chain(all(others)).chain([pieces.into()]).chain(all([done, cancel])).collect()
    }
}

fn pieces(model: &Model<'_>, set_up: &SetUp, color: Color) -> Vec<PieceTool> {
    let tool = |kind| {
        let (piece, left) = (Piece::new(color, kind), set_up.left(Piece::new(color, kind)));
        let tool = Tool::Put(piece);
        let label = model.text.aside(model.text.console().piece(piece), &left.to_string());
        let choose = Button::new(format!("setup.put.{}", piece.fen_letter()), label, SetUpAction::Tool(tool));
        PieceTool { piece, left, choose: choose.chosen(set_up.tool() == tool) }
    };
    PieceKind::ALL.map(tool).into()
}

fn tools(model: &Model<'_>, set_up: &SetUp) -> Vec<Button> {
    let text = model.text.records;
    vec![
        Button::new("setup.eraser", text.eraser, SetUpAction::Tool(Tool::Eraser))
            .chosen(set_up.tool() == Tool::Eraser),
        Button::new("setup.start", text.start_position, SetUpAction::Start),
        Button::new("setup.clear", text.clear_board, SetUpAction::Clear),
        Button::new("setup.flip", model.text.flip, SetUpAction::Flip),
    ]
}

/// Asks whether to discard the position; `None` unless it is asked.
#[must_use]
pub fn question(model: &Model<'_>) -> Option<Group> {
    model.app.study().set_up().filter(|set_up| set_up.is_asked_to_discard())?;
    let text = model.text.records;
    let answers = vec![
        Button::new("setup.discard", text.discard_yes, SetUpAction::Discard).role(Role::Danger),
        Button::new("setup.keep", model.text.cancel, SetUpAction::Keep),
    ];
    Some(Group::dialog("setup.question", text.discard_question, [], answers))
}
