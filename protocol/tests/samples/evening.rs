//! Samples of messages about evenings.

use super::super::{BO, GAME, HE, name, terms};
use chuhe_protocol::*;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments as tournaments;
use tournaments::{
    AbsenceRule, Absent, ArenaRules, BadRegulations, BoardId, Concession, Entry, Event, KnockOutRules,
    LateEntry, LevelMatch, Numbering, Outcome, Pairing, Record, Regulations, RoundRobinRules, SwissRules,
    System, TeamMatchRules, TieBreak, Unplayed,
};

const FIRST: tournaments::PlayerId = tournaments::PlayerId(1);
const SECOND: tournaments::PlayerId = tournaments::PlayerId(2);
const BOARD: BoardId = BoardId { round: 3, board: 1 };

fn code() -> EveningCode {
    EveningCode::from_random(0x0123_4567_89ab_cdef)
}

fn systems() -> Vec<System> {
    let round_robin = RoundRobinRules { cycles: 2, void_below_half: true };
    let levels = [LevelMatch::BetterSeed, LevelMatch::Black, LevelMatch::Lot];
    let knock_out = |level| KnockOutRules { games: 2, tie_break_games: 1, level };
    let mut systems = vec![
        System::RoundRobin(round_robin),
        System::Swiss(SwissRules { rounds: 7, clubs_apart_rounds: 1 }),
        System::Arena(ArenaRules { min_games: 3, max_games: 50, streaks: true }),
        System::TeamMatch(TeamMatchRules { games: 2, decider: Some(Color::Black) }),
    ];
    systems.extend(levels.map(knock_out).map(System::KnockOut));
    systems
}

fn regulations() -> Vec<Regulations> {
    use TieBreak as T;
    let tie_breaks = [
        T::OpponentsScore,
        T::Cumulative,
        T::Wins,
        T::WinsAsSecond,
        T::GamesAsSecond,
        T::DirectEncounter,
        T::SonnebornBerger,
        T::Fouls,
        T::DropRounds,
        T::EarlierFinish,
    ];
    let numberings = [Numbering::Entry, Numbering::Rating, Numbering::Lot].into_iter().cycle();
    let absences = [AbsenceRule::Never, AbsenceRule::InARow(3), AbsenceRule::InAll(1)].into_iter().cycle();
    let unplayed = [Unplayed::Zero, Unplayed::Lowest, Unplayed::Own].into_iter().cycle();
    let rest = numberings.zip(absences).zip(unplayed);
    let with_rest =
        systems().into_iter().zip(rest).map(|(system, ((numbering, absence), unplayed))| Regulations {
            tie_breaks: tie_breaks.to_vec(),
            numbering,
            check_in: true,
            absence,
            late_entry: LateEntry { last_round: 2, points: 1 },
            unplayed,
            ..Regulations::of(system)
        });
    with_rest.collect()
}

fn plans() -> Vec<EveningPlan> {
    let paces = [Pace::ByHand, Pace::AfterAll { break_ms: 60_000 }, Pace::Slots { slot_ms: 2_400_000 }];
    let plan = |(regulations, pace)| EveningPlan {
        title: "周五晚赛".into(),
        regulations,
        terms: terms(),
        is_public: pace == Pace::ByHand,
        starts_at_ms: Some(1_800_000_000_000),
        pace,
        late_ms: 600_000,
        no_result_before_ply: 40,
    };
    regulations().into_iter().zip(paces.into_iter().cycle()).map(plan).collect()
}

fn events() -> Vec<Event> {
    let entry =
        Entry {
            name: "云中鹤".into(), club: Some("棋社".into()), rating: Some(1_512), account: Some(HE.0)
        };
    let pairing = Pairing { boards: vec![PerColor::new(FIRST, SECOND)], bye: Some(tournaments::PlayerId(3)) };
    let why = || "power cut".to_owned();
    let absences = [Absent::One(Color::Red), Absent::Both];
    let outcomes = [Outcome::Won(Color::Black), Outcome::Drawn].into_iter();
    let outcomes = outcomes.chain(absences.map(Outcome::Forfeited));
    let mut events = vec![
        Event::Entered(entry.clone()),
        Event::EnteredLate(entry),
        Event::CheckedIn(FIRST),
        Event::Withdrew(FIRST),
        Event::Returned(FIRST),
        Event::Excused { player: FIRST, round: 4 },
        Event::Started { seed: u64::MAX },
        Event::Paired(pairing.clone()),
        Event::PairedByHand { pairing: pairing.clone(), why: why() },
        Event::Repaired { round: 3, pairing, why: why() },
        Event::Finished { board: BOARD, winner: Some(Color::Red) },
        Event::Fouled { board: BOARD, side: Color::Black },
        Event::Annulled { round: 3, why: why() },
        Event::Ended,
        Event::Undone { event: 70_000, why: why() },
    ];
    events.extend(absences.map(|absent| Event::Forfeited { board: BOARD, absent }));
    events.extend(outcomes.map(|outcome| Event::Corrected { board: BOARD, outcome, why: why() }));
    let rules = [Concession::SecondMeetings, Concession::SecondByes];
    events.extend(rules.map(|rule| Event::Conceded { rule, why: why() }));
    events
}

