//! Hidden information in luzhanqi stays hidden.
//!
//! Two games that differ only in what a viewer may not know send that viewer the same bytes at
//! the same times, and no frame of a whole game contains the opponent's strengths.

use crate::luzhanqi_table::{Dice, luzhanqi as terms_on, luzhanqi_in, march, plain};
use crate::secrets::logging;
use crate::world::{Client, Table, World, cursor};
use chuhe_hub::{ConnectionId, GameEvent, Input, JournalEntry};
use chuhe_protocol::{
    ArchiveMessage, ArchiveRequest, ClientMessage, Event, GameId, Request, ServerMessage, TableMessage,
    TableRequest, WatchFrom, limits, wire,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{
    self, Arm, BoardKind, EventView, Formation, Game, Move, Options, Slot, Station, Strength,
};
use chuhe_rules::{Color, PerColor, Viewer};
use std::collections::{BTreeMap, BTreeSet};

/// Two games that look the same to red and to spectators, while black's pieces differ.
struct Twins {
    board: BoardKind,
    red: Formation,
    blacks: [Formation; 2],
    moves: Vec<Move>,
}

impl Twins {
    fn drawn(board: BoardKind, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let (red, black) = (dice.formation(), dice.formation());
        let slots: Vec<Slot> = Slot::all().collect();
        let mut other = black;
        for _ in 0..30 {
            let [a, b] = [(); 2].map(|()| slots[dice.below(slots.len())]);
            let _ = other.swap(a, b); // where it may be
        }
        let blacks = [black, other];
        let mut games = blacks.map(|black| begun(board, PerColor::new(red, black)));
        let mut moves = Vec::new();
        while let Some(mv) = common_move(&games, &mut dice).filter(|_| moves.len() < 160) {
            games = games.map(|game| after(&game, mv).0);
            moves.push(mv);
        }
        let differing = slots.iter().filter(|&&slot| black.at(slot) != other.at(slot)).count();
        assert!(moves.len() > 60 && differing > 8, "{} moves, {differing} pieces differ", moves.len());
        Self { board, red, blacks, moves }
    }
}

fn begun(board: BoardKind, formations: PerColor<Formation>) -> Game {
    let mut game = Game::new(board, Options::default());
    for color in Color::ALL {
        game.place(color, formations[color]).expect("they set up");
        game.confirm(color).expect("they set up");
    }
    game
}

/// The game after a move, and what red and a spectator see.
fn after(game: &Game, mv: Move) -> (Game, [EventView; 2]) {
    let mut game = game.clone();
    let by = game.turn().expect("the game is running");
    let event = game.play(by, mv).expect("a legal move").event;
    (game, [Viewer::Player(Color::Red), Viewer::Spectator].map(|viewer| event.seen_by(viewer)))
}

/// A move that is legal in both games and looks the same in both.
fn common_move(games: &[Game; 2], dice: &mut Dice) -> Option<Move> {
    let [mut first, second] =
        games.each_ref().map(|game| game.position().map_or_else(Vec::new, |position| position.legal_moves()));
    first.retain(|mv| second.contains(mv));
    while !first.is_empty() {
        let mv = first.swap_remove(dice.below(first.len()));
        let [(one, seen), (other, also)] = games.each_ref().map(|game| after(game, mv));
        if seen == also && one.turn().is_some() && other.turn().is_some() {
            return Some(mv);
        }
    }
    None
}

/// The information that only black may have.
#[derive(Clone, Copy, Default)]
struct Black {
    /// Which of the two formations black has.
    which: usize,
    /// How many drafts and refused requests black sends before.
    edits: usize,
    /// Whether black lets the time to set up run out.
    is_late: bool,
}

/// All clients of one of the two games.
struct Scene<'a> {
    twins: &'a Twins,
    black: Black,
    world: World,
    table: Table,
    spectator: Client,
    bystander: Client,
    /// Every connection that black had.
    blacks: BTreeSet<ConnectionId>,
}

impl<'a> Scene<'a> {
    fn begin(twins: &'a Twins, black: Black) -> Self {
        let mut world = World::new();
        let time = TimeControl { game_ms: 3_600_000, ..TimeControl::UNTIMED };
        let table =
            world.table(chuhe_protocol::Terms { game: terms_on(twins.board).game, ..luzhanqi_in(time) });
        let (spectator, bystander) = (world.join("Cy"), world.join("Di"));
        let blacks = BTreeSet::from([table.black().connection]);
        let mut scene = Self { twins, black, world, table, spectator, bystander, blacks };
        scene.watch(WatchFrom::Start);
        scene
    }

