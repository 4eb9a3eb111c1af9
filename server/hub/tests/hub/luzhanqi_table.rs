//! Helpers for tests of luzhanqi: two clients who play by what they receive.

use crate::world::{Client, Table, World, untimed};
use chuhe_hub::GameEvent;
use chuhe_protocol::{
    ClientMessage, Event, GameTerms, ServerMessage, TableMessage, TableRequest, TakebackPolicy, Terms,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{BoardKind, EventView, Formation, GameView, Move, Options};
use chuhe_rules::{Color, GameMove, PerColor, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A seeded random generator.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.0.next_u32()).expect("usize has at least 32 bits") % count
    }

    pub(crate) fn formation(&mut self) -> Formation {
        Formation::random(|count| self.0.next_u32() % count)
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

/// Luzhanqi on the classic board with a time control.
pub(crate) fn luzhanqi_in(time: TimeControl) -> Terms {
    Terms { challenger_time: time, opponent_time: time, ..luzhanqi(BoardKind::Classic) }
}

pub(crate) fn march(mv: Move) -> GameMove {
    GameMove::Luzhanqi(mv)
}

/// A fixed formation.
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

/// The luzhanqi events among these.
pub(crate) fn seen(events: &[Event]) -> Vec<EventView> {
    let seen = |event: &Event| match event {
        Event::Luzhanqi { seen, .. } => Some((**seen).clone()),
        _ => None,
    };
    events.iter().filter_map(seen).collect()
}

/// The view that follows from all events of a game.
pub(crate) fn follow(viewer: Viewer, events: &[Event]) -> GameView {
    let Some(Event::Started(beginning)) = events.first() else { panic!("no beginning: {events:?}") };
    let GameTerms::Luzhanqi { board, options } = beginning.terms.game else { panic!("another game") };
    let mut view = GameView::new(viewer, board, options);
    for seen in seen(events) {
        view.apply(&seen).unwrap_or_else(|why| panic!("{why}: {seen:?}"));
    }
    view
}

/// The events of a game in what a client received, from events or a snapshot.
pub(crate) fn whole_game(received: &[ServerMessage]) -> Vec<Event> {
    let events = |message: &ServerMessage| match message {
        ServerMessage::Table {
            message: TableMessage::Events { events, .. } | TableMessage::Snapshot { events, .. },
            ..
        } => events.clone(),
        _ => Vec::new(),
    };
    received.iter().flat_map(events).collect()
}

impl Table {
    pub(crate) fn set_up(&self, formation: Formation) -> ClientMessage {
        TableRequest::SetUp { strengths: formation.into() }.at(self.game)
    }

    pub(crate) const fn confirm(&self) -> ClientMessage {
        TableRequest::ConfirmFormation.at(self.game)
    }

    pub(crate) const fn withdraw(&self) -> ClientMessage {
        TableRequest::WithdrawFormation.at(self.game)
    }

    /// The request to play this move as the next ply.
    pub(crate) fn march(&self, text: &str) -> ClientMessage {
        let mv = march(text.parse().expect("a move"));
        TableRequest::Play { ply: self.ply, mv, premove: false }.at(self.game)
    }

    pub(crate) fn mover(&self) -> Client {
        self.seats[if self.ply.is_multiple_of(2) { Color::Red } else { Color::Black }]
    }
}

impl World {
    /// Sets up a formation and confirms it.
    pub(crate) fn arm(&mut self, table: &Table, color: Color, formation: Formation) {
        let client = table.seats[color];
        self.send(client, table.set_up(formation));
        self.send(client, table.confirm());
    }

    /// A table of Bo (red) and An (black) with these formations confirmed.
    pub(crate) fn armed(&mut self, terms: Terms, formations: PerColor<Formation>) -> Table {
        let table = self.table(terms);
        for color in Color::ALL {
            self.arm(&table, color, formations[color]);
        }
        self.discard_received();
        table
    }

    /// Plays the moves in turn and checks that both players receive each.
    pub(crate) fn march(&mut self, table: &mut Table, moves: &[&str]) {
        for text in moves {
            self.send(table.mover(), table.march(text));
            table.ply += 1;
            for color in Color::ALL {
                let events = self.events(table.seats[color]);
                assert!(matches!(seen(&events)[..], [EventView::Moved { .. }, ..]), "{text}: {events:?}");
            }
        }
    }

    /// The view of a player at the table.
    pub(crate) fn view(&self, table: &Table, color: Color) -> GameView {
        follow(Viewer::Player(color), &self.journal(table.seats[color], table.game))
    }

    /// Plays a random game in which each side chooses by its own view; keeps `others` connected.
    /// Returns the number of plies.
    pub(crate) fn play_out(&mut self, table: &mut Table, dice: &mut Dice, others: &[Client]) -> u16 {
        let mut views = PerColor::from_fn(|color| self.view(table, color));
        self.discard_received();
        loop {
            let color = if table.ply.is_multiple_of(2) { Color::Red } else { Color::Black };
            let moves = views[color].position().expect("play has begun").legal_moves();
            let mv = march(moves[dice.below(moves.len())]);
            self.send(
                table.seats[color],
                TableRequest::Play { ply: table.ply, mv, premove: false }.at(table.game),
            );
            table.ply += 1;
            let received = table.seats.map(|client| self.events(client));
            for color in Color::ALL {
                for seen in seen(&received[color]) {
                    views[color].apply(&seen).expect("the event fits the view");
                }
                if let Some(luzhanqi) = self.truth(table) {
                    assert_eq!(views[color], luzhanqi.view(Viewer::Player(color)));
                }
            }
            if received.red.iter().any(|event| matches!(event, Event::Ended { .. })) {
                return table.ply;
            }
            // faster requests would count as a flood
            self.advance_with(if table.ply.is_multiple_of(50) { others } else { &[] }, 100);
        }
    }

    /// The game with full information, replayed from the stored journal.
    fn truth(&self, table: &Table) -> Option<chuhe_rules::luzhanqi::Game> {
        // the cost of a replay grows with the game
        if !table.ply.is_multiple_of(50) {
            return None;
        }
        let entries = &self.stored.games[&table.game];
        let Some(Event::Started(beginning)) = entries.first()?.event.public() else { panic!("no beginning") };
        let GameTerms::Luzhanqi { board, options } = beginning.terms.game else { panic!("another game") };
        let mut game = chuhe_rules::luzhanqi::Game::new(board, options);
        for entry in entries {
            let GameEvent::Secret(secret) = &entry.event else { continue };
            replay(&mut game, &secret.event);
        }
        Some(game)
    }

    /// Returns what a client received, except events.
    pub(crate) fn received_besides_events(&mut self, client: Client) -> Vec<ServerMessage> {
        let mut received = self.received(client);
        received.retain(|message| {
            !matches!(message, ServerMessage::Table { message: TableMessage::Events { .. }, .. })
        });
        received
    }
}

/// Applies a stored event to a game and checks that it gives the same event.
pub(crate) fn replay(game: &mut chuhe_rules::luzhanqi::Game, event: &chuhe_rules::luzhanqi::Event) {
    use chuhe_rules::luzhanqi::Event as E;
    let repeated = match event {
        E::Placed { by, formation } => game.place(*by, *formation).expect("the players are setting up"),
        E::Confirmed { by } => game.confirm(*by).expect("the players are setting up"),
        E::Withdrew { by } => game.withdraw(*by).expect("the players are setting up"),
        E::Moved(moved) => {
            let by = game.turn().expect("the game is running");
            game.play(by, moved.mv).expect("a legal move").event
        }
        E::Passed { by } => game.pass(*by).expect("the player is to move").event,
        E::Revealed(_) => game.close().expect("the game is not revealed yet"),
    };
    assert_eq!(repeated, *event);
}
