//! A server that sends any message at any time: the client must not panic, and must draw every frame.

mod acts;
mod evenings;
mod profiles;
mod reports;

use super::show;
use crate::widgets::theme::{self, Theme};
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_app::testing::{GAME, ME, OTHER, World, name, played, player, started};
use chuhe_model::actions::action::{
    AccountAction, Action, ActionArea, ChatAction, FilesAction, FormAction, GamesAction, JoinAction,
    LobbyAction, LobbyTab, SettingsAction, Tab, TableAction,
};
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::event::{Closed, NetworkEvent};
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_model::testing::kind;
use chuhe_protocol::any::{self, Draw, Kind};
use chuhe_protocol::{
    AccountMessage, Activity, ArchiveMessage, Challenge, ChallengeEnd, ChallengeId, ChallengePolicy,
    ChatLine, ChatMessage, ChatRoom, Claim, CloseReason, ColorChoice, CountsAs, DeclineReason, DoorMessage,
    Event, GameCorrection, GameId, GameKind, GameSummary, GameTerms, LobbyMessage, OfferEnd, Player,
    PlayerId, PlayerResult, PresenceChange, Preview, PreviewBoard, RatedEnd, Refusal, Seat, ServerMessage,
    SessionToken, TableMessage, TakebackPolicy, Terms, Tick, Uncounted, Visitor, WatchEnd,
};
use chuhe_rules::clock::{ClockReading, SideReading, TimeControl};
use chuhe_rules::luzhanqi::{
    Battle, BoardKind, EventView, Formation, Move, Options, Piece, Revealed, Station, Strength,
};
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::xiangqi::RuleSet;
use chuhe_rules::{AbortReason, Color, DrawReason, GameMove, Outcome, PerColor, WinReason};
use egui::vec2;
use profiles::preferences_or_profile;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::HashSet;
use strum::VariantArray as _;

/// Texts of which each kind of checked text accepts some.
const TEXTS: [&str; 9] = [
    "Bo",
    "最长的名字一共有十六个字都在这里",
    "7k3m9qpx02ab",
    "https://play.example.org",
    "b.example.org:9899",
    "4k4/9/9/9/9/9/9/9/4A4/4K4 w",
    "\u{202e}字 {x} <b>",
    "e0e1",
    "",
];

/// A source of random messages and actions.
struct Dice(ChaCha8Rng);

impl Draw for Dice {
    fn below(&mut self, bound: usize) -> usize {
        Self::below(self, bound)
    }

    fn number(&mut self, _: &'static str) -> u64 {
        let small = self.below(130) as u64;
        self.of([0, 1, 2, small, small, 60_000, GAME.0, ME.0, OTHER.0, u64::MAX])
    }

