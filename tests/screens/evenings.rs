//! Tournaments: the list, the plan, every page of one as its players, organisers and spectators see it, and the wall.
//!
//! The journals are real ones: each event was accepted, and the rounds are paired by the program.

use super::games::{OPENING, OPPONENT, STARTED_AT_MS, Scene, USER};
use super::stages::{Stage, lobby, name};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::evening_action::{
    EveningAction, EveningField, EveningTab, ExplainedPair, OrganiseAction, PairingAction, PlanAction,
    PlanNumber, SystemChoice, WallPage,
};
use chuhe_model::choices::lang::Lang;
use chuhe_protocol::{
    AccountMessage, ArchiveMessage, EveningBoard, EveningCode, EveningMessage, EveningPart, EveningPause,
    EveningPlan, EveningRound, EveningStage, EveningSummary, GameId, GameKind, LobbyMessage, Objection,
    OpenedEvening, Pace, Preview, PreviewBoard, TakebackPolicy, Terms,
};
use chuhe_rules::clock::{ClockReading, SideReading, Timestamp};
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_rules::xiangqi::{Move, Position};
use chuhe_rules::{Color, Outcome as GameOutcome, PerColor, WinReason};
use chuhe_tournaments::{
    ArenaRules, BoardId, Entry, Event, KnockOutRules, LevelMatch, PlayerId, Record, Regulations,
    RoundRobinRules, SwissRules, System, Tournament, next_pairing,
};

/// The stages, beside those of the other screens.
pub(super) const EVENINGS: &[Stage] = &[
    Stage::new("evenings", list),
    Stage::new("evenings-empty", empty_list),
    Stage::new("evening-plan", |lang| plan(lang, SystemChoice::Swiss)),
    Stage::new("evening-plan-knock-out", |lang| plan(lang, SystemChoice::KnockOut)),
    Stage::new("evening-plan-faulty", faulty_plan),
    Stage::new("evening-empty", |lang| entry(lang, 0, SPECTATOR)),
    Stage::new("evening-empty-organiser", |lang| on(entry(lang, 0, ORGANISER), EveningTab::Organise)),
    Stage::new("evening-enter", |lang| entry(lang, 12, SPECTATOR)),
    Stage::new("evening-check-in", |lang| entry(lang, 12, PLAYER)),
    Stage::new("evening-begin", |lang| on(entry(lang, 12, ORGANISER), EveningTab::Organise)),
    Stage::new("evening-round", |lang| running(lang, 60, PLAYER)),
    Stage::new("evening-round-spectator", |lang| running(lang, 60, SPECTATOR)),
    Stage::new("evening-standings", |lang| on(running(lang, 60, PLAYER), EveningTab::Standings)),
    Stage::new("evening-players", |lang| on(running(lang, 60, PLAYER), EveningTab::Players)),
    Stage::new("evening-log", |lang| on(running(lang, 60, PLAYER), EveningTab::Log)),
    Stage::new("evening-log-organiser", |lang| on(running(lang, 60, ORGANISER), EveningTab::Log)),
    Stage::new("evening-organise", |lang| on(running(lang, 60, ORGANISER), EveningTab::Organise)),
    Stage::new("evening-paused", |lang| paused(running(lang, 60, PLAYER))),
    Stage::new("evening-organise-paused", |lang| {
        on(paused(running(lang, 60, ORGANISER)), EveningTab::Organise)
    }),
    Stage::new("evening-organise-marked", marked),
    Stage::new("evening-dead-end", dead_end),
    Stage::new("evening-player", player),
    Stage::new("evening-player-organiser", |lang| sheet(running(lang, 9, ORGANISER))),
    Stage::new("evening-why", why),
    Stage::new("evening-result", result),
    Stage::new("evening-reason", reason),
    Stage::new("evening-paste", paste),
    Stage::new("evening-pairing", pairing),
    Stage::new("evening-wall", |lang| wall(running(lang, 60, ORGANISER), WallPage::Pairings)),
    Stage::new("evening-wall-standings", |lang| wall(running(lang, 60, ORGANISER), WallPage::Standings)),
    Stage::new("evening-boards", |lang| boards(lang, 8)),
    Stage::new("evening-boards-two", |lang| boards(lang, 2)),
    Stage::new("evening-boards-none", no_boards),
    Stage::new("evening-wall-boards", |lang| wall(boards(lang, 8), WallPage::Boards(0))),
    Stage::new("evening-wall-entry", |lang| wall(entry(lang, 12, ORGANISER), WallPage::Pairings)),
    Stage::new("evening-over", |lang| on(over(lang), EveningTab::Standings)),
    Stage::new("evening-refused", refused),
];

