//! Two who play luzhanqi, each by what he is told: helpers for the tests of it.

use crate::world::{Client, Table, World, untimed};
use chuhe_hub::GameEvent;
use chuhe_protocol::{ClientMessage, Event, GameTerms, ServerMessage, TakebackPolicy, Terms};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{BoardKind, Formation, GameView, Move, Options, Seen};
use chuhe_rules::{Color, GameMove, PerColor, Viewer};

/// A generator of a few random numbers.
pub(crate) struct Lot(u64);

impl Lot {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    pub(crate) fn formation(&mut self) -> Formation {
        Formation::random(|count| self.below(count as usize) as u32)
    }
}

pub(crate) fn by_options(board: BoardKind, options: Options) -> Terms {
    let game = GameTerms::Luzhanqi { board, options };
    Terms { game, takeback: TakebackPolicy::Off, ..untimed() }
}

/// Luzhanqi on this board, untimed.
pub(crate) fn luzhanqi(board: BoardKind) -> Terms {
    by_options(board, Options::default())
}

/// The same on the classic board with a time.
pub(crate) fn luzhanqi_in(time: TimeControl) -> Terms {
    Terms { challenger_time: time, opponent_time: time, ..luzhanqi(BoardKind::Classic) }
}

pub(crate) fn march(mv: Move) -> GameMove {
    GameMove::Luzhanqi(mv)
}

/// A formation of which the tests know what stands where.
const PLAIN: &str = "luzhanqi layout 1
EPCTR
E.P.C
CE.PT
B.X.R
LMDBG
LFXDL
";

pub(crate) fn plain() -> Formation {
    Formation::from_text(PLAIN).expect("a legal formation")
}

/// What of these events is particular to luzhanqi.
pub(crate) fn seen(events: &[Event]) -> Vec<Seen> {
    let seen = |event: &Event| match event {
        Event::Luzhanqi { seen, .. } => Some((**seen).clone()),
        _ => None,
    };
    events.iter().filter_map(seen).collect()
}

/// What a viewer knows who was told these events from the first on.
pub(crate) fn follow(viewer: Viewer, events: &[Event]) -> GameView {
    let Some(Event::Started(beginning)) = events.first() else { panic!("no beginning: {events:?}") };
    let GameTerms::Luzhanqi { board, options } = beginning.terms.game else { panic!("another game") };
    let mut view = GameView::new(viewer, board, options);
    for seen in seen(events) {
        view.apply(&seen).unwrap_or_else(|why| panic!("{why}: {seen:?}"));
    }
    view
}

/// A game as one is told it from its beginning, in short or at length.
pub(crate) fn whole_game(heard: &[ServerMessage]) -> Vec<Event> {
    let events = |message: &ServerMessage| match message {
        ServerMessage::Events { events, .. } | ServerMessage::Snapshot { events, .. } => events.clone(),
        _ => Vec::new(),
    };
    heard.iter().flat_map(events).collect()
}

impl Table {
    pub(crate) fn set_up(&self, formation: Formation) -> ClientMessage {
        ClientMessage::SetUp { game: self.game, strengths: formation.into() }
    }

    pub(crate) const fn confirm(&self) -> ClientMessage {
        ClientMessage::ConfirmFormation { game: self.game }
    }

    pub(crate) const fn withdraw(&self) -> ClientMessage {
        ClientMessage::WithdrawFormation { game: self.game }
    }

    /// To play this move as the next ply.
    pub(crate) fn march(&self, text: &str) -> ClientMessage {
        let mv = march(text.parse().expect("a move"));
        ClientMessage::Play { game: self.game, ply: self.ply, mv }
    }

    pub(crate) fn mover(&self) -> Client {
        self.seats[if self.ply.is_multiple_of(2) { Color::Red } else { Color::Black }]
    }
}

impl World {
    /// Sets up and confirms.
    pub(crate) fn arm(&mut self, table: &Table, color: Color, formation: Formation) {
        let client = table.seats[color];
        self.say(client, table.set_up(formation));
        self.say(client, table.confirm());
    }

