//! A luzhanqi game of which the test holds the full state, and sends the client what its viewer sees.

use crate::testing::watch::{THIRD, snapshot, watching};
use crate::testing::*;
use crate::*;
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::drawing::scene::Modifiers;
use chuhe_model::luzhanqi::BoardModel;
use chuhe_protocol::limits::SETUP_MS;
use chuhe_protocol::{Event as GameEvent, GameTerms, PlayerId, TakebackPolicy, Terms};
use chuhe_rules::luzhanqi::{self, BoardKind, Event as RulesEvent, Formation, Options, Strength};
use chuhe_rules::{Color, Outcome, Viewer, WinReason};

pub(crate) const RED: &str = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";

pub(crate) const BLACK: &str = "luzhanqi layout 1\nCGPDB\nB.R.R\nTT.CM\nC.D.P\nELXLX\nPFLEE\n";

/// A client at the board, and the full state of its game.
#[derive(Debug)]
pub struct FullGame {
    /// The client.
    pub world: World,
    pub(crate) game: luzhanqi::Game,
    pub(crate) viewer: Viewer,
}

pub(crate) fn formation(text: &str) -> Formation {
    Formation::from_text(text).unwrap()
}

impl FullGame {
    /// Returns a client that plays `me` in a game whose set-up has begun.
    pub fn setting_up(me: Color, board: BoardKind) -> Self {
        let mut world = World::in_lobby();
        world.app.desk.settings.layout = Some(RED.to_owned());
        world.receive_event(Self::started(me, board));
        let game = luzhanqi::Game::new(board, Options::default());
        Self { world, game, viewer: Viewer::Player(me) }
    }

    /// Returns a client that watches a game of two others, whose play has begun.
    pub fn watched(board: BoardKind) -> Self {
        let mut world = watching(0);
        snapshot(&mut world, 1, vec![Self::started_by(OTHER, THIRD, board)]);
        let game = luzhanqi::Game::new(board, Options::default());
        let mut full = Self { world, game, viewer: Viewer::Spectator };
        Color::ALL.into_iter().for_each(|color| full.confirm(color));
        full
    }

    /// The event with which the game begins.
    pub fn started(me: Color, board: BoardKind) -> GameEvent {
        let (red, black) = if me == Color::Red { (ME, OTHER) } else { (OTHER, ME) };
        Self::started_by(red, black, board)
    }

    fn started_by(red: PlayerId, black: PlayerId, board: BoardKind) -> GameEvent {
        let mut event = started(red, black);
        if let GameEvent::Started(start) = &mut event {
            let game = GameTerms::Luzhanqi { board, options: Options::default() };
            start.terms = Terms { game, takeback: TakebackPolicy::Off, ..Terms::default() };
            start.setup_ms = SETUP_MS as u32;
        }
        event
    }

    pub(crate) fn send(&mut self, event: &RulesEvent) {
        let clocks = reading(self.game.turn());
        self.world.receive_event(GameEvent::Luzhanqi { seen: Box::new(event.seen_by(self.viewer)), clocks });
    }

    /// The formation of this side is placed and confirmed.
    pub fn confirm(&mut self, color: Color) {
        let text = if color == Color::Red { RED } else { BLACK };
        let placed = self.game.place(color, formation(text)).unwrap();
        let confirmed = self.game.confirm(color).unwrap();
        self.send(&placed);
        self.send(&confirmed);
    }

    /// Returns a game in which both sides have confirmed their formations.
    pub fn begun(me: Color, board: BoardKind) -> Self {
        let mut full = Self::setting_up(me, board);
        Color::ALL.into_iter().for_each(|color| full.confirm(color));
        full.world.effects.clear();
        full
    }

    /// Plays a move of the side that is to move, such as `s11n15`.
    pub fn moved(&mut self, mv: &str) {
        let by = self.game.turn().unwrap();
        let event = self.game.play(by, mv.parse().unwrap()).unwrap().event;
        self.send(&event);
    }

    /// Ends the game, which reveals all pieces.
    pub fn ended(mut self) -> Self {
        let outcome = Outcome::won(Color::Black, WinReason::Resignation);
        self.world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
        if let Some(event) = self.game.close() {
            self.send(&event);
        }
        self
    }

    /// The board as the client draws it.
    pub fn board(&self) -> BoardModel {
        self.world.table().board().luzhanqi(self.world.now)
    }

    pub(crate) fn right_click(&mut self, station: &str) {
        let point = self.world.point(station);
        let modifiers = Modifiers::NONE;
        for pointer in [Pointer::Secondary(point), Pointer::SecondaryReleased { at: point, modifiers }] {
            self.world.update(Event::Pointer(pointer));
        }
    }
}

/// Returns one world for each layout of the luzhanqi table.
pub fn luzhanqi_worlds() -> Vec<(&'static str, World)> {
    let marked = |board| {
        let mut full = FullGame::begun(Color::Red, board);
        full.moved("s11n15");
        full.moved("n12n22");
        full.world.wait(2_000);
        full.right_click("n13");
        full.world.act(Action::Table(TableAction::Mark(Some(Strength::Bomb))));
        full.right_click("n14");
        full.world
    };
    let losses = |mut world: World| {
        world.act(Action::Table(TableAction::Cancel));
        world.act(Action::Table(TableAction::Tab(chuhe_model::actions::action::Tab::Available)));
        world
    };
    let waiting = || {
        let mut full = FullGame::setting_up(Color::Black, BoardKind::Cross);
        full.confirm(Color::Black);
        full.world
    };
    vec![
        ("setting up", FullGame::setting_up(Color::Red, BoardKind::Classic).world),
        ("setting up on the cross", FullGame::setting_up(Color::Black, BoardKind::Cross).world),
        ("waiting for the other", waiting()),
        ("luzhanqi", losses(marked(BoardKind::Classic))),
        ("luzhanqi on the cross", losses(marked(BoardKind::Cross))),
        ("luzhanqi over", FullGame::begun(Color::Red, BoardKind::Cross).ended().world),
    ]
}