    fn text(&mut self) -> String {
        self.of(TEXTS).to_owned()
    }
}

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound
    }

    fn of<T: Copy, const N: usize>(&mut self, all: [T; N]) -> T {
        all[self.below(N)]
    }

    fn color(&mut self) -> Color {
        self.of(Color::ALL)
    }

    fn kind(&mut self) -> OfferKind {
        self.of(OfferKind::ALL)
    }

    fn player(&mut self) -> PlayerId {
        self.of([ME, OTHER, PlayerId(0), PlayerId(u64::MAX)])
    }

    fn game(&mut self) -> GameId {
        self.of([GAME, GAME, GAME, GameId(0), GameId(u64::MAX)])
    }

    fn ms(&mut self) -> u32 {
        self.of([0, 1, 999, 30_000, u32::MAX])
    }

    fn long_ms(&mut self) -> u64 {
        self.of([0, 1, 9_999, 767_000, u64::MAX / 2, u64::MAX])
    }

    fn clocks(&mut self) -> ClockReading {
        let mut part = || self.of([true, false]).then(|| self.long_ms());
        let mut side = || SideReading { game_ms: part(), read_ms: part(), move_ms: part() };
        let sides = PerColor::new(side(), side());
        ClockReading { sides, running: self.of([None, Some(Color::Red), Some(Color::Black)]) }
    }

    fn terms(&mut self) -> Terms {
        let time = |dice: &mut Self| TimeControl {
            game_ms: dice.ms(),
            move_ms: dice.ms(),
            increment_ms: dice.ms(),
            read_ms: dice.ms(),
        };
        let start = self.of([
            None,
            Some("rubbish"),
            Some("4k4/9/9/9/9/9/9/9/9/4K4 w"),
            Some("3k5/9/9/9/9/9/9/9/9/4K3R b - - 9999 9999"),
        ]);
        let options = self.of([Options::default(), Options { passes_to_lose: 0, ..Options::default() }]);
        let luzhanqi = GameTerms::Luzhanqi { board: self.of(BoardKind::ALL), options };
        let xiangqi = GameTerms::Xiangqi { rules: RuleSet::Asian, start: start.map(str::to_owned) };
        Terms {
            game: self.of([&xiangqi, &luzhanqi]).clone(),
            color: self.of([ColorChoice::Red, ColorChoice::Black, ColorChoice::Random]),
            challenger_time: time(self),
            opponent_time: time(self),
            takeback: self.of([TakebackPolicy::Off, TakebackPolicy::Ask]),
            watch_delay_plies: self.of([0, 3, 255]),
            rated: self.of([false, true]),
        }
    }

    fn valid_terms(&mut self) -> Terms {
        let luzhanqi = GameTerms::Luzhanqi { board: self.of(BoardKind::ALL), options: Options::default() };
        let long = TimeControl { game_ms: TimeControl::MAX_MS, ..TimeControl::UNTIMED };
        Terms {
            game: self.of([&Terms::default().game, &luzhanqi, &luzhanqi]).clone(),
            challenger_time: self.of([TimeControl::UNTIMED, long]),
            takeback: TakebackPolicy::Off,
            ..Terms::default()
        }
    }

    fn event(&mut self, world: &World) -> Event {
        let legal = world
            .app
            .sessions()
            .table()
            .and_then(|table| Some(table.game().xiangqi()?.position().legal_moves()));
        let color = self.color();
        let clocks = self.clocks();
        if world.app.sessions().table().is_some_and(|table| table.game().luzhanqi().is_some())
            && self.below(9) > 0
        {
            return Event::Luzhanqi { seen: Box::new(self.seen(world)), clocks };
        }
        match self.below(12) {
            0 => {
                let mut first = started(self.player(), self.player());
                if let Event::Started(beginning) = &mut first {
                    // the client refuses invalid terms, so most games begin with valid ones
                    let terms = if self.below(3) == 0 { self.terms() } else { self.valid_terms() };
                    beginning.times = PerColor::new(terms.challenger_time, terms.opponent_time);
                    (beginning.terms, beginning.first_move_ms, beginning.setup_ms) =
                        (terms, self.ms(), self.ms());
                }
                first
            }
            1 => played(color, self.of(["a0a9", "h2e2", "e0e1"])),
            2 => Event::Offered { by: color, kind: self.kind() },
            3 => {
                let how = self.of([OfferEnd::Declined, OfferEnd::Withdrawn]);
                Event::OfferClosed { by: color, kind: self.kind(), how }
            }
            4 => Event::TakenBack { by: color, to_ply: self.of([0, 1, 2, 7, u16::MAX]), clocks },
            5 => match self.ms() {
                claimable_in_ms if claimable_in_ms.is_multiple_of(2) => {
                    Event::FellAsleep { color, claimable_in_ms }
                }
                claimable_in_ms => Event::WentAway { color, claimable_in_ms },
            },
            6 if clocks.running.is_none() => Event::Rated(RatedEnd::Uncounted(Uncounted::SamePair)),
            6 => Event::CameBack { color },
            7 if self.below(6) == 0 => Event::Ended { outcome: self.outcome(color), clocks },
            8 if self.below(6) == 0 => Event::Left { color },
            9 if self.below(3) == 0 => Event::Interrupted { down_ms: self.long_ms(), clocks },
            10 if self.below(3) == 0 => Event::LagMeasured { color, lag_ms: self.of([0, 50, 500, u16::MAX]) },
            _ => match (legal, world.app.sessions().table().and_then(|table| table.game().xiangqi()?.turn()))
            {
                (Some(legal), Some(turn)) if !legal.is_empty() => {
                    played(turn, &legal[self.below(legal.len())].to_string())
                }
                _ if self.below(2) == 0 => FullGame::started(color, self.of(BoardKind::ALL)),
                _ => started(ME, OTHER),
            },
        }
    }

    /// A viewer's event of a luzhanqi game, legal or not.
    fn seen(&mut self, world: &World) -> EventView {
        let by = self.color();
        let strengths = Strength::ALL[self.below(12)];
        let formation = Formation::nearest_legal([strengths; 25]);
        let history = world.app.sessions().table().and_then(|table| table.game().luzhanqi());
        let moves: Vec<Move> =
            history.and_then(|history| history.view().position()).map_or_else(Vec::new, |view| {
                let mine = view.pieces().filter(|(_, token)| token.color() == view.side_to_move());
                let ways = mine.flat_map(|(from, _)| {
                    let to = view.board().board().neighbours(from).iter();
                    to.map(move |&to| Move::new(from, to))
                });
                ways.collect()
            });
        let seat = world.app.sessions().table().and_then(|table| table.game().seat());
        let bare = history.zip(seat).is_some_and(|(history, seat)| history.view().formation(seat).is_none());
        let unready = history
            .and_then(|history| Color::ALL.into_iter().find(|&color| !history.view().has_confirmed(color)));
        let turn = history.and_then(|history| history.turn());
        match self.below(60) {
            0 => EventView::Withheld,
            1 => EventView::Placed { formation },
            2 => EventView::Confirmed { by },
            3 => EventView::Withdrew { by },
            4 => EventView::Passed { by },
            5 | 6 => EventView::Passed { by: turn.unwrap_or(by) },
            7 if self.below(2) == 0 => {
                let stations = (0..self.below(60)).filter_map(Station::from_index);
                let pieces = stations.map(|at| (at, Piece::new(by, strengths))).collect();
                EventView::Revealed(Box::new(Revealed { formations: PerColor::splat(formation), pieces }))
            }
            8 if self.below(2) == 0 => EventView::Moved {
                mv: self.of(["s11e11", "c22n15", "s11s11"]).parse().unwrap(),
                battle: None,
                revealed_flags: PerColor::splat(None),
            },
            _ if bare => EventView::Placed { formation },
            _ if moves.is_empty() => EventView::Confirmed { by: unready.unwrap_or(by) },
            _ => {
                let mv = moves[self.below(moves.len())];
                let held = history.and_then(|history| history.view().position()?.piece_at(mv.to)).is_some();
                let how = self.of([Battle::AttackerCaptured, Battle::DefenderCaptured, Battle::BothCaptured]);
                let flag = if self.below(40) == 0 { Some(mv.to) } else { None };
                EventView::Moved {
                    mv,
                    battle: held.then_some(how),
                    revealed_flags: PerColor::new(flag, None),
                }
            }
        }
    }

    fn outcome(&mut self, color: Color) -> Outcome {
        self.of([
            Outcome::won(color, WinReason::Checkmate),
            Outcome::won(color, WinReason::Abandonment),
            Outcome::Drawn(DrawReason::Abandonment),
            Outcome::Drawn(DrawReason::TooLong),
            Outcome::Aborted(AbortReason::NoFirstMove(color)),
            Outcome::Aborted(AbortReason::ServerShutdown),
        ])
    }

    fn policy(&mut self) -> ChallengePolicy {
        self.of([ChallengePolicy::Everyone, ChallengePolicy::Registered, ChallengePolicy::Nobody])
    }

    fn random_player(&mut self) -> Player {
        let id = self.player();
        let (game, opponent) = (self.game(), self.player());
        let long = "最长的名字一共有十六个字都在这里";
        Player {
            activity: self.of([Activity::Idle, Activity::Playing { game, opponent, kind: kind(game.0) }]),
            connected: self.of([true, false]),
            joined_ago_s: self.ms(),
            policy: self.policy(),
            computer_level: self.of([None, Some(7)]),
            registered: self.of([true, false]),
            watching: self.of([None, Some(game)]),
            ..player(id, self.of(["Bo", long, "W-W-W-W-W-W-W-W-"]))
        }
    }

    fn message(&mut self, world: &World) -> ServerMessage {
        let challenge = ChallengeId(self.below(30) as u64);
        match self.below(34) {
            0 => ServerMessage::Door(DoorMessage::Joined {
                player: self.player(),
                name: name("楚河客"),
                token: SessionToken([1; 16]),
                resumed: self.of([true, false]),
                registered: self.of([true, false]),
                hall: None,
            }),
            1 => ServerMessage::Lobby(LobbyMessage::Players {
                players: vec![self.random_player()],
                first: self.of([true, false]),
            }),
            2 => {
                let someone = self.random_player();
                let change = PresenceChange::Gone(self.player());
                ServerMessage::Lobby(LobbyMessage::Presence(vec![PresenceChange::Here(someone), change]))
            }
            3 => ServerMessage::Lobby(LobbyMessage::ChallengeOpened(Box::new(Challenge {
                id: challenge,
                from: self.player(),
                to: self.player(),
                terms: self.terms(),
                expires_in_ms: self.ms(),
            }))),
            4 => {
                let game = self.game();
                let how = self.of([
                    ChallengeEnd::Accepted(game),
                    ChallengeEnd::Declined(DeclineReason::Unspecified),
                    ChallengeEnd::Cancelled,
                    ChallengeEnd::Gone,
                ]);
                ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how })
            }
            5 => {
                let first = self.of([0, 1, 2, u32::MAX]);
                let events = vec![self.event(world), self.event(world)];
                TableMessage::Events { first, events }.at(self.game())
            }
            6 => TableMessage::Tick(Box::new(Tick {
                clocks: self.clocks(),
                round_trip_ms: PerColor::splat(Some(u16::MAX)),
                setup_left_ms: Some(self.ms()),
                first_move_left_ms: Some(self.ms()),
                absence_left_ms: PerColor::splat(self.ms()),
                lag_quota_ms: PerColor::splat(self.of([0, 50, 3_000, u16::MAX])),
            }))
            .at(self.game()),
            7 => {
                let (table, text) = (ChatRoom::Table(self.game()), "\u{202e}字".repeat(self.below(150)));
                let spectators = ChatRoom::Spectators(self.game());
                let room = self.of([ChatRoom::Lobby, table, spectators]);
                let (from, name, at_ms) = (self.player(), name("Bo"), text.len() as u64);
                if at_ms.is_multiple_of(4) {
                    let lines = vec![ChatLine { at_ms, from, name, text }];
                    return ServerMessage::Chat(ChatMessage::History { room, lines });
                }
                if at_ms.is_multiple_of(5) {
                    return ServerMessage::Chat(ChatMessage::Marked { room, at_ms: vec![at_ms, at_ms + 1] });
                }
                ServerMessage::Chat(ChatMessage::Line { room, from, name, text, at_ms })
            }
            8 => {
                let reason = self.of([
                    Refusal::UnknownToken,
                    Refusal::NameRegistered,
                    Refusal::WrongPassword,
                    Refusal::TooManyAttempts { wait_ms: u64::MAX },
                    Refusal::Paused,
                    Refusal::CannotWatch,
                    Refusal::Unreadable,
                    Refusal::NameTaken,
                    Refusal::WrongPly { expected: u16::MAX },
                    Refusal::ClaimTooSoon { wait_ms: u64::MAX },
                    Refusal::Offer(OfferRefusal::DrawTooOften { plies: u16::MAX }),
                ]);
                ServerMessage::Refused { request: self.below(60) as u32, reason }
            }
            9 => ServerMessage::Door(DoorMessage::Pong { nonce: self.below(9) as u32 }),
            10 if self.below(9) == 0 => ServerMessage::Door(DoorMessage::ShuttingDown),
            10 if self.below(2) == 0 => ServerMessage::Door(DoorMessage::WebPage {
                port: self.of([0, 80, u16::MAX]),
                tls: self.of([true, false]),
            }),
            10 => ServerMessage::Door(DoorMessage::RatedByDefault { rated: self.of([true, false]) }),
            11 if self.below(9) == 0 => {
                let reason =
                    self.of([CloseReason::Superseded, CloseReason::SlowReader, CloseReason::SignedOut]);
                ServerMessage::Door(DoorMessage::Closing { reason })
            }
            12..21 => self.spectator_message(world),
            21 if self.below(3) == 0 => reports::message(self),
            21 => preferences_or_profile(self),
            _ => {
                let first = world.app.sessions().table().map_or(0, |table| table.game().next());
                TableMessage::Events { first, events: vec![self.event(world)] }.at(GAME)
            }
        }
    }

    /// A message to a spectator, a reader, or a registered player.
    fn spectator_message(&mut self, world: &World) -> ServerMessage {
        let game = self.game();
        let first = world.app.sessions().table().map_or(0, |table| table.game().next());
        let mut events: Vec<Event> = (0..self.below(4)).map(|_| self.event(world)).collect();
        if self.below(2) == 0 {
            events.insert(0, started(self.player(), self.player()));
        }
        match self.below(11) {
            0 if self.below(2) == 0 => ServerMessage::Archive(ArchiveMessage::FoundGames {
                games: (0..self.below(40)).map(|_| self.summary()).collect(),
                next: self.of([None, Some(game)]),
            }),
            0 => ServerMessage::Archive(ArchiveMessage::Games {
                games: (0..self.below(40)).map(|_| self.summary()).collect(),
                more: self.of([true, false]),
            }),
            1 | 2 => {
                let first = self.of([0, 0, 1, first, u32::MAX]);
                let timed = if first == 1 { 0 } else { events.len() as u64 };
                let at_ms = (0..timed).map(|n| n * u64::from(first)).collect();
                ServerMessage::Archive(ArchiveMessage::FinishedGame {
                    game,
                    first,
                    events,
                    at_ms,
                    more: self.of([true, false]),
                    correction: self.correction(),
                })
            }
            3 | 4 => TableMessage::Snapshot {
                next: self.of([0, 1, 9, u32::MAX]),
                events,
                first: self.of([true, true, false]),
                last: self.of([true, true, false]),
            }
            .at(game),
            5 if self.below(2) == 0 => {
                let spent_ms = vec![self.of([0, 1, u64::MAX]); self.below(9)];
                TableMessage::TurnTimes { spent_ms, lasting_ms: self.of([None, Some(0), Some(u64::MAX)]) }
                    .at(game)
            }
            5 if self.below(2) == 0 => {
                let rated = RatedEnd::Uncounted(self.of([Uncounted::Annulled, Uncounted::SamePair]));
                TableMessage::Corrected { correction: self.correction().map(Box::new), rated }.at(game)
            }
            5 => TableMessage::Watching { delay_plies: self.of([0, 3, 255]) }.at(game),
            6 => {
                let why =
                    self.of([WatchEnd::Left, WatchEnd::Elsewhere, WatchEnd::Closed, WatchEnd::Rematch(game)]);
                TableMessage::WatchEnded { why }.at(game)
            }
            7 => {
                let names = vec![name("W-W-W-W-W-W-W-W-"); self.below(90)];
                TableMessage::Spectators { names, count: self.of([0, 1, u32::MAX]) }.at(game)
            }
            9 if self.below(2) == 0 => ServerMessage::Lobby(LobbyMessage::Visitors {
                visitors: vec![Visitor { name: name("Bo"), seen_ago_s: u32::MAX }; self.below(60)],
            }),
            9 => {
                let stations = || vec!["c22".parse().unwrap(), "s11".parse().unwrap()];
                let luzhanqi = |board| PreviewBoard::Luzhanqi { board, red: stations(), black: stations() };
                let clocks = self.clocks();
                let board = match self.below(3) {
                    0 => PreviewBoard::Xiangqi { fen: "nonsense".into(), last: None },
                    1 => luzhanqi(BoardKind::Classic),
                    _ => luzhanqi(BoardKind::Cross),
                };
                ServerMessage::Lobby(LobbyMessage::Preview(Box::new(Preview {
                    game,
                    plies: u16::MAX,
                    outcome: None,
                    board,
                    clocks: Some(clocks),
                })))
            }
            8 => self
                .of([&ServerMessage::Door(DoorMessage::Paused), &ServerMessage::Door(DoorMessage::Unpaused)])
                .clone(),
            _ => {
                let token = SessionToken([2; 16]);
                self.of([
                    &ServerMessage::Account(AccountMessage::Registered),
                    &ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }),
                ])
                .clone()
            }
        }
    }

    fn summary(&mut self) -> GameSummary {
        let mut seat = || Seat {
            player: self.player(),
            name: name(self.of(["Bo", "最长的名字一共有十六个字都在这里"])),
        };
        let seats = PerColor::new(seat(), seat());
        let color = self.color();
        let game = self.below(60) as u64;
        GameSummary {
            game: GameId(game),
            seats,
            outcome: self.outcome(color),
            plies: self.of([0, 1, u16::MAX]),
            ended_at_ms: self.long_ms(),
            kind: kind(game),
            first_moves: FirstMoves::default(),
            rated: self.of([false, true]),
            correction: self.correction(),
        }
    }

    /// What an operator has made of a game.
    fn correction(&mut self) -> Option<GameCorrection> {
        let counts_as = self.of([None, None, Some(CountsAs::Nothing), Some(CountsAs::Drawn)])?;
        Some(GameCorrection { counts_as, reason: self.of(["", "作弊", "played by an engine"]).to_owned() })
    }

    /// An action of the user, on any screen.
    fn action(&mut self, world: &World) -> Action {
        let moves = world.app.sessions().table().map(|table| table.board().available()).unwrap_or_default();
        let challenge = ChallengeId(self.below(30) as u64);
        let ply = self.below(12);
        match self.below(27) {
            24 => Action::Table(self.of([
                TableAction::Shuffle,
                TableAction::Confirm,
                TableAction::WithdrawFormation,
                TableAction::Mark(Some(Strength::Bomb)),
                TableAction::Cancel,
            ])),
            25 => Action::Files(self.of([
                FilesAction::Open,
                FilesAction::Save,
                FilesAction::Load(0),
                FilesAction::Delete(0),
                FilesAction::Restore,
                FilesAction::AskRename(Some(0)),
                FilesAction::Rename,
                FilesAction::Close,
            ])),
            0 => Action::Lobby(LobbyAction::Challenge(self.player())),
            1 => Action::Form(self.of([FormAction::Odds(true), FormAction::Send, FormAction::Preset(9)])),
            2 => Action::Lobby(LobbyAction::Accept(challenge)),
            3 => Action::Table(TableAction::Tab(self.of(Tab::ALL))),
            4 => Action::Table(TableAction::Offer(self.kind())),
            5 => Action::Table(TableAction::Answer(self.kind(), self.of([true, false]))),
            6 => Action::Table(self.of([TableAction::AskGiveUp, TableAction::Resign, TableAction::Abort])),
            7 => Action::Table(TableAction::Claim(self.of([Claim::Win, Claim::Draw]))),
            8 => Action::Table(TableAction::Leave),
            9 => Action::Table(self.of([TableAction::Flip, TableAction::Zoom])),
            10 | 11 => Action::Table(TableAction::Review(self.of([None, Some(ply)]))),
            12 => {
                let preferences = self.of([
                    PreferencesAction::Block(OTHER),
                    PreferencesAction::Unblock(OTHER),
                    PreferencesAction::Policy(ChallengePolicy::Nobody),
                ]);
                if self.of([true, false]) {
                    Action::Chat(ChatAction::Phrase(0))
                } else {
                    Action::Preferences(preferences)
                }
            }
            13 => Action::Join(self.of([&JoinAction::Retry, &JoinAction::Submit]).clone()),
            14 => match self.below(6) {
                0 => Action::Settings(SettingsAction::Toggle),
                1 => Action::SetUp(self.of([
                    SetUpAction::OpenForChallenge,
                    SetUpAction::OpenForReview,
                    SetUpAction::Done,
                    SetUpAction::Cancel,
                    SetUpAction::Discard,
                ])),
                _ => Action::Review(
                    self.of([
                        &ReviewAction::Table,
                        &ReviewAction::SaveTable,
                        &ReviewAction::Enter,
                        &ReviewAction::Leave,
                        &ReviewAction::Leave,
                        &ReviewAction::Discard,
                    ])
                    .clone(),
                ),
            },
            15 => Action::Lobby(self.of([
                LobbyAction::Tab(LobbyTab::Games),
                LobbyAction::Tab(LobbyTab::Players),
                LobbyAction::Tab(LobbyTab::Watch),
                LobbyAction::NextBoards,
                LobbyAction::Watch(GAME),
            ])),
            16 => Action::Games(self.of([
                GamesAction::More,
                GamesAction::Open(GAME),
                GamesAction::Search,
                GamesAction::Result(Some(PlayerResult::Lost)),
                GamesAction::Kind(Some(GameKind::Xiangqi)),
            ])),
            17 => Action::Account(self.of([
                AccountAction::Open,
                AccountAction::AskSignOut(true),
                AccountAction::SignOut,
                AccountAction::AskChange(true),
                AccountAction::Change,
                AccountAction::Close,
            ])),
            _ if moves.is_empty() => Action::Quit(false),
            _ => {
                let mv = moves[self.below(moves.len())].0;
                Action::Table(self.of([TableAction::Play(GameMove::Xiangqi(mv)), TableAction::Choose(mv)]))
            }
        }
    }
}

