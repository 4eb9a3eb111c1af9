//! A scripted server for one client. It sends players, chat and a game, and checks nothing.

use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{
    Activity, ChallengePolicy, ChatMessage, ChatRoom, ClientMessage, DoorMessage, DoorRequest, Event, GameId,
    GameKind, GameStart, LobbyMessage, Player, PlayerId, PlayerName, PresenceChange, Request, Seat, Seq,
    ServerMessage, SessionToken, TableMessage, Terms, Tick, limits, wire,
};
use chuhe_rules::clock::{ClockReading, SideReading};
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use chuhe_rules::{Color, GameMove, PerColor, RulesVersion};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

const ME: PlayerId = PlayerId(1);
const OTHER: PlayerId = PlayerId(2);
pub(super) const GAME: GameId = GameId(7);

/// The moves of red, in a cycle. The client applies the rules and rejects moves after the third occurrence of
/// a position, so both cycles have different lengths.
const RED_CYCLE: [&str; 6] = ["b0c2", "h2e2", "h0i2", "c2b0", "e2h2", "i2h0"];
/// The moves of black, in a cycle.
const BLACK_CYCLE: [&str; 8] = ["b9c7", "h7e7", "h9i7", "a9a8", "c7b9", "e7h7", "i7h9", "a8a9"];
/// How many plies a stage can play before a position repeats: the cycles coincide after 24 moves of each side.
const PLIES_WITHOUT_REPETITION: usize = 47;

/// The client's connection, and the game that the server plays for it.
pub(super) struct Stage {
    client: Arc<Mutex<TcpStream>>,
    plies: usize,
    next: Seq,
}

impl Stage {
    /// Waits for the client to join, and sends a list of this many players.
    pub(super) fn open(listener: &TcpListener, players: u64) -> Self {
        let (mut client, _) = listener.accept().expect("the client connects");
        client.set_nodelay(true).expect("the option can be set");
        let hello = Hello::decode(&read(&mut client).expect("the client sends a greeting"))
            .expect("the greeting is valid");
        write(&mut client, &Answer::to(hello).encode()).expect("the client reads");
        read(&mut client).expect("the client requests to join");
        let reader = client.try_clone().expect("the socket can be cloned");
        let mut stage = Self { client: Arc::new(Mutex::new(client)), plies: 0, next: 0 };
        stage.answer_pings(reader);
        let (token, resumed, registered) = (SessionToken([1; 16]), false, false);
        stage.send(&ServerMessage::Door(DoorMessage::Joined {
            player: ME,
            name: name(ME.0),
            token,
            resumed,
            registered,
            hall: None,
        }));
        let all: Vec<Player> = (1..=players).map(player).collect();
        for (frame, players) in all.chunks(limits::PLAYERS_PER_FRAME).enumerate() {
            stage.send(&ServerMessage::Lobby(LobbyMessage::Players {
                players: players.to_vec(),
                first: frame == 0,
            }));
        }
        stage
    }

    fn answer_pings(&self, mut reader: TcpStream) {
        let client = Arc::clone(&self.client);
        thread::spawn(move || {
            while let Ok(frame) = read(&mut reader) {
                if let Ok(Request { message: ClientMessage::Door(DoorRequest::Ping { nonce, .. }), .. }) =
                    wire::decode(&frame)
                {
                    let pong = wire::encode(&ServerMessage::Door(DoorMessage::Pong { nonce }))
                        .expect("the message fits into a frame");
                    // the client may have disconnected
                    let _ =
                        write(&mut client.lock().expect("no thread panics while it holds the lock"), &pong);
                }
            }
        });
    }

    /// Sends a message to the client.
    pub(super) fn send(&mut self, message: &ServerMessage) {
        let bytes = wire::encode(message).expect("the message fits into a frame");
        write(&mut self.client.lock().expect("no thread panics while it holds the lock"), &bytes)
            .expect("the client reads");
    }

    /// Sends a chat line; some lines are long.
    pub(super) fn chat(&mut self, room: ChatRoom, line: u64) {
        let text = "这步棋走得很好，我没有想到。".repeat(1 + (line % 7 / 3) as usize);
        let from = PlayerId(2 + line % 20);
        let text = format!("{line} {text}");
        self.send(&ServerMessage::Chat(ChatMessage::Line {
            room,
            from,
            name: name(from.0),
            text,
            at_ms: line,
        }));
    }

