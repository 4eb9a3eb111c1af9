//! Samples of messages.

pub(crate) mod evening;

use super::{BO, GAME, HE, name, ratings};
use chuhe_protocol::*;
use chuhe_rules::Color;
use chuhe_rules::PerColor;
use chuhe_rules::clock::Speed;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{self, IllegalFormation, InvalidOptions, SetupRefusal, Slot};
use chuhe_rules::openings::FirstMoves;

pub(crate) fn audiences() -> [ProfileAudience; 3] {
    use ProfileAudience as A;
    [A::Everyone, A::Registered, A::Nobody]
}

pub(crate) fn profile() -> Profile {
    let rating = ratings()[0];
    let games = Tally { won: 70, drawn: 2, lost: 41 };
    let curve = vec![RatingPoint { day: 20_700, rating: 1523 }, RatingPoint { day: 20_701, rating: 1512 }];
    let best_wins = vec![BestWin { opponent: name("Bo"), rating: 1712, day: 20_699 }];
    Profile {
        player: HE,
        name: name("云中鹤"),
        last_seen_ms: Some(1_800_000_000_000),
        ratings: vec![RatingRecord { rating, games, curve, best_wins }],
        games: vec![KindTally { kind: GameKind::Xiangqi, games }],
        together: Tally { won: 3, drawn: 1, lost: 2 },
        openings: vec![PlayedOpening { color: Color::Black, first_moves: first_moves(), games }],
        more_games: true,
        completion: Some(Completion { finished: 28, games: 30 }),
    }
}

pub(crate) fn fair_play() -> [FairPlay; 2] {
    let against = [Unfinished::Abandoned, Unfinished::NeverBegun];
    let against = against.map(|how| UnfinishedGame { game: GAME, ended_at_ms: 1_800_000_000_000, how });
    let [share, _] = search_waits();
    [FairPlay { against: against.to_vec(), wait: Some(share) }, FairPlay::default()]
}

pub(crate) fn search_waits() -> [SearchWait; 2] {
    let reasons = [WaitReason::Share { unfinished: 4, games: 5 }, WaitReason::Streak { games: 6 }];
    reasons.map(|why| SearchWait { left_ms: 600_000, why })
}

pub(crate) fn first_moves() -> FirstMoves {
    let moves = ["h2e2", "h9g7"].map(|mv| mv.parse().expect("a move"));
    FirstMoves::try_from(moves.to_vec()).expect("few moves")
}

pub(crate) fn leaderboard() -> Leaderboard {
    let row = |player, called: &str, place| LeaderboardRow {
        player,
        name: name(called),
        rating: 1512,
        games: 12,
        place,
    };
    let own = row(BO, "Bo", Place::Missing { games: 3, opponents: 2 });
    Leaderboard {
        class: RatingClass { kind: GameKind::Xiangqi, speed: Speed::Normal },
        page: 3,
        pages: 4,
        rows: vec![row(HE, "云中鹤", Place::Listed(151)), own.clone()],
        own: Some(own),
    }
}

pub(crate) fn luzhanqi_refusals() -> Vec<Refusal> {
    use Refusal as R;
    let slot = Slot::new(6, 2).expect("a headquarters");
    let mut refusals = vec![
        R::NoFormations,
        R::NothingToClaim,
        R::Illegal(IllegalPlay::OtherGame),
        R::Terms(InvalidTerms::NoTakeback),
    ];
    let options = {
        use InvalidOptions as B;
        [B::ResignTooLate, B::QuietSteps, B::NoticeTooEarly, B::Passes]
    };
    refusals.extend(options.map(|bad| R::Terms(InvalidTerms::Options(bad))));
    let formations = {
        use IllegalFormation as I;
        [I::TooMany(slot), I::FlagOutsideHeadquarters(slot), I::MineTooFarForward(slot), I::BombInFront(slot)]
    };
    refusals.extend(formations.map(R::Formation));
    let setup = {
        use SetupRefusal as S;
        [S::GameOver, S::AlreadyBegun, S::AlreadyConfirmed, S::NotConfirmed, S::NothingPlaced]
    };
    refusals.extend(setup.map(R::Setup));
    let moves = {
        use luzhanqi::IllegalMove as I;
        [
            I::GameOver,
            I::NotBegun,
            I::OffTheBoard,
            I::NoPiece,
            I::NotYourPiece,
            I::NotYourTurn,
            I::NeverMoves,
            I::InHeadquarters,
            I::OwnPieceThere,
            I::CampOccupied,
            I::PathBlocked,
            I::OnlyEngineersTurn,
            I::NoPath,
        ]
    };
    refusals.extend(moves.map(|illegal| R::Illegal(IllegalPlay::Luzhanqi(illegal))));
    refusals
}