/// Lets something happen: if `wild`, any action and any message at times, which end most games.
fn step(world: &mut World, dice: &mut Dice, wild: bool, reached: &mut Reached) {
    match dice.below(20) {
        0 => world.network(NetworkEvent::Closed(Closed::ByServer)),
        1 | 2 => world.network(NetworkEvent::Connected),
        3 | 4 => {
            let action = dice.action(world);
            world.act(action);
        }
        5 | 6 if wild => {
            for action in acts::actions(dice, world) {
                reached.areas.insert(ActionArea::from(&action));
                world.act(action);
            }
        }
        7 if world.app.sessions().table().is_some() => {
            let luzhanqi = world.table().game().luzhanqi().is_some();
            let place = match luzhanqi {
                true => dice.of(["s11", "n15", "s12", "s22", "n11", "s13"]),
                false => dice.of(["h2", "e2", "b0", "c2", "h7", "e7"]),
            };
            world.click(place);
        }
        8 => world.wait(dice.of([1, 150, 5_000, 70_000])),
        _ => {
            let message = match wild && dice.below(8) == 0 {
                true => any::message(reached.next_kind(), dice),
                false => dice.message(world),
            };
            world.receive(message);
        }
    }
}

/// What a run has sent to the client.
struct Reached {
    /// Every kind of message.
    kinds: Vec<Kind>,
    /// How many messages of any kind were sent, one kind after the other.
    messages: usize,
    areas: HashSet<ActionArea>,
}

