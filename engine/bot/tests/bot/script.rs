//! A bot, and the messages of a server to it.

use chuhe_bot::{Bot, Config, Output, Task, Thought};
use chuhe_protocol::{
    Activity, Challenge, ChallengeId, ChallengePolicy, ClientMessage, ColorChoice, DoorMessage, DoorRequest,
    Event, GameId, GameStart, GameTerms, LobbyMessage, Player, PlayerId, PlayerName, Request, Seat, Seq,
    ServerMessage, SessionToken, TableMessage, TableRequest, TakebackPolicy, Terms, limits,
};
use chuhe_rules::clock::{ClockReading, TimeControl, Timestamp};
use chuhe_rules::luzhanqi::{BoardKind, Options};
use chuhe_rules::{Color, GameMove, PerColor, RulesVersion};

pub(crate) const BOT: PlayerId = PlayerId(1);
pub(crate) const BO: PlayerId = PlayerId(2);
pub(crate) const GAME: GameId = GameId(7);

/// A bot with the time, and the number of the next event of its game.
pub(crate) struct Script {
    pub(crate) bot: Bot,
    pub(crate) now: Timestamp,
    pub(crate) next: Seq,
}

impl Script {
    /// A bot that has joined.
    pub(crate) fn joined(config: Config) -> Self {
        let mut script = Self { bot: Bot::new(config), now: Timestamp::from_ms(1_000), next: 0 };
        script.bot.connected(script.now);
        script.receive(joined());
        script.outputs();
        script
    }

    /// A bot that plays red in a game of xiangqi and is to move.
    pub(crate) fn playing_red() -> Self {
        let mut script = Self::joined(Config::new("computer"));
        script.events(vec![started(Terms::default(), BOT, BO)]);
        script
    }

    pub(crate) fn receive(&mut self, message: ServerMessage) {
        self.bot.receive(self.now, &message);
    }

    /// Sends events of the game, the next ones in order.
    pub(crate) fn events(&mut self, events: Vec<Event>) {
        let first = self.next;
        self.next += Seq::try_from(events.len()).expect("a few events");
        self.receive(TableMessage::Events { first, events }.at(GAME));
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, ms: u64) {
        self.now = self.now.plus_ms(ms);
        while self.bot.poll_timeout().is_some_and(|at| at <= self.now) {
            self.bot.handle_timeout(self.now);
        }
    }

    pub(crate) fn outputs(&mut self) -> Vec<Output> {
        std::iter::from_fn(|| self.bot.poll()).collect()
    }

    /// The messages that the bot has sent since the last call, without pings.
    pub(crate) fn sent(&mut self) -> Vec<ClientMessage> {
        self.requests().into_iter().map(|request| request.message).collect()
    }

    pub(crate) fn requests(&mut self) -> Vec<Request> {
        let requests = self.outputs().into_iter().filter_map(|output| match output {
            Output::Send(request) => Some(request),
            _ => None,
        });
        requests
            .filter(|request| !matches!(request.message, ClientMessage::Door(DoorRequest::Ping { .. })))
            .collect()
    }

    /// The task that the bot has returned.
    pub(crate) fn task(&mut self) -> Option<Task> {
        self.outputs().into_iter().find_map(|output| match output {
            Output::Think(task) => Some(*task),
            _ => None,
        })
    }

    /// Answers the bot's task with a move of this score, and applies it as the server would.
    pub(crate) fn play_as_bot(&mut self, mv: &str, score: Option<i32>) {
        let task = self.task().expect("the bot thinks");
        self.bot.thought(self.now, task.id, Thought { mv: Some(xiangqi(mv)), score, resigns: false });
        let sent = self.sent();
        assert!(
            matches!(sent[..], [ClientMessage::Table { request: TableRequest::Play { .. }, .. }]),
            "{sent:?}"
        );
        self.events(vec![played(Color::Red, mv)]);
    }
}

pub(crate) fn joined() -> ServerMessage {
    ServerMessage::Door(DoorMessage::Joined {
        player: BOT,
        name: name("computer"),
        token: SessionToken([3; 16]),
        resumed: false,
        registered: false,
        hall: None,
    })
}

pub(crate) fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).expect("a valid name")
}

/// An idle player in the list of players.
pub(crate) fn listed(id: PlayerId, connected: bool) -> Player {
    Player {
        id,
        name: name("someone"),
        activity: Activity::Idle,
        connected,
        joined_ago_s: 0,
        policy: ChallengePolicy::Everyone,
        computer_level: None,
        registered: false,
        watching: None,
        seeking: None,
        ratings: Vec::new(),
    }
}

pub(crate) fn luzhanqi_terms() -> Terms {
    let game = GameTerms::Luzhanqi { board: BoardKind::Classic, options: Options::default() };
    Terms { game, takeback: TakebackPolicy::Off, ..Terms::default() }
}

pub(crate) fn started(terms: Terms, red: PlayerId, black: PlayerId) -> Event {
    let seat = |player| Seat { player, name: name("someone") };
    let times = terms.times(Color::Red);
    Event::Started(Box::new(GameStart {
        seats: PerColor::new(seat(red), seat(black)),
        terms: Terms { color: ColorChoice::Red, ..terms },
        times,
        rematch_of: None,
        first_move_ms: 60_000,
        setup_ms: u32::try_from(limits::SETUP_MS).expect("some minutes"),
        rules: RulesVersion::CURRENT,
    }))
}

pub(crate) fn xiangqi(mv: &str) -> GameMove {
    GameMove::Xiangqi(mv.parse().expect("a move"))
}

pub(crate) fn played(by: Color, mv: &str) -> Event {
    Event::Played { by, mv: xiangqi(mv), clocks: ClockReading::default() }
}

pub(crate) fn challenge(id: u64, terms: Terms) -> ServerMessage {
    let challenge = Challenge { id: ChallengeId(id), from: BO, to: BOT, terms, expires_in_ms: 60_000 };
    ServerMessage::Lobby(LobbyMessage::ChallengeOpened(Box::new(challenge)))
}

pub(crate) fn untimed() -> Terms {
    let time = TimeControl::UNTIMED;
    Terms { challenger_time: time, opponent_time: time, ..Terms::default() }
}
