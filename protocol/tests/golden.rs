//! Compares the encoding of every message with `golden.txt`.
//!
//! A difference breaks compatibility with existing clients and servers of this version. Append
//! variants instead, or increase `greeting::VERSION`, and then rewrite the file with
//! `GOLDEN=write cargo test -p chuhe-protocol`, which also rewrites `docs/protocol.json`.

#[path = "../src/any.rs"]
#[allow(unreachable_pub, reason = "the library has it for other crates")]
mod any;
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "syntax trees and JSON have many kinds that no message has"
)]
mod description;
mod samples;

use any::Draw;
use chuhe_protocol::wire::{self, Message};
use chuhe_protocol::*;
use chuhe_rules::clock::{ClockReading, InvalidTimeControl, SideReading, Speed, TimeControl};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{
    self, Battle, BoardKind, EventView, Formation, MineRule, Options, Piece, Revealed, Station, Strength,
};
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::xiangqi::IllegalMove;
use chuhe_rules::xiangqi::RuleSet;
use chuhe_rules::xiangqi::arbiter::{Offence, Verdict};
use chuhe_rules::{AbortReason, Color, DrawReason, GameMove, Outcome, PerColor, RulesVersion, WinReason};
use samples::evening::{evening_messages, evening_refusals, evening_requests};
use samples::{
    audiences, fair_play, first_moves, leaderboard, luzhanqi_refusals, profile, report_messages,
    report_refusals, report_requests, search_waits,
};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

const GAME: GameId = GameId(300);
const CHALLENGE: ChallengeId = ChallengeId(7);
const BO: PlayerId = PlayerId(1);
const HE: PlayerId = PlayerId(2);

fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).expect("the name is valid")
}

fn hall() -> HallName {
    HallName::parse("楚河").expect("the name is valid")
}

fn mv(text: &str) -> GameMove {
    GameMove::Xiangqi(text.parse().expect("the text is a move in coordinates"))
}

fn terms() -> Terms {
    Terms {
        game: GameTerms::Xiangqi { rules: RuleSet::Asian, start: Some("4k4/9 w".into()) },
        color: ColorChoice::Black,
        challenger_time: TimeControl {
            game_ms: 900_000,
            move_ms: 60_000,
            increment_ms: 2_000,
            read_ms: 30_000,
        },
        opponent_time: TimeControl::UNTIMED,
        takeback: TakebackPolicy::Off,
        watch_delay_plies: 4,
        rated: false,
    }
}

fn ruled(rules: RuleSet) -> Terms {
    Terms { game: GameTerms::Xiangqi { rules, start: None }, ..terms() }
}

fn luzhanqi_terms(board: BoardKind, mine: MineRule) -> Terms {
    let game = GameTerms::Luzhanqi { board, options: Options { mine, ..Options::default() } };
    Terms { game, ..terms() }
}

fn formation() -> Formation {
    Formation::nearest_legal([Strength::Captain; 25])
}

fn clocks() -> ClockReading {
    let red = SideReading { game_ms: Some(842_000), read_ms: None, move_ms: Some(60_000) };
    ClockReading { sides: PerColor::new(red, SideReading::default()), running: Some(Color::Black) }
}

fn policies() -> [ChallengePolicy; 3] {
    [ChallengePolicy::Everyone, ChallengePolicy::Registered, ChallengePolicy::Nobody]
}

/// Every request: the samples, and a random one of each kind that has none among them.
fn client_messages() -> Vec<ClientMessage> {
    completed(sampled_requests(), ClientMessage::name)
}

/// Every message of a server: the samples, and a random one of each kind that has none among them.
fn server_messages() -> Vec<ServerMessage> {
    completed(sampled_messages(), ServerMessage::name)
}

/// Draws the same values for the same kind of message, whatever other kinds there are.
struct Lots(u64);

impl Draw for Lots {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    fn number(&mut self, _: &'static str) -> u64 {
        [0, 1, 2, 7, 89, 250, 300, 70_000, 9_000_000_000][self.below(9)]
    }

    fn text(&mut self) -> String {
        let texts = ["Bo", "云中鹤", "https://play.example.org", "b.example.org:9899", "4k4/9 w"];
        texts[self.below(texts.len())].to_owned()
    }
}

/// Adds a random message of each kind of which there is no sample.
fn completed<M: DeserializeOwned + fmt::Debug>(
    mut samples: Vec<M>,
    name: impl Fn(&M) -> &'static str,
) -> Vec<M> {
    let is_sampled =
        |kind: &any::Kind| samples.iter().any(|sample| kind.has(&any::area(sample), name(sample)));
    let missing: Vec<any::Kind> = any::kinds::<M>().into_iter().filter(|kind| !is_sampled(kind)).collect();
    for kind in missing {
        let seed = kind.name.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte));
        samples.push(any::message(kind, &mut Lots(seed)));
    }
    samples
}