    /// Sends a presence change: a player has started a game.
    pub(super) fn presence(&mut self, change: u64) {
        let mut changed = player(3 + change % 4_000);
        let game = GameId(1_000 + change);
        changed.activity = Activity::Playing { game, opponent: OTHER, kind: GameKind::Xiangqi };
        self.send(&ServerMessage::Lobby(LobbyMessage::Presence(vec![PresenceChange::Here(changed)])));
    }

    /// Starts the game.
    pub(super) fn start_game(&mut self) {
        let terms = Terms::default();
        let seats = PerColor::new(ME, OTHER).map(|player| Seat { player, name: name(player.0) });
        let times = PerColor::new(terms.challenger_time, terms.opponent_time);
        let first_move_ms = limits::FIRST_MOVE_MS as u32;
        let rules = RulesVersion::CURRENT;
        let start = GameStart { seats, terms, times, rematch_of: None, first_move_ms, setup_ms: 0, rules };
        self.event(Event::Started(Box::new(start)));
    }

    /// Plays the next move of the side to move.
    ///
    /// # Panics
    /// If a position would repeat.
    pub(super) fn play(&mut self) {
        assert!(self.plies < PLIES_WITHOUT_REPETITION, "the client rejects moves after repetitions");
        let (by, mv) = (side_to_move(self.plies), move_at(self.plies));
        self.plies += 1;
        let clocks = self.clocks();
        self.event(Event::Played { by, mv: GameMove::Xiangqi(mv), clocks });
    }

    pub(super) fn tick(&mut self) {
        let clocks = self.clocks();
        let round_trip_ms = PerColor::splat(Some(20));
        let tick = Tick {
            clocks,
            round_trip_ms,
            setup_left_ms: None,
            first_move_left_ms: None,
            absence_left_ms: PerColor::splat(90_000),
            lag_quota_ms: PerColor::splat(3_000),
        };
        self.send(&TableMessage::Tick(Box::new(tick)).at(GAME));
    }

    fn clocks(&self) -> ClockReading {
        let side = SideReading { game_ms: Some(600_000), read_ms: None, move_ms: Some(60_000) };
        let running = (self.plies > 1).then(|| side_to_move(self.plies));
        ClockReading { sides: PerColor::<SideReading>::splat(side), running }
    }

    fn event(&mut self, event: Event) {
        self.send(&TableMessage::Events { first: self.next, events: vec![event] }.at(GAME));
        self.next += 1;
    }
}

/// The side to move after this many plies.
const fn side_to_move(plies: usize) -> Color {
    if plies.is_multiple_of(2) { Color::Red } else { Color::Black }
}

/// The move after this many plies.
fn move_at(plies: usize) -> Move {
    let mv = match side_to_move(plies) {
        Color::Red => RED_CYCLE[plies / 2 % RED_CYCLE.len()],
        Color::Black => BLACK_CYCLE[plies / 2 % BLACK_CYCLE.len()],
    };
    mv.parse().expect("a move")
}

fn name(player: u64) -> PlayerName {
    PlayerName::parse(&format!("棋手{player}")).expect("a name")
}

fn player(number: u64) -> Player {
    let (id, name) = (PlayerId(number), name(number));
    let policy = ChallengePolicy::Everyone;
    Player {
        id,
        name,
        activity: Activity::Idle,
        connected: true,
        joined_ago_s: 60,
        policy,
        computer_level: None,
        registered: false,
        watching: None,
        seeking: None,
        ratings: Vec::new(),
    }
}

fn read(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let mut frame = vec![0; u32::from_be_bytes(length) as usize];
    stream.read_exact(&mut frame)?;
    Ok(frame)
}

fn write(stream: &mut TcpStream, frame: &[u8]) -> io::Result<()> {
    let length = u32::try_from(frame.len()).expect("a short frame");
    stream.write_all(&[&length.to_be_bytes(), frame].concat())
}

#[test]
fn the_moves_of_the_stage_are_legal_and_repeat_no_position() {
    let mut game = Game::new(Position::start(), Rules::default());
    for ply in 0..PLIES_WITHOUT_REPETITION {
        let played = game.play(side_to_move(ply), move_at(ply)).expect("the move is legal");
        assert_eq!((played.outcome, game.warning()), (None, None), "after ply {ply}");
    }
}