    fn watch(&mut self, from: WatchFrom) {
        self.world.send(self.spectator, TableRequest::Watch { from }.at(self.table.game));
    }

    /// Sends a request with a fixed number, so that the numbers of later requests do not depend on it.
    fn hush(&mut self, message: impl Into<ClientMessage>) {
        let message = message.into();
        let request = Request { number: 0, message };
        self.world.handle(Input::Received(self.table.black().connection, request));
    }

    fn everyone(&self) -> [Client; 4] {
        [self.table.red(), self.table.black(), self.spectator, self.bystander]
    }

    fn wait(&mut self, ms: u64) {
        let everyone = self.everyone();
        self.world.advance_with(&everyone, ms);
    }

    fn back(&mut self, color: Color, next: u32) {
        let seen = cursor(self.table.game, next);
        let (client, _) = self.world.resume(self.table.seats[color], seen);
        self.table.seats[color] = client;
        if color == Color::Black {
            self.blacks.insert(client.connection);
        }
    }

    /// Restarts the server and resumes every client.
    fn restart(&mut self, next: u32) {
        self.world.crash(7_000);
        self.back(Color::Red, next);
        self.spectator = self.world.resume(self.spectator, None).0;
        self.watch(WatchFrom::Current);
        self.bystander = self.world.resume(self.bystander, None).0;
        self.back(Color::Black, 0);
        self.draft();
    }

    /// Black sends some other drafts, then its formation.
    fn draft(&mut self) {
        let mut dice = Dice::new(self.black.edits as u64);
        for _ in 0..self.black.edits {
            self.hush(self.table.set_up(dice.formation()));
            self.hush(TableRequest::SetUp { strengths: [Strength::Bomb; 25] }.at(self.table.game));
        }
        self.hush(self.table.set_up(self.twins.blacks[self.black.which]));
    }

    fn set_up(&mut self) {
        self.draft();
        let (red, confirm) = (self.table.red(), self.table.confirm());
        self.world.send(red, TableRequest::SetUp { strengths: [Strength::Flag; 25] }.at(self.table.game));
        self.world.send(red, self.table.set_up(self.twins.red));
        self.world.send(red, confirm.clone());
        self.world.send(red, self.table.march("s51s41"));
        self.wait(20_000);
        self.restart(1);
        if !self.black.is_late {
            self.world.send(self.table.red(), self.table.withdraw());
            if self.black.edits > 0 {
                // the withdrawn formation differs from the final one
                self.hush(self.table.set_up(Dice::new(11).formation()));
            }
            self.hush(confirm.clone());
            self.wait(1_000);
            self.hush(self.table.withdraw());
            self.draft();
            self.restart(0);
            self.world.send(self.table.red(), confirm.clone());
            self.hush(confirm);
        }
        while !self.has_begun() {
            self.wait(1_000);
        }
    }

    /// Whether both sides have confirmed.
    fn has_begun(&self) -> bool {
        let confirmed = |entry: &JournalEntry| match &entry.event {
            GameEvent::Secret(hidden) => match hidden.event {
                luzhanqi::Event::Confirmed { .. } => 1,
                luzhanqi::Event::Withdrew { .. } => -1,
                _ => 0,
            },
            GameEvent::Public(_) => 0,
        };
        self.world.stored.games[&self.table.game].iter().map(confirmed).sum::<i32>() == 2
    }

    /// Both sides send requests that are refused, and red learns nothing from the answers.
    fn try_in_vain(&mut self, n: usize) {
        let own = Slot::all().map(|slot| Move::new(slot.on(Arm::North), slot.on(Arm::North)));
        let (game, ply) = (self.table.game, self.table.ply);
        for mv in own.take(self.black.edits) {
            self.hush(TableRequest::Play { ply, mv: march(mv), premove: false }.at(game));
        }
        let (from, to) = (n % 60, n * 7 % 60);
        let station = |n| Station::from_index(n).expect("the cross has 129 stations");
        let mv = Move::new(station(from), station(to));
        // red may be the side to move: only moves that are refused in both games
        if self.table.mover() != self.table.red() {
            self.world
                .send(self.table.red(), TableRequest::Play { ply, mv: march(mv), premove: false }.at(game));
        }
        self.world.send(self.table.red(), ArchiveRequest::FetchGame { game, from: 0 });
        self.world.send(self.spectator, ArchiveRequest::FetchGame { game, from: 0 });
    }