pub(crate) fn evening_requests() -> Vec<EveningRequest> {
    use EveningCommand as C;
    use EveningRequest as R;
    let code = code();
    let entry = WoodenEntry { name: "Bo".into(), club: None, rating: Some(1_200) };
    let mut commands =
        vec![C::EnterAll(vec![entry]), C::PairNext, C::Overrule { board: BOARD }, C::Appoint { player: BO }];
    commands.extend([C::EnterComputers { count: 8 }, C::Cancel, C::StepDown]);
    for board in [None, Some(BOARD)] {
        commands.extend([C::Pause { board }, C::Continue { board }]);
    }
    commands.extend(events().into_iter().map(C::Record));
    let mut requests = vec![
        R::List,
        R::Follow { code },
        R::Unfollow,
        R::Enter { code, club: Some("棋社".into()) },
        R::CheckIn { code },
        R::Withdraw { code },
        R::Return { code },
        R::Object { code, board: BOARD, words: "掉线".into() },
        R::Games { code },
    ];
    requests.extend(plans().into_iter().map(Box::new).map(R::Plan));
    requests.extend(commands.into_iter().map(|command| R::Organise { code, command }));
    requests
}

pub(crate) fn evening_messages() -> Vec<EveningMessage> {
    use EveningMessage as M;
    let code = code();
    let part = EveningPart { organises: true, player: Some(FIRST) };
    let stages = [EveningStage::Entry, EveningStage::Round(3), EveningStage::Ended];
    let summary = |stage| EveningSummary {
        code,
        title: "周五晚赛".into(),
        game: GameKind::Xiangqi,
        system: systems()[1],
        stage,
        players: 40,
        starts_at_ms: None,
        part,
    };
    let opened = |plan| OpenedEvening { code, plan, organisers: vec![name("Bo")], part, records: 300 };
    let at = Timestamp::from_ms(1_800_000_000_000);
    let records = events().into_iter().map(|event| Record { at, by: BO.0, event }).collect();
    let board = EveningBoard {
        board: BOARD,
        game: Some(GAME),
        here: PerColor::new(true, false),
        late_in_ms: Some(540_000),
        is_paused: true,
    };
    let pause = EveningPause { by: Some(name("Bo")), for_ms: 30_000 };
    let objection = Objection { board: BOARD, player: SECOND, words: "掉线".into() };
    let round = EveningRound {
        code,
        here: vec![FIRST, SECOND],
        boards: vec![board],
        next_in_ms: Some(60_000),
        objections: vec![objection],
        pause: Some(pause),
    };
    let called =
        |board, opponent, game| M::Called { code, title: "周五晚赛".into(), board, opponent, game };
    let mut messages = vec![
        M::Planned { code },
        M::List { evenings: stages.map(summary).to_vec() },
        M::Records { code, first: 268, records },
        M::Round(Box::new(round)),
        called(Some(BOARD), Some("Bo".into()), Some(GAME)),
        called(None, None, None),
        M::Closed { code },
        M::Games {
            code,
            games: vec![(BOARD, GAME), (BoardId { round: 3, board: 2 }, GameId(301))],
            more: true,
        },
    ];
    messages.extend(plans().into_iter().map(|plan| M::Opened(Box::new(opened(plan)))));
    messages
}

pub(crate) fn evening_refusals() -> Vec<EveningRefusal> {
    use EveningRefusal as R;
    use PlanRefusal as P;
    let regulations = [
        BadRegulations::Length,
        BadRegulations::Points,
        BadRegulations::DoubledTieBreak(TieBreak::Wins),
        BadRegulations::Absence,
    ];
    let plans =
        [P::Title, P::Terms(InvalidTerms::WatchDelay), P::Sides, P::Untimed, P::Start, P::Pace, P::LeastPly];
    let plans = plans.into_iter().chain(regulations.map(P::Regulations));
    let mut refusals = vec![
        R::Unknown,
        R::NotOrganiser,
        R::Guest,
        R::NotEntered,
        R::NoPairing,
        R::NotByHand,
        R::TooMany,
        R::TooManyOrganisers,
        R::NoObjection,
        R::Words,
        R::NoComputers,
        R::NeedsOrganiser,
        R::NotPlanner,
        R::PlannerStays,
        R::Paused,
        R::DrawTooEarly { plies: 18 },
        R::Wooden,
    ];
    refusals.extend(plans.map(R::Plan));
    refusals.extend(event_refusals().into_iter().map(R::Event));
    refusals
}

fn event_refusals() -> Vec<tournaments::Refusal> {
    use tournaments::Refusal as R;
    vec![
        R::Name,
        R::TextTooLong,
        R::ReasonMissing,
        R::DoubledName(FIRST),
        R::DoubledAccount(FIRST),
        R::Full,
        R::JournalFull,
        R::HasBegun,
        R::NotBegun,
        R::HasEnded,
        R::TooFewPlayers { present: 1 },
        R::NotTwoTeams,
        R::EntryClosed,
        R::NoSuchPlayer(FIRST),
        R::NoSuchBoard(BOARD),
        R::NotTheLastRound(2),
        R::AlreadySo(FIRST),
        R::RoundPassed(2),
        R::HasResult(BOARD),
        R::NoResult(BOARD),
        R::GamesRunning(4),
        R::NoRoundLeft(7),
        R::PairedTwice(FIRST),
        R::NotTakingPart(FIRST),
        R::LeftOut(FIRST),
        R::NoBoard,
        R::HaveMet { players: [FIRST, SECOND], round: 2 },
        R::HadBye(FIRST),
        R::NoBye,
        R::NotTheTable,
        R::NotARepair,
        R::ConcededBefore(Concession::SecondByes),
        R::NothingToUndo(300),
        R::StillNeeded { event: 300 },
    ]
}