fn sampled_requests() -> Vec<ClientMessage> {
    use ClientMessage as M;
    let mut messages = vec![
        M::Door(DoorRequest::Join { name: "云中鹤".into(), hall: None }),
        M::Door(DoorRequest::Resume { token: SessionToken([7; 16]), seen: Vec::new(), hall: None }),
        M::Door(DoorRequest::Resume {
            token: SessionToken([255; 16]),
            seen: vec![Cursor { game: GAME, next: 41 }],
            hall: None,
        }),
        M::Door(DoorRequest::Quit),
        M::Door(DoorRequest::Ping { nonce: 70_000, round_trip_ms: Some(38) }),
        M::Chat { room: ChatRoom::Lobby, text: "谁来一盘慢棋?".into() },
        M::Chat { room: ChatRoom::Table(GAME), text: "good game".into() },
        M::Lobby(LobbyRequest::Challenge { opponent: HE, terms: Terms::default() }),
        M::Lobby(LobbyRequest::Challenge { opponent: HE, terms: terms() }),
        M::Lobby(LobbyRequest::Challenge { opponent: HE, terms: ruled(RuleSet::Chinese) }),
        M::Lobby(LobbyRequest::Challenge { opponent: HE, terms: ruled(RuleSet::Simple) }),
        M::Lobby(LobbyRequest::Challenge { opponent: HE, terms: Terms { rated: true, ..Terms::default() } }),
        M::Lobby(LobbyRequest::CancelChallenge { challenge: CHALLENGE }),
        M::Lobby(LobbyRequest::AcceptChallenge { challenge: CHALLENGE }),
        M::Table { game: GAME, request: TableRequest::Play { ply: 12, mv: mv("h2e2"), premove: false } },
        M::Table { game: GAME, request: TableRequest::AnswerOffer { kind: OfferKind::Draw, accept: true } },
        M::Table { game: GAME, request: TableRequest::Resign },
        M::Table { game: GAME, request: TableRequest::Abort },
        M::Table { game: GAME, request: TableRequest::ClaimAbsence { claim: Claim::Win } },
        M::Table { game: GAME, request: TableRequest::ClaimAbsence { claim: Claim::Draw } },
        M::Table { game: GAME, request: TableRequest::Leave },
        M::Chat { room: ChatRoom::Spectators(GAME), text: "妙手".into() },
        M::Door(DoorRequest::Login {
            name: "云中鹤".into(),
            password: Password("correct horse".into()),
            hall: None,
        }),
        M::Account(AccountRequest::Register { password: Password("correct horse".into()) }),
        M::Account(AccountRequest::SignOutEverywhere),
        M::Archive(ArchiveRequest::ListGames { before: None }),
        M::Archive(ArchiveRequest::ListGames { before: Some(GAME) }),
        M::Archive(ArchiveRequest::FetchGame { game: GAME, from: 256 }),
        M::Table { game: GAME, request: TableRequest::Watch { from: WatchFrom::Start } },
        M::Table { game: GAME, request: TableRequest::Watch { from: WatchFrom::Current } },
        M::Table { game: GAME, request: TableRequest::Watch { from: WatchFrom::Event(41) } },
        M::Table { game: GAME, request: TableRequest::Unwatch },
        M::Account(AccountRequest::ChangePassword {
            old: Password("correct horse".into()),
            new: Password("马跃檀溪八千里".into()),
        }),
        M::Lobby(LobbyRequest::Challenge {
            opponent: HE,
            terms: luzhanqi_terms(BoardKind::Classic, MineRule::Stays),
        }),
        M::Lobby(LobbyRequest::Challenge {
            opponent: HE,
            terms: luzhanqi_terms(BoardKind::Cross, MineRule::BothCaptured),
        }),
        M::Table {
            game: GAME,
            request: TableRequest::Play {
                ply: 12,
                mv: GameMove::Luzhanqi("s11n15".parse().expect("a move")),
                premove: true,
            },
        },
        M::Table { game: GAME, request: TableRequest::SetUp { strengths: formation().into() } },
        M::Table { game: GAME, request: TableRequest::SetUp { strengths: [Strength::Flag; 25] } },
        M::Table { game: GAME, request: TableRequest::ConfirmFormation },
        M::Table { game: GAME, request: TableRequest::WithdrawFormation },
        M::Account(AccountRequest::Block { player: HE }),
        M::Account(AccountRequest::Unblock { player: HE }),
        M::Archive(ArchiveRequest::FindGames { filter: GameFilter::default(), before: None }),
    ];
    let results = [PlayerResult::Won, PlayerResult::Lost, PlayerResult::Drawn, PlayerResult::Aborted];
    messages.extend(results.map(|result| {
        let filter = GameFilter {
            opponent: "云中".into(),
            result: Some(result),
            kind: Some(GameKind::Xiangqi),
            ended_from_ms: Some(1_800_000_000_000),
            ended_before_ms: Some(1_800_086_400_000),
            position: Some("4k4/9/9/9/9/9/9/9/4A4/4K4 w".into()),
        };
        M::Archive(ArchiveRequest::FindGames { filter, before: Some(GAME) })
    }));
    messages.push(M::Lobby(LobbyRequest::ListVisitors));
    let hall = Some(hall());
    messages.push(M::Door(DoorRequest::Join { name: "Bo".into(), hall: hall.clone() }));
    messages.push(M::Door(DoorRequest::Resume {
        token: SessionToken([7; 16]),
        seen: Vec::new(),
        hall: hall.clone(),
    }));
    messages.push(M::Door(DoorRequest::Login {
        name: "Bo".into(),
        password: Password("correct horse".into()),
        hall,
    }));
    messages.push(M::Lobby(LobbyRequest::PreviewGames { games: Vec::new() }));
    messages.push(M::Lobby(LobbyRequest::PreviewGames { games: vec![GAME, GameId(300)] }));
    let as_red = Terms { color: ColorChoice::Red, ..Terms::default() };
    messages.push(M::Lobby(LobbyRequest::Challenge { opponent: HE, terms: as_red }));
    messages.extend(policies().map(|policy| M::Account(AccountRequest::SetChallengePolicy { policy })));
    messages.push(M::Door(DoorRequest::Echo { nonce: 70_000 }));
    messages
        .extend(OfferKind::ALL.map(|kind| M::Table { game: GAME, request: TableRequest::Offer { kind } }));
    messages.extend(
        OfferKind::ALL.map(|kind| M::Table { game: GAME, request: TableRequest::WithdrawOffer { kind } }),
    );
    let reasons = {
        use DeclineReason as R;
        [R::Unspecified, R::Busy, R::Later, R::TooFast, R::TooSlow, R::OtherTerms]
    };
    messages.extend(
        reasons.map(|reason| M::Lobby(LobbyRequest::DeclineChallenge { challenge: CHALLENGE, reason })),
    );
    messages.push(M::Lobby(LobbyRequest::Invite { terms: terms() }));
    messages.push(M::Lobby(LobbyRequest::WithdrawInvitation { code: code() }));
    messages.extend(
        Reach::ALL
            .map(|reach| LobbyRequest::Seek { terms: vec![terms(), Terms::default()], reach, lasting: false })
            .map(M::Lobby),
    );
    messages.push(M::Lobby(LobbyRequest::Seek { terms: vec![terms()], reach: Reach::Anyone, lasting: true }));
    messages.push(M::Lobby(LobbyRequest::EndSeek));
    messages.push(M::Lobby(LobbyRequest::TakeSeek { player: HE, terms: terms() }));
    messages.push(M::Lobby(LobbyRequest::DropSeekAnswer { player: HE }));
    let halls = [None, HallName::parse("east").ok()];
    messages.extend(halls.map(|hall| M::Lobby(LobbyRequest::FindInvitation { code: code(), hall })));
    messages.push(M::Lobby(LobbyRequest::AcceptInvitation { code: code() }));
    messages.push(M::Lobby(LobbyRequest::LeaveInvitation { code: code() }));
    messages.push(M::Door(DoorRequest::Sleep { asleep: true }));
    let token = SessionToken([7; 16]);
    let hall = HallName::parse("east").ok();
    messages.push(M::Door(DoorRequest::AppealBan {
        token,
        hall: hall.clone(),
        report: 7,
        words: "冤枉".into(),
    }));
    let appeals = [(None, None), (Some(Password("芝麻开门".into())), hall)];
    messages.extend(appeals.map(|(password, hall)| {
        let (name, words) = ("云中鹤".into(), "冤枉".into());
        M::Door(DoorRequest::AppealName { name, password, hall, report: 7, words })
    }));
    messages.push(M::Profile(ProfileRequest::Show { name: "云中鹤".into() }));
    let class = RatingClass { kind: GameKind::Xiangqi, speed: Speed::Normal };
    messages.push(M::Profile(ProfileRequest::Leaderboard { class, page: 3 }));
    messages.extend(audiences().map(|audience| {
        let profile = ProfileChoice { audience, last_seen: audience == ProfileAudience::Everyone };
        M::Account(AccountRequest::SetProfile { profile })
    }));
    let pages = [(false, "", 0), (true, "云", 70_000)];
    messages.extend(pages.map(|(games, find, page)| {
        M::Lobby(LobbyRequest::ListPlayers(PageRequest { games, find: find.into(), page }))
    }));
    messages.push(M::Lobby(LobbyRequest::FollowPlayers { players: vec![BO, HE] }));
    messages.push(M::Lobby(LobbyRequest::FindPlayer { name: name("云中鹤") }));
    messages.extend(report_requests().into_iter().map(M::Report));
    messages.extend(evening_requests().into_iter().map(M::Evening));
    messages
}