    fn play(&mut self) {
        for (n, &mv) in self.twins.moves.iter().enumerate() {
            let mover = self.table.mover();
            let message =
                TableRequest::Play { ply: self.table.ply, mv: march(mv), premove: false }.at(self.table.game);
            if mover == self.table.black() {
                self.hush(message)
            } else {
                self.world.send(mover, message)
            }
            self.table.ply += 1;
            self.wait(300);
            match n {
                20 | 21 => self.try_in_vain(n),
                25 => {
                    self.world.lose(self.table.red());
                    self.wait_without_red();
                    self.back(Color::Red, 9);
                }
                30 => self.watch(WatchFrom::Event(5)),
                35 => self.watch(WatchFrom::Current),
                40 => self.restart(12),
                50 => self.watch(WatchFrom::Start),
                _ => {}
            }
        }
    }

    fn wait_without_red(&mut self) {
        let others = [self.table.black(), self.spectator, self.bystander];
        self.world.advance_with(&others, 4_000);
    }

    /// Runs the whole script; at its end another player joins, whose token is random.
    fn run(twins: &'a Twins, black: Black) -> Self {
        let mut scene = Self::begin(twins, black);
        scene.set_up();
        scene.play();
        scene.world.join("Ed");
        scene.wait(10_000);
        assert_eq!(scene.world.hub.operators().gauges().games, 1, "the game is running");
        scene
    }

    /// Every frame to anyone but black, with its time.
    fn told_to_others(&self) -> Vec<(u64, ConnectionId, Vec<u8>)> {
        let others = self.world.frames.iter().filter(|(_, to, _)| !self.blacks.contains(to));
        others.cloned().collect()
    }

    /// The time, receiver and length of every frame, including black's.
    fn lengths(&self) -> Vec<(u64, ConnectionId, usize)> {
        self.world.frames.iter().map(|(at, to, frame)| (*at, *to, frame.len())).collect()
    }
}

fn assert_same(one: &Scene, other: &Scene, what: &str) {
    let [first, second] = [one, other].map(Scene::told_to_others);
    for (n, (a, b)) in first.iter().zip(&second).enumerate() {
        let shown =
            |(at, to, frame): &(u64, ConnectionId, Vec<u8>)| (*at, *to, wire::decode::<ServerMessage>(frame));
        assert_eq!(shown(a), shown(b), "{what}: frame {n}");
    }
    assert_eq!(first, second, "{what}");
}

#[test]
fn games_that_differ_in_hidden_pieces_send_the_same_bytes_at_the_same_times() {
    for (seed, board) in [(1, BoardKind::Classic), (2, BoardKind::Cross), (3, BoardKind::Classic)] {
        let twins = Twins::drawn(board, seed);
        let one = Scene::run(&twins, Black::default());
        assert!(one.told_to_others().len() > 500);
        let other = Scene::run(&twins, Black { which: 1, ..Black::default() });
        assert_same(&one, &other, "other pieces");
        assert_eq!(one.lengths(), other.lengths(), "times and lengths of all frames, including black's");
        let busy = Scene::run(&twins, Black { which: 1, edits: 7, is_late: false });
        assert_same(&one, &busy, "other drafts, in any number");
        let late = [0, 9].map(|edits| Scene::run(&twins, Black { which: edits % 2, edits, is_late: true }));
        assert_same(&late[0], &late[1], "other drafts at the end of the set-up time");
    }
}

#[test]
fn sending_a_draft_is_invisible_until_the_end() {
    let frames = [false, true].map(|sends| {
        let mut world = World::new();
        let table = world.table(terms_on(BoardKind::Classic));
        if sends {
            let request = Request { number: 0, message: table.set_up(plain()) };
            world.handle(Input::Received(table.black().connection, request));
        }
        world.advance_with(&[table.red(), table.black()], limits::SETUP_MS + 20_000);
        assert!(world.view(&table, Color::Red).position().is_some());
        let black = table.black().connection;
        world.join("Cy");
        world.frames.retain(|(_, to, _)| *to != black);
        world.frames
    });
    assert_eq!(frames[0], frames[1]);
}

#[test]
fn the_length_of_a_set_up_request_does_not_depend_on_strengths() {
    let mut dice = Dice::new(4);
    let mut lengths = BTreeSet::new();
    for _ in 0..50 {
        let message = TableRequest::SetUp { strengths: dice.formation().into() }.at(GameId(7));
        lengths.insert(wire::encode(&Request { number: 1, message }).expect("it is short").len());
    }
    assert_eq!(lengths.len(), 1);
}

/// Whether these bytes contain six strengths in a row of a formation.
fn holds_ranks_of(formation: &Formation, bytes: &[u8]) -> bool {
    let ranks: Vec<u8> = formation.pieces().map(|(_, strength)| strength as u8).collect();
    ranks.windows(6).any(|ranks| bytes.windows(6).any(|window| window == ranks))
}