impl Reached {
    fn next_kind(&mut self) -> Kind {
        self.messages += 1;
        self.kinds[self.messages % self.kinds.len()]
    }
}

#[test]
fn client_survives_any_message_of_a_server() {
    let mut reached = Reached { kinds: any::kinds::<ServerMessage>(), messages: 0, areas: HashSet::new() };
    let (mut boards, mut plies, mut watched, mut tiles) = (0, 0, 0, 0);
    for seed in 0..36 {
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        // random messages alone rarely get a luzhanqi game to its moves
        let mut world = match seed % 4 {
            0 => FullGame::begun(dice.color(), dice.of(BoardKind::ALL)).world,
            _ => World::in_lobby(),
        };
        let lang = dice.of(Lang::ALL);
        world.act(Action::Settings(SettingsAction::Language(Some(lang))));
        let ctx = egui::Context::default();
        theme::install_fonts(&ctx);
        theme::apply(&ctx, &Theme::of(world.app.desk().look().appearance));
        for n in 0..400 {
            step(&mut world, &mut dice, n % 200 >= 100, &mut reached);
            let _ = world.app.view(FIRST_WINDOW, world.now);
            let _ = world.app.next_wakeup(world.now);
            if let Some(table) = world.app.sessions().table() {
                (boards, plies) = (boards + 1, plies.max(table.game().ply()));
                watched += usize::from(table.game().seat().is_none());
                let history = table.game().luzhanqi();
                tiles = tiles.max(history.map_or(0, |history| history.ply()));
            }
            if n % 4 == 0 {
                let size = dice.of([vec2(900.0, 640.0), FIRST_WINDOW]);
                let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
                let input = egui::RawInput { screen_rect: Some(screen), ..egui::RawInput::default() };
                let _ = ctx.run(input, |ctx| drop(show(&world.app, ctx, world.now)));
            }
        }
    }
    assert!(reached.messages >= reached.kinds.len(), "{} of {} kinds", reached.messages, reached.kinds.len());
    let missed = |area: &&ActionArea| !reached.areas.contains(*area);
    assert_eq!(ActionArea::VARIANTS.iter().find(missed), None);
    // the run must include games, not only refused messages
    assert!(tiles > 3, "{tiles} turns of luzhanqi");
    assert!(boards > 1_000 && plies > 5 && watched > 100, "{boards} {plies} {watched}");
}