fn events() -> Vec<Event> {
    let outcomes = [
        WinReason::Checkmate,
        WinReason::Stalemate,
        WinReason::Resignation,
        WinReason::GameTime,
        WinReason::MoveTime,
        WinReason::Abandonment,
        WinReason::FlagCaptured,
        WinReason::NoMovablePiece,
        WinReason::PerpetualCheck,
        WinReason::PerpetualChase,
        WinReason::PerpetualAttack,
    ]
    .map(|reason| Outcome::won(Color::Red, reason))
    .into_iter()
    .chain(
        [
            DrawReason::Agreement,
            DrawReason::TimeWithoutAttackers,
            DrawReason::Abandonment,
            DrawReason::TooLong,
            DrawReason::QuietSteps,
            DrawReason::Repetition,
            DrawReason::NaturalLimit,
            DrawReason::NoAttackers,
        ]
        .map(Outcome::Drawn),
    )
    .chain(
        [
            AbortReason::Requested(Color::Black),
            AbortReason::NoFirstMove(Color::Red),
            AbortReason::BothAway,
            AbortReason::ServerShutdown,
            AbortReason::Absent(Color::Red),
            AbortReason::Organiser,
        ]
        .map(Outcome::Aborted),
    );
    let mut events = vec![
        Event::Started(Box::new(GameStart {
            seats: PerColor::new(
                Seat { player: BO, name: name("Bo") },
                Seat { player: HE, name: name("云中鹤") },
            ),
            terms: terms(),
            times: terms().times(Color::Black),
            rematch_of: Some(EarlierGames { last: GameId(299), won: PerColor::new(2, 300), drawn: 1 }),
            first_move_ms: 30_000,
            setup_ms: 180_000,
            rules: RulesVersion::V2,
        })),
        Event::Started(Box::new(GameStart {
            seats: PerColor::new(
                Seat { player: BO, name: name("Bo") },
                Seat { player: HE, name: name("云中鹤") },
            ),
            terms: terms(),
            times: terms().times(Color::Black),
            rematch_of: None,
            first_move_ms: 30_000,
            setup_ms: 0,
            rules: RulesVersion::V1,
        })),
        Event::Played { by: Color::Red, mv: mv("b0c2"), clocks: clocks() },
        Event::Offered { by: Color::Black, kind: OfferKind::Takeback },
        Event::OfferClosed { by: Color::Black, kind: OfferKind::Draw, how: OfferEnd::Withdrawn },
        Event::OfferClosed { by: Color::Red, kind: OfferKind::Draw, how: OfferEnd::Declined },
        Event::TakenBack { by: Color::Red, to_ply: 4, clocks: clocks() },
        Event::WentAway { color: Color::Red, claimable_in_ms: 60_000 },
        Event::FellAsleep { color: Color::Red, claimable_in_ms: 240_000 },
        Event::Rated(rating_changes()),
        Event::CameBack { color: Color::Red },
        Event::Left { color: Color::Black },
        Event::Interrupted { down_ms: 4_200, clocks: clocks() },
        Event::Paused { clocks: ClockReading { running: None, ..clocks() } },
        Event::LagMeasured { color: Color::Black, lag_ms: 150 },
    ];
    events.extend(
        [Uncounted::TooShort, Uncounted::SamePair, Uncounted::Unregistered, Uncounted::Annulled]
            .map(|why| Event::Rated(RatedEnd::Uncounted(why))),
    );
    events.extend(verdicts().map(|verdict| {
        let is_final = verdict != Verdict::Draw;
        Event::RepetitionJudged { verdict, from_ply: 299, to_ply: 307, is_final }
    }));
    events.extend(outcomes.map(|outcome| Event::Ended { outcome, clocks: clocks() }));
    events.extend(seen().map(|seen| Event::Luzhanqi { seen: Box::new(seen), clocks: clocks() }));
    events
}