    /// Bo, red, and An, black, who have set up so; both have read of it.
    pub(crate) fn armed(&mut self, terms: Terms, formations: PerColor<Formation>) -> Table {
        let table = self.table(terms);
        for color in Color::ALL {
            self.arm(&table, color, formations[color]);
        }
        self.forget_all();
        table
    }

    /// Both march in turn; both hear of each move.
    pub(crate) fn march(&mut self, table: &mut Table, moves: &[&str]) {
        for text in moves {
            self.say(table.mover(), table.march(text));
            table.ply += 1;
            for color in Color::ALL {
                let events = self.events(table.seats[color]);
                assert!(matches!(seen(&events)[..], [Seen::Moved { .. }, ..]), "{text}: {events:?}");
            }
        }
    }

    /// What a player at the table knows.
    pub(crate) fn view(&self, table: &Table, color: Color) -> GameView {
        follow(Viewer::Player(color), &self.journal(table.seats[color], table.game))
    }

    /// Plays a whole game by lot, each by what he knows, while `others` stay.
    /// Returns how many plies there were.
    pub(crate) fn play_out(&mut self, table: &mut Table, lot: &mut Lot, others: &[Client]) -> u16 {
        let mut views = PerColor::from_fn(|color| self.view(table, color));
        self.forget_all();
        loop {
            let color = if table.ply.is_multiple_of(2) { Color::Red } else { Color::Black };
            let moves = views[color].position().expect("play has begun").legal_moves();
            let mv = march(moves[lot.below(moves.len())]);
            self.say(table.seats[color], ClientMessage::Play { game: table.game, ply: table.ply, mv });
            table.ply += 1;
            let told = table.seats.map(|client| self.events(client));
            for color in Color::ALL {
                for seen in seen(&told[color]) {
                    views[color].apply(&seen).expect("what is told has happened");
                }
                if let Some(luzhanqi) = self.truth(table) {
                    assert_eq!(views[color], luzhanqi.view(Viewer::Player(color)));
                }
            }
            if told.red.iter().any(|event| matches!(event, Event::Ended { .. })) {
                return table.ply;
            }
            // faster would be a flood
            self.advance_with(if table.ply.is_multiple_of(50) { others } else { &[] }, 100);
        }
    }

    /// The truth as the journal that was kept makes it.
    fn truth(&self, table: &Table) -> Option<chuhe_rules::luzhanqi::Game> {
        // it costs as much as the game is long
        if !table.ply.is_multiple_of(50) {
            return None;
        }
        let entries = &self.kept.games[&table.game];
        let Some(Event::Started(beginning)) = entries.first()?.event.public() else { panic!("no beginning") };
        let GameTerms::Luzhanqi { board, options } = beginning.terms.game else { panic!("another game") };
        let mut game = chuhe_rules::luzhanqi::Game::new(board, options);
        for entry in entries {
            let GameEvent::Secret(hidden) = &entry.event else { continue };
            replay(&mut game, &hidden.event);
        }
        Some(game)
    }

    /// What a client hears that are not events.
    pub(crate) fn heard_else(&mut self, client: Client) -> Vec<ServerMessage> {
        let mut heard = self.heard(client);
        heard.retain(|message| !matches!(message, ServerMessage::Events { .. }));
        heard
    }
}

/// Lets happen in a game what has happened in it.
pub(crate) fn replay(game: &mut chuhe_rules::luzhanqi::Game, event: &chuhe_rules::luzhanqi::Event) {
    use chuhe_rules::luzhanqi::Event as E;
    let again = match event {
        E::Placed { by, formation } => game.place(*by, *formation).expect("they set up"),
        E::Confirmed { by } => game.confirm(*by).expect("they set up"),
        E::Withdrew { by } => game.withdraw(*by).expect("they set up"),
        E::Moved(moved) => {
            let by = game.turn().expect("it goes on");
            game.play(by, moved.mv).expect("a legal move").event
        }
        E::Passed { by } => game.pass(*by).expect("his turn").event,
        E::Revealed(_) => game.close().expect("it was open"),
    };
    assert_eq!(again, *event);
}