const PLAYER: EveningPart = EveningPart { organises: false, player: Some(PlayerId(1)) };
const ORGANISER: EveningPart = EveningPart { organises: true, player: None };
const SPECTATOR: EveningPart = EveningPart { organises: false, player: None };
const SWISS: System = System::Swiss(SwissRules { rounds: 5, clubs_apart_rounds: 1 });
/// The accounts of the user and of an organiser.
const ACCOUNT: u64 = 7;
const BY_ORGANISER: u64 = 9_000;
/// What players are called, and their clubs.
const SURNAMES: [&str; 10] = ["王", "李", "张", "刘", "陈", "Trần", "Nguyễn", "赵", "Lin", "周"];
const GIVEN: [&str; 6] = ["伟", "秀英", "Minh", "建国", "Anna", "子轩"];
const CLUBS: [&str; 4] = ["城东棋社", "Riverside", "实验中学", "CLB Hà Nội"];

fn code() -> EveningCode {
    "7k3m9qpx02ab".parse().expect("a code")
}

/// The user's name is registered, and the request for their latest games is answered.
fn registered(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    scene.receive(ArchiveMessage::Games { games: Vec::new(), more: false });
    scene.receive(AccountMessage::Registered);
    scene
}

fn act(scene: &mut Scene, action: impl Into<EveningAction>) {
    scene.act(Action::Evening(action.into()));
}

fn on(mut scene: Scene, tab: EveningTab) -> Scene {
    act(&mut scene, EveningAction::Tab(tab));
    scene
}

fn plan_of(system: System) -> EveningPlan {
    let title = "周五晚赛 Friday".to_owned();
    let check_in = matches!(system, System::Swiss(_));
    EveningPlan {
        title,
        regulations: Regulations { check_in, ..Regulations::of(system) },
        terms: Terms { takeback: TakebackPolicy::Off, ..Terms::default() },
        is_public: true,
        starts_at_ms: Some(STARTED_AT_MS + 25 * 60_000),
        pace: Pace::AfterAll { break_ms: 120_000 },
        late_ms: 600_000,
        no_result_before_ply: 0,
    }
}

/// A journal under way.
struct Journal {
    tournament: Tournament,
    minutes: u64,
}

impl Journal {
    fn new(system: System) -> Self {
        let regulations = plan_of(system).regulations;
        Self { tournament: Tournament::new(regulations).expect("usable regulations"), minutes: 0 }
    }

    fn record(&mut self, by: u64, event: Event) {
        self.minutes += 1;
        let at = Timestamp::from_ms(STARTED_AT_MS - 6 * 3_600_000 + self.minutes * 20_000);
        self.tournament.record(Record { at, by, event }).expect("a possible event");
    }

    /// So many players enter, of whom the first is the user.
    fn enter(&mut self, players: usize) {
        for at in 0..players {
            let called = match at {
                0 => USER.to_owned(),
                1 => OPPONENT.to_owned(),
                at => format!("{}{}", SURNAMES[at % 10], GIVEN[at / 10]),
            };
            let account = (!at.is_multiple_of(5) || at == 0).then_some(ACCOUNT + at as u64);
            let club = (!at.is_multiple_of(3)).then(|| CLUBS[at % 4].to_owned());
            let rating = Some(1_400 + (at * 37 % 500) as u16);
            let by = account.unwrap_or(BY_ORGANISER);
            self.record(by, Event::Entered(Entry { name: called, club, rating, account }));
        }
    }

    fn start(&mut self) {
        for id in self.tournament.state().ids() {
            self.record(BY_ORGANISER, Event::CheckedIn(id));
        }
        self.record(BY_ORGANISER, Event::Started { seed: 11 });
    }

    fn pair(&mut self) {
        let proposal = next_pairing(&self.tournament).expect("a pairing is possible");
        self.record(0, Event::Paired(proposal.pairing));
    }