/// The events in a message.
fn events(message: ServerMessage) -> Vec<Event> {
    match message {
        ServerMessage::Table {
            message: TableMessage::Events { events, .. } | TableMessage::Snapshot { events, .. },
            ..
        }
        | ServerMessage::Archive(ArchiveMessage::FinishedGame { events, .. }) => events,
        _ => Vec::new(),
    }
}

#[test]
fn no_frame_contains_the_opponents_strengths_before_the_end() {
    for (seed, board) in (1..=2).flat_map(|seed| BoardKind::ALL.map(|board| (seed, board))) {
        let mut dice = Dice::new(seed);
        let formations = PerColor::from_fn(|_| dice.formation());
        let mut world = World::new();
        let mut table = world.armed(terms_on(board), formations);
        let spectator = world.join("Cy");
        world.send(spectator, TableRequest::Watch { from: WatchFrom::Start }.at(table.game));
        world.play_out(&mut table, &mut dice, &[spectator]);
        let mut viewers: BTreeMap<ConnectionId, Option<Color>> =
            Color::ALL.map(|color| (table.seats[color].connection, Some(color))).into();
        viewers.insert(spectator.connection, None);
        let (mut searched, mut shown) = (0, 0);
        let mut over = BTreeSet::new();
        for (_, to, frame) in &world.frames {
            let me = viewers[to];
            let hidden = Color::ALL.into_iter().filter(|&color| me != Some(color));
            for event in events(wire::decode(frame).expect("a message")) {
                if matches!(event, Event::Ended { .. }) {
                    over.insert(*to);
                }
                let Event::Luzhanqi { seen, .. } = event else { continue };
                match *seen {
                    EventView::Placed { formation } => {
                        assert_eq!(
                            Some(formation),
                            me.map(|color| formations[color]),
                            "the player's own formation"
                        );
                    }
                    EventView::Moved { revealed_flags, .. } if me.is_none() => {
                        assert_eq!(revealed_flags, PerColor::default(), "a spectator is shown no flag");
                    }
                    EventView::Revealed(_) => {
                        assert!(over.contains(to), "the pieces are revealed after the end");
                        shown += 1;
                    }
                    _ => {}
                }
            }
            if over.contains(to) {
                // check that the search finds them
                let at_end = Color::ALL.into_iter().all(|color| holds_ranks_of(&formations[color], frame));
                assert!(at_end || frame.len() < 100);
                continue;
            }
            for color in hidden {
                assert!(!holds_ranks_of(&formations[color], frame), "{color:?}'s ranks in {frame:?}");
                searched += 1;
            }
        }
        assert_eq!(shown, 3);
        assert!(searched > 300, "{searched}");
    }
}

#[test]
fn no_strength_is_logged_or_shown_by_debug() {
    let (logged, shown) = logging(|| {
        let mut world = World::new();
        let mut table = world.table(terms_on(BoardKind::Classic));
        world.arm(&table, Color::Red, plain());
        let mut shown = format!("{:?} {:#?}", world.hub, world.stored.games);
        world.arm(&table, Color::Black, plain());
        world.discard_received();
        world.march(&mut table, &["s15n11", "n12n11"]);
        world.refused(table.red(), table.march("s51s41"));
        shown.push_str(&format!("{:?} {:#?}", world.hub, world.stored.games));
        shown
    });
    assert!(logged.contains("refused") && shown.contains("Confirmed"), "{logged}");
    for strength in Strength::ALL {
        let name = format!("{strength:?}");
        assert!(!shown.contains(&name), "{name} is shown");
        assert!(!logged.contains(&name), "{name} is logged");
    }
}

#[test]
fn players_can_fetch_only_their_own_finished_games() {
    let mut world = World::new();
    let mut dice = Dice::new(6);
    let mut table = world.armed(terms_on(BoardKind::Classic), PerColor::from_fn(|_| dice.formation()));
    let fetch = ClientMessage::Archive(ArchiveRequest::FetchGame { game: table.game, from: 0 });
    let stranger = world.join("Cy");
    let none = chuhe_protocol::Refusal::NoSuchGame;
    let running = chuhe_protocol::Refusal::GameRunning;
    assert_eq!(world.refused(table.red(), fetch.clone()), running);
    assert_eq!(world.refused(stranger, fetch.clone()), none);
    world.play_out(&mut table, &mut dice, &[stranger]);
    assert_eq!(world.refused(stranger, fetch), none);
}