fn verdicts() -> [Verdict; 5] {
    let loss = |offence| Verdict::Loss { loser: Color::Black, offence };
    [
        Verdict::Draw,
        loss(Offence::Chase),
        loss(Offence::PinnedRookChase),
        loss(Offence::Attack),
        loss(Offence::Check),
    ]
}

fn seen() -> [EventView; 10] {
    let mv: luzhanqi::Move = "s11n15".parse().expect("a move");
    let moved = |battle, revealed_flags| EventView::Moved { mv, battle, revealed_flags };
    let flag = "n62".parse().expect("a station");
    let revealed = Revealed {
        formations: PerColor::splat(formation()),
        pieces: [(flag, Piece::new(Color::Black, Strength::Flag))].into(),
    };
    [
        EventView::Withheld,
        EventView::Placed { formation: formation() },
        EventView::Confirmed { by: Color::Red },
        EventView::Withdrew { by: Color::Black },
        moved(None, PerColor::default()),
        moved(Some(Battle::AttackerCaptured), PerColor::default()),
        moved(Some(Battle::DefenderCaptured), PerColor::new(None, Some(flag))),
        moved(Some(Battle::BothCaptured), PerColor::default()),
        EventView::Passed { by: Color::Red },
        EventView::Revealed(Box::new(revealed)),
    ]
}

fn illegal_moves() -> [IllegalMove; 18] {
    use IllegalMove as I;
    [
        I::GameOver,
        I::NotYourTurn,
        I::NoPiece,
        I::NotYourPiece,
        I::OwnPieceThere,
        I::NotItsMove,
        I::HorseLegBlocked,
        I::ElephantEyeBlocked,
        I::ElephantMayNotCrossRiver,
        I::OutsidePalace,
        I::PathBlocked,
        I::CannonNoScreen,
        I::CannonTooManyScreens,
        I::PawnMayNotRetreat,
        I::PawnMayNotStepAsideYet,
        I::GeneralInCheck,
        I::GeneralsWouldFace,
        I::SamePoint,
    ]
}