    /// The games of the last round end but for those of which the board is in `but`.
    fn finish(&mut self, but: &[u16]) {
        let state = self.tournament.state();
        let (round, count) = (state.round_count(), state.rounds.last().map_or(0, |it| it.boards.len()));
        for board in 1..=u16::try_from(count).expect("few boards") {
            let winner = match board % 5 {
                0 => None,
                1 | 2 => Some(Color::Red),
                _ => Some(Color::Black),
            };
            if !but.contains(&board) {
                self.record(0, Event::Finished { board: BoardId { round, board }, winner });
            }
        }
    }

    /// Follows the evening with this journal.
    fn followed(self, lang: Lang, part: EveningPart, round: EveningRound) -> Scene {
        let mut scene = registered(lang);
        act(&mut scene, EveningAction::Show(code()));
        let plan = EveningPlan {
            regulations: self.tournament.regulations().clone(),
            ..plan_of(self.tournament.regulations().system)
        };
        let records = self.tournament.records();
        let organisers = vec![name("老马识途"), name("MinhAnh")];
        let count = u32::try_from(records.len()).expect("few records");
        let opened = OpenedEvening { code: code(), plan, organisers, part, records: count };
        scene.receive(EveningMessage::Opened(Box::new(opened)));
        for (at, records) in records.chunks(32).enumerate() {
            let first = u32::try_from(at * 32).expect("few records");
            scene.receive(EveningMessage::Records { code: code(), first, records: records.to_vec() });
        }
        scene.receive(EveningMessage::Round(Box::new(round)));
        scene
    }
}

fn quiet() -> EveningRound {
    EveningRound {
        code: code(),
        here: Vec::new(),
        boards: Vec::new(),
        next_in_ms: None,
        objections: Vec::new(),
        pause: None,
    }
}

/// The same, paused by an organiser.
fn paused(mut scene: Scene) -> Scene {
    let pause = EveningPause { by: Some(name("Olga")), for_ms: 83_000 };
    scene.receive(EveningMessage::Round(Box::new(EveningRound { pause: Some(pause), ..quiet() })));
    scene
}

/// The organiser types results with the keys.
fn marked(lang: Lang) -> Scene {
    let mut scene = on(running(lang, 60, ORGANISER), EveningTab::Organise);
    act(&mut scene, OrganiseAction::Mark(Some(BoardId { round: 3, board: 4 })));
    scene
}

/// Players enter.
fn entry(lang: Lang, players: usize, part: EveningPart) -> Scene {
    let mut journal = Journal::new(SWISS);
    journal.enter(players);
    let here = (1..=players as u16).filter(|at| at % 4 != 0).map(PlayerId).collect();
    journal.followed(lang, part, EveningRound { here, next_in_ms: Some(25 * 60_000), ..quiet() })
}

/// The third round runs: some games have ended, one player is late, and one result is in dispute.
fn running(lang: Lang, players: usize, part: EveningPart) -> Scene {
    let mut journal = Journal::new(SWISS);
    journal.enter(players);
    journal.start();
    for _ in 0..2 {
        journal.pair();
        journal.finish(&[]);
    }
    journal.pair();
    let state = journal.tournament.state();
    let round = state.round_count();
    let own = state.boards().filter(|(id, it)| id.round == round && it.side_of(PlayerId(1)).is_some());
    let own = own.map(|(id, _)| id.board).next().unwrap_or(1);
    let boards = u16::try_from(state.rounds.last().map_or(0, |it| it.boards.len())).expect("few boards");
    let running: Vec<u16> = (1..=boards).filter(|board| *board == own || board % 3 == 1).collect();
    journal.finish(&running);
    let here: Vec<PlayerId> = (1..=players as u16).filter(|at| at % 6 != 0).map(PlayerId).collect();
    let state = journal.tournament.state();
    let live = |(at, board): (usize, &u16)| {
        let id = BoardId { round, board: *board };
        let seats = state.board(id)?.seats;
        let has_accounts = [seats.red, seats.black]
            .iter()
            .all(|id| state.player(*id).is_some_and(|it| it.entry.account.is_some()));
        let is_own = *board == own;
        (has_accounts || is_own).then(|| EveningBoard {
            board: id,
            game: (at % 3 != 1 && !is_own).then_some(GameId(500 + u64::from(*board))),
            here: if is_own { PerColor::new(true, true) } else { PerColor::new(true, at % 3 != 1) },
            late_in_ms: (at % 3 == 1 || is_own).then_some(431_000),
            is_paused: false,
        })
    };
    let boards = running.iter().enumerate().filter_map(live).collect();
    let disputed = (1..=boards_of(state)).find(|board| !running.contains(board)).unwrap_or(1);
    let disputed = BoardId { round, board: disputed };
    let player = state.board(disputed).map_or(PlayerId(1), |it| it.seats.red);
    let objections = if part.organises {
        let words = "He moved after his flag had fallen.".to_owned();
        vec![Objection { board: disputed, player, words }]
    } else {
        Vec::new()
    };
    journal.followed(lang, part, EveningRound { here, boards, objections, ..quiet() })
}

