//! Games without a server.

use crate::testing::*;
use crate::*;
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::{ComputerChoice, StartEntry, TwoChoice};
use chuhe_model::table::DraftFrom;
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{Formation, Station};

pub(crate) const RED: &str = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";

pub(crate) const BLACK: &str = "luzhanqi layout 1\nCGPDB\nB.R.R\nTT.CM\nC.D.P\nELXLX\nPFLEE\n";

/// Returns a client in a game against the computer.
pub fn against_computer(choice: ComputerChoice) -> World {
    let mut world = World::new();
    world.app.desk.settings.start.entry = StartEntry::Computer;
    world.app.desk.settings.start.computer = choice;
    world.start(StartAction::Play);
    world
}

/// Returns a client at which two people play.
pub fn two_here(choice: TwoChoice) -> World {
    let mut world = World::new();
    world.app.desk.settings.start.entry = StartEntry::Two;
    world.app.desk.settings.start.two = choice;
    world.start(StartAction::Play);
    world
}

/// Returns two people at a game of luzhanqi; both have set up, and red is to move and sits down.
pub(crate) fn two_at_luzhanqi(black: &str) -> World {
    let mut world = two_here(TwoChoice { game: GameChoice::LuzhanqiClassic, ..TwoChoice::default() });
    world.set_up(RED);
    world.hand_over();
    world.set_up(black);
    world.hand_over();
    world
}

/// Returns two people after red's move, who is asked to hand the screen over.
pub fn two_at_luzhanqi_moved() -> World {
    let mut world = two_at_luzhanqi(BLACK);
    world.move_luzhanqi();
    world
}

impl World {
    /// Plays a move of xiangqi, and leaves the game without a server.
    pub fn leave_after(&mut self, mv: &str) {
        self.press(TableAction::Play(GameMove::Xiangqi(mv.parse().unwrap())));
        self.start(StartAction::Leave);
    }

    /// Acts on the start screen.
    pub fn start(&mut self, action: StartAction) {
        self.act(Action::Start(action));
    }

    pub(crate) fn set_up(&mut self, layout: &str) {
        let formation = Formation::from_text(layout).unwrap();
        assert!(self.app.sessions.shown_mut().set_draft(formation, DraftFrom::User));
        self.press(TableAction::Confirm);
    }

    /// Hands the screen over to the other person, who uncovers the board.
    pub(crate) fn hand_over(&mut self) {
        assert!(self.app.sessions.local().unwrap().hands_over());
        self.start(StartAction::HandOver);
        assert_eq!(self.app.screen(), Screen::Cover);
        self.start(StartAction::SitDown);
        assert_eq!(self.app.screen(), Screen::Table);
    }
}

impl World {
    /// Plays the first legal move that attacks nothing.
    pub(crate) fn move_luzhanqi(&mut self) -> (Station, Station) {
        let history = self.table().game().luzhanqi().unwrap();
        let view = history.view().position().unwrap();
        let mv = view.legal_moves().into_iter().find(|mv| view.piece_at(mv.to).is_none()).unwrap();
        self.press(TableAction::Play(GameMove::Luzhanqi(mv)));
        self.wait(2_000);
        (mv.from, mv.to)
    }
}