fn summary(kind: GameKind) -> GameSummary {
    let seats =
        PerColor::new(Seat { player: BO, name: name("Bo") }, Seat { player: HE, name: name("云中鹤") });
    let outcome = Outcome::won(Color::Red, WinReason::Checkmate);
    let first_moves = if kind == GameKind::Xiangqi { first_moves() } else { FirstMoves::default() };
    let (ended_at_ms, rated, correction) = (1_800_000_000_000, kind == GameKind::Xiangqi, None);
    GameSummary { game: GAME, seats, outcome, plies: 87, ended_at_ms, kind, first_moves, rated, correction }
}

fn rating_changes() -> RatedEnd {
    RatedEnd::Changed(PerColor::new(
        RatingChange { before: 1500, after: 1662, games_missing: 9 },
        RatingChange { before: 1712, after: 1698, games_missing: 0 },
    ))
}

fn corrected(counts_as: CountsAs) -> GameCorrection {
    GameCorrection { counts_as, reason: "作弊".to_owned() }
}

fn corrected_summary(counts_as: CountsAs) -> GameSummary {
    GameSummary { correction: Some(corrected(counts_as)), ..summary(GameKind::Xiangqi) }
}

fn refusals() -> Vec<Refusal> {
    use Refusal as R;
    let mut refusals = vec![
        R::NotJoined,
        R::AlreadyJoined,
        R::NameTaken,
        R::UnknownToken,
        R::ShuttingDown,
        R::NoSuchPlayer,
        R::ChallengeSelf,
        R::OpponentBusy,
        R::YouAreBusy,
        R::AlreadyChallenged,
        R::TooManyChallengesOut,
        R::TooManyChallengesIn,
        R::NoSuchChallenge,
        R::NotYourChallenge,
        R::NoSuchGame,
        R::GameOver,
        R::GameRunning,
        R::WrongPly { expected: 17 },
        R::ResignTooEarly,
        R::AbortTooLate,
        R::OpponentNotAway,
        R::ClaimTooSoon { wait_ms: 59_000 },
        R::OpponentLeft,
        R::ChatTooFast { wait_ms: 1_200 },
        R::ChatEmpty,
        R::ChatTooLong,
        R::TooManyOffers,
        R::NameRegistered,
        R::WrongPassword,
        R::InvalidPassword,
        R::AlreadyRegistered,
        R::TooManyAttempts { wait_ms: 30_000 },
        R::Silenced { wait_ms: None },
        R::Silenced { wait_ms: Some(60_000) },
        R::RequestPending,
        R::Paused,
        R::OpponentAway,
        R::CannotWatch,
        R::TooManySpectators,
        R::Unreadable,
        R::RegistryFull,
        R::ChallengeTooSoon { wait_ms: 30_000 },
        R::NoChallenges,
        R::RegisteredChallengersOnly,
        R::PlayerBlocked,
        R::TooManyBlocks,
        R::BlockSelf,
        R::NoSuchHall,
        R::HallFull,
        R::OtherHall,
        R::NoRegistration,
        R::HallElsewhere,
        R::NotYourGame,
        R::NotWatching,
        R::NameReserved,
    ];
    let invitations = {
        use InvitationRefusal as I;
        [I::Unknown, I::Own, I::TooMany, I::Full, I::Taken]
    };
    let closed = invitation_ends().map(|how| InvitationRefusal::Closed { how });
    refusals.extend(invitations.into_iter().chain(closed).map(R::Invitation));
    refusals.extend([NameError::Empty, NameError::TooLong, NameError::Character('<')].map(R::Name));
    let terms = [InvalidTerms::StartPosition, InvalidTerms::StartIsOver, InvalidTerms::WatchDelay];
    refusals.extend(terms.map(R::Terms));
    let times = {
        use InvalidTimeControl as B;
        [B::IncrementWithoutGameTime, B::ReadSecondsWithoutGameTime, B::TooLong, B::TooShort]
    };
    refusals.extend(times.map(|time| R::Terms(InvalidTerms::Time(time))));
    let unratable = {
        use Unratable as U;
        [U::Guest, U::Computer, U::StartPosition, U::Odds, U::Untimed]
    };
    refusals.extend(unratable.map(|why| R::Terms(InvalidTerms::Unratable(why))));
    refusals.extend(illegal_moves().map(|illegal| R::Illegal(IllegalPlay::Xiangqi(illegal))));
    let offers = {
        use OfferRefusal as O;
        [
            O::TakebackOff,
            O::NothingToTakeBack,
            O::Pending,
            O::TooSoon { wait_ms: 10_000 },
            O::BeforeBothMoved,
            O::DrawTooOften { plies: 20 },
            O::GameOver,
            O::GameRunning,
            O::NoOpenOffer,
        ]
    };
    refusals.extend(offers.map(R::Offer));
    refusals.extend([InvalidFilter::OpponentTooLong, InvalidFilter::Position].map(R::Filter));
    refusals.extend(luzhanqi_refusals());
    refusals.extend({
        use SeekRefusal as S;
        let before = [S::Count, S::StartPosition, S::Odds, S::Gone, S::Full, S::OutOfReach];
        before
            .into_iter()
            .chain([S::Guest, S::TooManyAnswers, S::Asleep])
            .chain(search_waits().map(S::Wait))
            .map(R::Seek)
    });
    refusals.extend({
        use ProfileRefusal as P;
        [P::Unknown, P::Unregistered, P::Private].map(R::Profile)
    });
    refusals.extend(report_refusals().map(R::Report));
    refusals.extend(evening_refusals().into_iter().map(R::Evening));
    refusals
}