/// The boards of a round side by side: one game has ended, and at one board a player is late.
fn boards(lang: Lang, count: u16) -> Scene {
    let mut journal = Journal::new(SWISS);
    journal.enter(usize::from(count) * 2);
    journal.start();
    for _ in 0..2 {
        journal.pair();
        journal.finish(&[]);
    }
    journal.pair();
    journal.finish(&(1..=count).filter(|board| *board != 2).collect::<Vec<_>>());
    let round = journal.tournament.state().round_count();
    let live = |board: u16| EveningBoard {
        board: BoardId { round, board },
        game: (board != 3).then_some(GameId(500 + u64::from(board))),
        here: PerColor::new(true, board != 3),
        late_in_ms: (board == 3).then_some(431_000),
        is_paused: false,
    };
    let boards = (1..=count).map(live).collect();
    let mut scene = journal.followed(lang, SPECTATOR, EveningRound { boards, ..quiet() });
    act(&mut scene, EveningAction::Boards(Some(0)));
    // the last one is on its way
    for board in (1..count).filter(|board| *board != 3) {
        scene.receive(LobbyMessage::Preview(Box::new(preview(board))));
    }
    scene
}

/// What stands on a board after some moves, and its clocks.
fn preview(board: u16) -> Preview {
    let plies = usize::from(board * 5 % 17) + 1;
    let mut position = Position::start();
    let moves: Vec<Move> = OPENING[..plies].iter().map(|mv| mv.parse().expect("a move")).collect();
    for mv in &moves {
        position.play(*mv).expect("a legal move");
    }
    let left = |ms: u64| SideReading { game_ms: Some(ms), read_ms: None, move_ms: None };
    let board_of = u64::from(board);
    let sides = PerColor::new(left(8_000 + board_of % 4 * 193_000), left(612_000 - board_of * 41_000));
    let running = (board != 2).then_some(position.side_to_move());
    let outcome = (board == 2).then_some(GameOutcome::won(Color::Red, WinReason::Resignation));
    Preview {
        game: GameId(500 + board_of),
        plies: u16::try_from(plies).expect("few plies"),
        outcome,
        board: PreviewBoard::Xiangqi { fen: position.fen(), last: moves.last().copied() },
        clocks: Some(ClockReading { sides, running }),
    }
}

/// No board of the round is played on the server any more.
fn no_boards(lang: Lang) -> Scene {
    let mut scene = over(lang);
    act(&mut scene, EveningAction::Boards(Some(0)));
    scene
}

fn boards_of(state: &chuhe_tournaments::State) -> u16 {
    u16::try_from(state.rounds.last().map_or(0, |it| it.boards.len())).expect("few boards")
}

/// Four players have met each other, and the rules allow no further round.
fn dead_end(lang: Lang) -> Scene {
    let mut journal = Journal::new(SWISS);
    journal.enter(4);
    journal.start();
    for _ in 0..3 {
        journal.pair();
        journal.finish(&[]);
    }
    let here = (1..=4).map(PlayerId).collect();
    let scene = journal.followed(lang, ORGANISER, EveningRound { here, ..quiet() });
    on(scene, EveningTab::Organise)
}

/// The tournament is over.
fn over(lang: Lang) -> Scene {
    let mut journal = Journal::new(System::RoundRobin(RoundRobinRules { cycles: 1, void_below_half: true }));
    journal.enter(6);
    journal.record(BY_ORGANISER, Event::Started { seed: 3 });
    for _ in 0..5 {
        journal.pair();
        journal.finish(&[]);
    }
    journal.record(BY_ORGANISER, Event::Ended);
    journal.followed(lang, PLAYER, quiet())
}

fn sheet(mut scene: Scene) -> Scene {
    act(&mut scene, EveningAction::Player(Some(PlayerId(3))));
    scene
}