pub(crate) fn report_requests() -> Vec<ReportRequest> {
    use ReportRequest as R;
    let file = |(kind, game)| R::File { player: HE, kind, words: "棋太好".into(), game };
    let kinds = ReportKind::ALL.into_iter().zip([Some(GameId(300)), None, None, None]);
    let decide =
        |measure| R::Decide { report: 7, measure, for_ms: Some(86_400_000), reason: "骂人".into() };
    let others = [
        R::Read { report: 7 },
        R::Appeal { report: 7, words: "不是我".into() },
        R::ListOpen { skip: 0 },
        R::ListOpen { skip: 300 },
        R::Examine { report: 7 },
        R::Decide { report: 7, measure: Measure::Ban, for_ms: None, reason: String::new() },
    ];
    kinds.map(file).chain(Measure::ALL.map(decide)).chain(others).collect()
}

pub(crate) fn report_messages() -> Vec<ReportMessage> {
    use ReportMessage as M;
    let judged = |(measure, until_ms)| {
        let reason = "骂人".to_owned();
        let kind = ReportKind::Communication;
        M::Judged(Box::new(Judgement { report: 7, kind, measure, until_ms, reason }))
    };
    let line = ChatLine { at_ms: 1_800_000_000_000, from: HE, name: name("云中鹤"), text: "笨".into() };
    let open = OpenReport {
        report: 7,
        at_ms: 1_800_000_000_100,
        by: name("Bo"),
        about: name("云中鹤"),
        kind: ReportKind::Other,
        words: "棋太好".into(),
        game: Some(GameId(300)),
        lines: vec![line],
    };
    let judgements = [(Measure::Warn, None), (Measure::Mute, Some(1_800_086_400_000)), (Measure::Ban, None)];
    let others = [
        M::Filed { player: HE },
        M::Decided { report: 7, name: name("云中鹤"), upheld: true },
        M::Appealed { report: 7 },
        M::Moderator { moderates: true },
        M::Open { skipped: 0, reports: vec![open.clone()], more: 0 },
        M::Appeals {
            skipped: 300,
            appeals: vec![AppealedReport {
                report: open,
                judgement: Judgement {
                    report: 7,
                    kind: ReportKind::Other,
                    measure: Measure::Ban,
                    until_ms: None,
                    reason: "骂人".into(),
                },
                appeal: "冤枉".into(),
                proven: false,
            }],
            more: 300,
        },
        M::Examined { report: 7, examination: None },
        M::MayAppeal { report: 7 },
        M::Examined { report: 7, examination: Some(Box::new(examination())) },
        M::Examined { report: 7, examination: Some(Box::new(uncompared())) },
    ];
    judgements.map(judged).into_iter().chain(others).collect()
}

fn examined(name: PlayerName, agreement: Option<Agreement>, usual: UsualAgreement) -> ExaminedSide {
    ExaminedSide { name, judged: 31, agreement, usual }
}

fn examination() -> Examination {
    let agreement = Some(Agreement { percent: 71, loss: 21 });
    let usual = UsualAgreement::MiddleHalf {
        lowest_rating: 1412,
        highest_rating: 1612,
        others: 84,
        percent: [44, 61],
        loss: [34, 70],
    };
    let few = UsualAgreement::TooFew { others: 19, needed: 20 };
    let sides =
        PerColor::new(examined(name("Bo"), agreement, usual), examined(name("云中鹤"), agreement, few));
    Examination { sides, waiting: 3 }
}

fn uncompared() -> Examination {
    let side = |text| examined(name(text), None, UsualAgreement::Unrated);
    Examination { sides: PerColor::new(side("Bo"), side("云中鹤")), waiting: 0 }
}

pub(crate) fn report_refusals() -> [ReportRefusal; 11] {
    use ReportRefusal as R;
    [
        R::Yourself,
        R::NotMet,
        R::AlreadyReported,
        R::TooLong,
        R::Empty,
        R::Full,
        R::Unknown,
        R::NotModerator,
        R::Gone,
        R::TooManySanctions,
        R::NotExamined,
    ]
}