/// A rating of each speed.
fn ratings() -> Vec<ShownRating> {
    let boards = BoardKind::ALL.map(GameKind::Luzhanqi);
    let kinds = boards.into_iter().chain([GameKind::Xiangqi; 2]);
    let classes = kinds.zip(Speed::ALL).map(|(kind, speed)| RatingClass { kind, speed });
    classes
        .map(|class| ShownRating { class, rating: 1512, games_missing: u8::from(class.speed == Speed::Fast) })
        .collect()
}

fn sampled_messages() -> Vec<ServerMessage> {
    use ServerMessage as M;
    let player = |activity, connected, policy| Player {
        id: BO,
        name: name("Bo"),
        activity,
        connected,
        joined_ago_s: 61,
        policy,
        computer_level: None,
        registered: false,
        watching: None,
        seeking: None,
        ratings: Vec::new(),
    };
    let [everyone, registered, nobody] = policies();
    let kind = GameKind::Luzhanqi(BoardKind::Cross);
    let playing = Activity::Playing { game: GAME, opponent: HE, kind };
    let mut messages = vec![
        M::Door(DoorMessage::Joined {
            player: BO,
            name: name("Bo"),
            token: SessionToken([9; 16]),
            resumed: true,
            registered: false,
            hall: None,
        }),
        M::Door(DoorMessage::Joined {
            player: BO,
            name: name("Bo"),
            token: SessionToken([9; 16]),
            resumed: false,
            registered: true,
            hall: Some(hall()),
        }),
        M::Lobby(LobbyMessage::Players {
            players: vec![
                player(Activity::Idle, true, everyone),
                player(Activity::AtBoard { game: GAME, opponent: HE, kind }, true, everyone),
                player(playing, false, registered),
                Player { computer_level: Some(7), ..player(Activity::Idle, true, everyone) },
                Player { registered: true, watching: Some(GAME), ..player(Activity::Idle, true, everyone) },
                Player {
                    seeking: Some(Box::new(Seek {
                        terms: vec![terms()],
                        since_ago_s: 300,
                        reach: Reach::Anyone,
                        live: true,
                    })),
                    ratings: ratings(),
                    ..player(Activity::Idle, true, everyone)
                },
            ],
            first: true,
        }),
        M::Lobby(LobbyMessage::Presence(vec![
            PresenceChange::Here(player(playing, true, nobody)),
            PresenceChange::Gone(HE),
        ])),
        M::Lobby(LobbyMessage::ChallengeOpened(Box::new(Challenge {
            id: CHALLENGE,
            from: BO,
            to: HE,
            terms: terms(),
            expires_in_ms: 60_000,
        }))),
        TableMessage::Tick(Box::new(Tick {
            clocks: clocks(),
            round_trip_ms: PerColor::new(Some(38), None),
            setup_left_ms: Some(179_000),
            first_move_left_ms: None,
            absence_left_ms: PerColor::new(90_000, 62_500),
            lag_quota_ms: PerColor::new(3_000, 2_650),
        }))
        .at(GAME),
        M::Chat(ChatMessage::Line {
            room: ChatRoom::Lobby,
            from: BO,
            name: name("Bo"),
            text: "good game, thanks!".into(),
            at_ms: 1_700_000_000_123,
        }),
        M::Chat(ChatMessage::History {
            room: ChatRoom::Table(GAME),
            lines: vec![ChatLine {
                at_ms: 1_700_000_000_124,
                from: HE,
                name: name("An"),
                text: "谢谢".into(),
            }],
        }),
        M::Chat(ChatMessage::Marked { room: ChatRoom::Lobby, at_ms: vec![1_700_000_000_123] }),
        M::Door(DoorMessage::Pong { nonce: 70_000 }),
        M::Door(DoorMessage::ShuttingDown),
        M::Account(AccountMessage::Registered),
        M::Account(AccountMessage::SignedOutEverywhere { token: SessionToken([9; 16]) }),
        M::Archive(ArchiveMessage::Games {
            games: vec![
                summary(GameKind::Xiangqi),
                summary(GameKind::Luzhanqi(BoardKind::Classic)),
                summary(GameKind::Luzhanqi(BoardKind::Cross)),
            ],
            more: true,
        }),
        M::Archive(ArchiveMessage::FinishedGame {
            game: GAME,
            first: 256,
            events: events(),
            at_ms: vec![0, 1_500, 90_000],
            more: false,
            correction: None,
        }),
        M::Archive(ArchiveMessage::FinishedGame {
            game: GAME,
            first: 256,
            events: Vec::new(),
            at_ms: Vec::new(),
            more: false,
            correction: Some(corrected(CountsAs::Nothing)),
        }),
        M::Archive(ArchiveMessage::Games { games: CountsAs::ALL.map(corrected_summary).into(), more: false }),
        M::Archive(ArchiveMessage::FoundGames { games: vec![summary(GameKind::Xiangqi)], next: Some(GAME) }),
        M::Archive(ArchiveMessage::FoundGames { games: Vec::new(), next: None }),
        M::Table {
            game: GAME,
            message: TableMessage::Snapshot { next: 300, events: events(), first: true, last: false },
        },
        M::Table { game: GAME, message: TableMessage::Watching { delay_plies: 4 } },
        M::Table {
            game: GAME,
            message: TableMessage::Spectators { names: vec![name("Bo"), name("云中鹤")], count: 70 },
        },
        M::Door(DoorMessage::Paused),
        M::Door(DoorMessage::Unpaused),
        M::Table { game: GAME, message: TableMessage::SetAside },
        TableMessage::TurnTimes { spent_ms: vec![4_300, 61_000, 0], lasting_ms: Some(7_250) }.at(GAME),
        TableMessage::TurnTimes { spent_ms: vec![250], lasting_ms: None }.at(GAME),
        TableMessage::Corrected {
            correction: Some(Box::new(corrected(CountsAs::Nothing))),
            rated: RatedEnd::Uncounted(Uncounted::Annulled),
        }
        .at(GAME),
        TableMessage::Corrected { correction: None, rated: rating_changes() }.at(GAME),
        M::Door(DoorMessage::Announcement { text: "九点维护".into() }),
        M::Door(DoorMessage::RatedByDefault { rated: false }),
        M::Door(DoorMessage::WebPage { port: 8080, tls: false }),
        M::Door(DoorMessage::HallAddress { hall: hall(), address: None }),
        M::Door(DoorMessage::HallAddress {
            hall: hall(),
            address: Some("b.example.org:9899".parse().expect("an address")),
        }),
        M::Account(AccountMessage::Preferences {
            policy: registered,
            blocked: Vec::new(),
            profile: ProfileChoice::default(),
        }),
        M::Account(AccountMessage::Preferences {
            policy: nobody,
            blocked: vec![BlockedPlayer { player: HE, name: name("云中鹤") }],
            profile: ProfileChoice { audience: ProfileAudience::Nobody, last_seen: true },
        }),
    ];
    messages.push(M::Profile(ProfileMessage::Profile(Box::new(profile()))));
    messages.push(M::Profile(ProfileMessage::Leaderboard(Box::new(leaderboard()))));
    messages.extend(fair_play().map(|fair_play| M::Profile(ProfileMessage::FairPlay(Box::new(fair_play)))));
    messages.extend(report_messages().into_iter().map(M::Report));
    messages.extend(evening_messages().into_iter().map(M::Evening));
    messages.push(M::Lobby(LobbyMessage::Visitors {
        visitors: vec![Visitor { name: name("云中鹤"), seen_ago_s: 7_200 }],
    }));
    messages.extend(previews());
    messages.extend(seek_answers());
    messages.extend(
        [
            LobbyMessage::Page { skipped: 50, matching: 70_000 },
            LobbyMessage::PageChanges(vec![PresenceChange::Gone(BO)]),
            LobbyMessage::Totals { online: 5_000, away: 7, games: 300 },
        ]
        .map(ServerMessage::Lobby),
    );
    let watch_ends = [WatchEnd::Left, WatchEnd::Elsewhere, WatchEnd::Closed, WatchEnd::Rematch(GAME)];
    messages.extend(watch_ends.map(|why| M::Table { game: GAME, message: TableMessage::WatchEnded { why } }));
    let ends = {
        use ChallengeEnd as E;
        [
            E::Accepted(GAME),
            E::Declined(DeclineReason::Later),
            E::Cancelled,
            E::Expired,
            E::Busy,
            E::Gone,
            E::ShuttingDown,
        ]
    };
    messages.extend(ends.map(|how| M::Lobby(LobbyMessage::ChallengeClosed { challenge: CHALLENGE, how })));
    messages.extend(events().into_iter().map(|event| M::Table {
        game: GAME,
        message: TableMessage::Events { first: 3, events: vec![event] },
    }));
    messages.extend(refusals().into_iter().map(|reason| M::Refused { request: 5, reason }));
    let closings = {
        use CloseReason as C;
        [
            C::Quit,
            C::Superseded,
            C::NoGreeting,
            C::Silent,
            C::Flood,
            C::SlowReader,
            C::BrokenFrame,
            C::ShuttingDown,
            C::ServerFull,
            C::SignedOut,
            C::AddressFull,
            C::TlsRequired,
            C::Kicked,
            C::Banned { wait_ms: None },
            C::Banned { wait_ms: Some(3_600_000) },
            C::HallMoved,
            C::NameRegistered,
        ]
    };
    messages.extend(closings.map(|reason| M::Door(DoorMessage::Closing { reason })));
    messages.extend(invitation_messages());
    messages
}