/// The sheet of another player, with the answer to why the user does not meet them.
fn player(lang: Lang) -> Scene {
    let mut scene = sheet(on(running(lang, 12, PLAYER), EveningTab::Standings));
    act(&mut scene, EveningAction::WhyNot(PlayerId(1), Some(PlayerId(3))));
    scene
}

fn why(lang: Lang) -> Scene {
    let mut scene = running(lang, 12, PLAYER);
    act(&mut scene, EveningAction::Explain(Some(ExplainedPair { round: 3, board: Some(2) })));
    scene
}

fn result(lang: Lang) -> Scene {
    let mut scene = on(running(lang, 12, ORGANISER), EveningTab::Organise);
    act(&mut scene, OrganiseAction::Board(Some(BoardId { round: 3, board: 1 })));
    scene
}

fn reason(lang: Lang) -> Scene {
    let mut scene = on(running(lang, 12, ORGANISER), EveningTab::Log);
    act(&mut scene, OrganiseAction::AskUndo(26));
    scene.edit(Field::Evening(EveningField::Words), "typed for the wrong board");
    scene
}

fn paste(lang: Lang) -> Scene {
    let mut scene = on(entry(lang, 12, ORGANISER), EveningTab::Organise);
    act(&mut scene, OrganiseAction::Paste);
    scene.edit(Field::Evening(EveningField::Paste), "Wang Wei, Riverside, 1650\n孙悦，城东棋社\nBo, , many");
    scene
}

fn pairing(lang: Lang) -> Scene {
    let mut scene = on(running(lang, 9, ORGANISER), EveningTab::Organise);
    act(&mut scene, PairingAction::Repair);
    act(&mut scene, PairingAction::Pick(PlayerId(2)));
    scene
}

fn wall(mut scene: Scene, page: WallPage) -> Scene {
    act(&mut scene, EveningAction::Wall(Some(page)));
    scene
}

fn refused(lang: Lang) -> Scene {
    let mut scene = registered(lang);
    act(&mut scene, EveningAction::Show(code()));
    scene
}

fn empty_list(lang: Lang) -> Scene {
    let mut scene = lobby(lang);
    act(&mut scene, EveningAction::Open);
    scene.receive(EveningMessage::List { evenings: Vec::new() });
    scene
}

fn list(lang: Lang) -> Scene {
    let mut scene = registered(lang);
    act(&mut scene, EveningAction::Open);
    let (xiangqi, cross) = (GameKind::Xiangqi, GameKind::Luzhanqi(BoardKind::Cross));
    let knock_out =
        System::KnockOut(KnockOutRules { games: 2, tie_break_games: 1, level: LevelMatch::Black });
    let arena = System::Arena(ArenaRules { min_games: 3, max_games: 50, streaks: true });
    let in_minutes = |minutes: u64| Some(STARTED_AT_MS + minutes * 60_000);
    let rows = [
        ("周五晚赛", xiangqi, SWISS, EveningStage::Entry, 23, in_minutes(25), PLAYER),
        ("Club cup 2026", xiangqi, knock_out, EveningStage::Round(2), 16, None, ORGANISER),
        ("军棋四国擂台", cross, arena, EveningStage::Round(41), 60, None, SPECTATOR),
        ("Giải mùa xuân", xiangqi, SWISS, EveningStage::Entry, 4, in_minutes(3_000), SPECTATOR),
        ("星期三训练赛", xiangqi, SWISS, EveningStage::Ended, 8, None, SPECTATOR),
    ];
    let evenings =
        rows.into_iter().enumerate().map(|(at, (title, game, system, stage, players, starts, part))| {
            let code = format!("7k3m9qpx02a{at}").parse().expect("a code");
            let title = title.to_owned();
            EveningSummary { code, title, game, system, stage, players, starts_at_ms: starts, part }
        });
    scene.receive(EveningMessage::List { evenings: evenings.collect() });
    scene
}

fn plan(lang: Lang, system: SystemChoice) -> Scene {
    let mut scene = registered(lang);
    act(&mut scene, EveningAction::Open);
    act(&mut scene, PlanAction::Open);
    act(&mut scene, PlanAction::System(system));
    scene
}

fn faulty_plan(lang: Lang) -> Scene {
    let mut scene = plan(lang, SystemChoice::Swiss);
    scene.edit(Field::Evening(EveningField::Title), "周五晚赛");
    scene.edit(Field::Evening(EveningField::Number(PlanNumber::Rounds)), "five");
    scene
}
