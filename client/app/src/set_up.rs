//! Setting up a position, for a review or a challenge.

use crate::desk::Desk;
use crate::sessions::Sessions;
use crate::study::Study;
use chuhe_model::actions::action::SetUpField;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::drawing::scene::Pointer;
use chuhe_model::layout::table_layout::{BoardOf, TableLayout};
use chuhe_model::layout::zoom::Zoom;
use chuhe_model::lobby::challenge::FormError;
use chuhe_model::notices::notice::Notice;
use chuhe_model::review::reviewing::Replacement;
use chuhe_model::review::set_up::{Purpose, SetUp};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Position;

impl Study {
    pub(crate) fn act_set_up(&mut self, sessions: &mut Sessions, desk: &mut Desk, action: SetUpAction) {
        match action {
            SetUpAction::OpenForReview => self.set_up_for_review(),
            SetUpAction::OpenForChallenge => self.set_up_for_challenge(sessions),
            SetUpAction::Done => self.use_position(sessions, desk),
            SetUpAction::Cancel if self.set_up.as_mut().is_some_and(SetUp::cancel_drag) => {}
            SetUpAction::Cancel if self.set_up.as_mut().is_some_and(SetUp::ask_to_discard) => {}
            SetUpAction::Cancel | SetUpAction::Discard => self.set_up = None,
            SetUpAction::Tool(tool) => self.edit_set_up(|set_up| set_up.choose(tool)),
            SetUpAction::Side(side) => self.edit_set_up(|set_up| set_up.set_side(side)),
            SetUpAction::Start => self.edit_set_up(SetUp::start),
            SetUpAction::Clear => self.edit_set_up(SetUp::clear),
            SetUpAction::Flip => self.edit_set_up(SetUp::flip),
            SetUpAction::UseTool => self.edit_set_up(SetUp::use_tool),
            SetUpAction::Keep => self.edit_set_up(SetUp::keep),
        }
    }

    pub(crate) fn edit_set_up(&mut self, edit: impl FnOnce(&mut SetUp)) {
        self.set_up.as_mut().map(edit);
    }

    fn set_up_for_review(&mut self) {
        let Some(reviewing) = &self.reviewing else { return };
        let review = &reviewing.review;
        let position = review.shown.replay().xiangqi().cloned().unwrap_or_else(Position::start);
        self.set_up = Some(SetUp::new(&position, Purpose::Review, review.board.bottom));
    }

    fn set_up_for_challenge(&mut self, sessions: &Sessions) {
        let Some(form) = sessions.server.visit.as_ref().and_then(|visit| visit.form.as_ref()) else {
            return;
        };
        let start = &form.choices.start;
        let position = Position::from_loose_fen(start).unwrap_or_else(|_| Position::start());
        let mut set_up = SetUp::new(&position, Purpose::Challenge, Color::Red);
        if !start.is_empty() {
            // the user sees what is wrong with it, and can mend it
            set_up.edit(SetUpField::Fen, start.clone());
        }
        self.set_up = Some(set_up);
    }

    /// Uses the position if it is legal; otherwise says what is wrong with it.
    fn use_position(&mut self, sessions: &mut Sessions, desk: &mut Desk) {
        let Some(set_up) = &self.set_up else { return };
        let position = match set_up.position() {
            Ok(position) => position,
            Err(error) => return desk.out.notice(Notice::Form(FormError::Start(error))),
        };
        match set_up.purpose() {
            Purpose::Review => {
                let bottom = set_up.bottom();
                self.replace_record(sessions, desk, Replacement::Position(Box::new(position), bottom));
            }
            Purpose::Challenge => {
                self.set_up = None;
                if let Some(form) = sessions.server.visit.as_mut().and_then(|visit| visit.form.as_mut()) {
                    form.choices.start =
                        if position == Position::start() { String::new() } else { position.fen() };
                }
            }
        }
    }

    /// Handles a pointer event over the board that is being set up.
    pub(crate) fn set_up_pointer(&mut self, desk: &Desk, zoom: &Zoom, pointer: Pointer) {
        let area = desk.area(desk.size);
        if self.reviewing().is_some_and(|reviewing| reviewing.dialog.is_some()) {
            return;
        }
        let Some(set_up) = self.set_up.as_mut().filter(|set_up| !set_up.is_asked_to_discard()) else {
            return;
        };
        let layout = zoom.placed(&TableLayout::of(area, BoardOf::Xiangqi, set_up.bottom()).board);
        set_up.pointer(pointer, &layout);
    }

    /// The position that is being set up, unless it is set aside for a game of the user's own.
    #[must_use]
    pub fn set_up(&self) -> Option<&SetUp> {
        self.set_up.as_ref().filter(|_| !self.aside)
    }
}