fn code() -> InvitationCode {
    "7k3m9qpx02ab".parse().expect("a code")
}

fn invitation_ends() -> [InvitationEnd; 8] {
    use InvitationEnd as E;
    [E::Accepted, E::Withdrawn, E::Expired, E::Busy, E::Gone, E::ShuttingDown, E::Missed, E::Left]
}

fn invitation_messages() -> Vec<ServerMessage> {
    use ServerMessage as M;
    let plain = Invitation {
        code: code(),
        from: BO,
        name: name("Bo"),
        terms: terms(),
        expires_in_ms: 3_600_000,
        web: None,
        port: None,
        accepted_by: None,
        away_s: None,
    };
    let web = "https://play.example.org".parse().ok();
    let public = Invitation { web, port: Some(7878), ..plain.clone() };
    let held = Invitation { accepted_by: Some(name("Cy")), away_s: Some(120), ..public.clone() };
    let closed = invitation_ends().map(|how| M::Lobby(LobbyMessage::InvitationClosed { code: code(), how }));
    let opened = [
        M::Lobby(LobbyMessage::InvitationOpened(Box::new(plain))),
        M::Lobby(LobbyMessage::InvitationOpened(Box::new(public.clone()))),
    ];
    let found = [
        M::Lobby(LobbyMessage::InvitationFound(Box::new(public))),
        M::Lobby(LobbyMessage::InvitationAccepted(Box::new(held))),
    ];
    opened.into_iter().chain(closed).chain(found).collect()
}

fn seek_answers() -> Vec<ServerMessage> {
    let answer =
        |own, here| SeekAnswer { player: HE, name: name("Bo"), terms: terms(), ago_s: 3_600, own, here };
    let answers = vec![answer(true, false), answer(false, true)];
    [LobbyMessage::SeekAnswerKept { name: name("Bo") }, LobbyMessage::SeekAnswers(answers)]
        .map(ServerMessage::Lobby)
        .into()
}

fn previews() -> Vec<ServerMessage> {
    let station = |text: &str| text.parse::<Station>().expect("a station");
    let boards = [
        PreviewBoard::Xiangqi {
            fen: "4k4/9/9/9/9/9/9/9/4A4/4K4 w".into(),
            last: Some("e0e1".parse().expect("a move")),
        },
        PreviewBoard::Xiangqi { fen: "4k4/9/9/9/9/9/9/9/4A4/4K4 w".into(), last: None },
        PreviewBoard::Luzhanqi {
            board: BoardKind::Cross,
            red: vec![station("s11"), station("s64")],
            black: vec![station("n15")],
        },
    ];
    let outcome = Some(Outcome::won(Color::Red, WinReason::Resignation));
    let preview = |board| {
        ServerMessage::Lobby(LobbyMessage::Preview(Box::new(Preview {
            game: GAME,
            plies: 12,
            outcome,
            board,
            clocks: Some(clocks()),
        })))
    };
    boards.map(preview).into()
}

fn line<M: Message + PartialEq + std::fmt::Debug>(message: &M) -> String {
    let bytes = wire::encode(message).expect("every sample is within its limit");
    assert_eq!(wire::decode::<M>(&bytes).as_ref(), Ok(message));
    let mut hex = String::new();
    for byte in bytes {
        write!(hex, "{byte:02x}").expect("writing to a string never fails");
    }
    format!("{message:?}\n  {hex}\n")
}

/// Whether the tests rewrite the files that they compare with.
fn rewrites() -> bool {
    std::env::var_os("GOLDEN").is_some_and(|value| value == "write")
}

#[test]
fn a_message_without_a_sample_has_a_random_one() {
    let requests = completed(Vec::new(), ClientMessage::name);
    let messages = completed(Vec::new(), ServerMessage::name);
    let names: BTreeSet<&str> = requests.iter().map(ClientMessage::name).collect();
    assert!(names.is_superset(&sampled_requests().iter().map(ClientMessage::name).collect()));
    let names: BTreeSet<&str> = messages.iter().map(ServerMessage::name).collect();
    assert!(names.is_superset(&sampled_messages().iter().map(ServerMessage::name).collect()));
    // each has bytes from which it is read again
    let lines = requests.into_iter().map(|message| line(&Request { number: 5, message }));
    assert!(lines.chain(messages.iter().map(line)).all(|line| !line.is_empty()));
}

#[test]
fn every_message_has_its_golden_bytes() {
    let requests = client_messages().into_iter().map(|message| line(&Request { number: 5, message }));
    let text: String = requests.chain(server_messages().iter().map(line)).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");
    if rewrites() {
        std::fs::write(path, &text).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file exists");
    for (now, then) in text.lines().zip(golden.lines()) {
        assert_eq!(now, then, "the wire format has changed; see the head of this file");
    }
    assert_eq!(text.lines().count(), golden.lines().count());
}
