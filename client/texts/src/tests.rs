//! Every text exists in every language.

use super::Text;
use chuhe_model::actions::action::TimePart;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::preset::Preset;
use chuhe_model::connection::link::OfflineReason;
use chuhe_model::exchange::event::{Closed, ConnectFailure, HostFailure};
use chuhe_model::exchange::files::{FileNotice, UnopenedFile, WhyUnopened};
use chuhe_model::exchange::local_store::LocalEvent;
use chuhe_model::help::Page;
use chuhe_model::library::{LibraryFailure, PgnCounts};
use chuhe_model::lobby::account::PasswordError;
use chuhe_model::lobby::challenge::FormError;
use chuhe_model::luzhanqi::notation::PlyNotation;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::{LibraryNotice, Notice};
use chuhe_protocol::{
    ChallengeEnd, CloseReason, DeclineReason, Fingerprint, GameId, InvalidFilter, InvalidTerms, NameError,
    Refusal, WatchEnd,
};
use chuhe_rules::clock::InvalidTimeControl;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{
    self, Battle, FormationFault, FormationTextError, IllegalFormation, InvalidOptions, SetupRefusal, Slot,
    Strength,
};
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::xiangqi::{FenError, IllegalMove};
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};
use std::collections::BTreeMap;

#[test]
fn no_text_is_empty_and_each_formats_without_an_error() {
    for lang in Lang::ALL {
        for (name, text) in Text::of(lang).all() {
            assert!(!text.trim().is_empty(), "{lang:?} {name}");
            assert!(!text.contains(['{', '}']), "{lang:?} {name}: {text}");
        }
    }
}

#[test]
fn people_without_a_keyboard_read_nothing_of_keys() {
    let keys = ["Ctrl", "F11", "Shift", "(Space)", "（空格）", "（空白鍵）", "(phím cách)"];
    let names_key = |text: &str| keys.iter().any(|key| text.contains(key));
    for lang in Lang::ALL {
        let fingers: BTreeMap<&str, String> = Text::for_fingers(lang).all().into_iter().collect();
        for (name, text) in Text::of(lang).all() {
            // what is said of keys alone is for who has some
            if name.starts_with("keys-") || name.ends_with("-keys") {
                continue;
            }
            if names_key(&text) {
                let instead = fingers.get(&*format!("{name}-fingers")).or(fingers.get(name));
                assert!(instead.is_some_and(|instead| !names_key(instead)), "{lang:?} {name}: {instead:?}");
            }
        }
    }
}

#[test]
fn the_words_about_an_absence_say_what_happens_then() {
    let text = Text::of(Lang::En);
    let [left, then] = text.absence(82_001, Some("Anna"));
    assert_eq!(left, "after 1:23 more offline, you can claim");
    assert_eq!(then, "If Anna is offline for 1:23 more in this game, you can claim a win or a draw");
    assert_eq!(text.absence(82_001, None)[0], "after 1:23 more offline, your opponent can claim");
    assert!(text.absence(82_001, None)[1].ends_with("your opponent can claim a win or a draw"));
    let away = text.opponent_away("Anna", Some(83));
    assert_eq!(away, "Anna is offline. You can claim a win or a draw in 1:23");
}

#[test]
fn a_bad_name_of_a_layout_is_answered_with_what_is_wrong() {
    let text = Text::of(Lang::En);
    let words = |notice| text.notice(&Notice::File(notice));
    assert!(words(FileNotice::BadCharacter('/')).contains("\"/\""));
    assert!(words(FileNotice::BadCharacter('\t')).contains("U+0009"));
    assert!(words(FileNotice::LongName(70)).contains("70") && words(FileNotice::LongName(70)).contains("64"));
}

#[test]
fn each_game_has_one_name() {
    for lang in Lang::ALL {
        let texts: BTreeMap<_, _> = Text::of(lang).all().into_iter().collect();
        let [xiangqi, classic, cross, page] =
            ["game-xiangqi", "game-luzhanqi-classic", "game-luzhanqi-cross", "help-page-luzhanqi"]
                .map(|name| texts[name].clone());
        assert_eq!(page, classic, "{lang:?}: the rules are those of the game");
        assert!(
            xiangqi != classic && classic != cross && cross.contains(&classic),
            "{lang:?}: {classic}, {cross}"
        );
    }
    // in simplified characters it is that of the flag; people may type the other one
    for (name, text) in Text::of(Lang::Zh).all() {
        assert!(name == "console-word-luzhanqi" || !text.contains("军棋"), "{name}: {text}");
    }
}

#[test]
fn a_flag_is_not_said_to_fall_and_chinese_has_parentheses_of_its_own() {
    let taken = PlyNotation::Moved {
        piece: Some(Strength::Lieutenant),
        met: Some(Strength::Flag),
        squares: "d11×d12".into(),
        battle: Some(Battle::DefenderCaptured),
    };
    for (lang, expected) in [
        (Lang::En, "You: lieutenant d11×d12, the flag is captured (hq)"),
        (Lang::Zh, "我 排长 d11×d12，扛走军旗（hq）"),
        (Lang::ZhHant, "我 排長 d11×d12，奪走軍旗（hq）"),
        (Lang::Vi, "Bạn: trung đội trưởng d11×d12, đoạt cờ (hq)"),
    ] {
        let text = Text::of(lang);
        let said = text.ply_sentence(Color::Red, Some(Color::Red), &taken);
        assert_eq!(text.aside(&said, "hq").to_lowercase(), expected.to_lowercase(), "{lang:?}");
    }
    let half = |text: &str| {
        let chars: Vec<char> = text.chars().collect();
        chars.windows(2).any(|pair| pair[0] > '\u{2e80}' && pair[1] == '(')
    };
    for lang in [Lang::Zh, Lang::ZhHant] {
        for (name, text) in Text::of(lang).all() {
            assert!(!half(&text.replace(" (", "(")), "{lang:?} {name}: {text}");
        }
    }
}

/// The fonts draw them as wide as a Chinese character.
const WIDE_QUOTES: [char; 4] = ['“', '”', '‘', '’'];

#[test]
fn latin_texts_have_no_quotes_as_wide_as_chinese_characters() {
    for lang in [Lang::En, Lang::Vi] {
        for (name, text) in Text::of(lang).all() {
            assert!(!text.contains(WIDE_QUOTES), "{lang:?} {name}: {text}");
        }
    }
}

/// Texts that may be the same as in English, because they consist of signs and names.
const WITHOUT_WORDS: [&str; 41] = [
    "pinyin-on",
    "pinyin-off",
    "app-name",
    "host-hint",
    "nothing",
    "list-comma",
    "list-semicolon",
    "round-trip",
    "labelled",
    "clock-separator",
    "countdown-minutes",
    "lag-credit-seconds",
    "omitted-tag",
    "at-offset",
    "records-notation-simplified",
    "records-notation-traditional",
    "records-notation-vietnamese",
    "analysis-mib",
    "analysis-gib",
    "analysis-progress",
    "engines-options-hint",
    "engines-own",
    "analysis-mate-red",
    "analysis-mate-black",
    "connected-to",
    "local-cover-player",
    "notation-piece",
    "ply-moved",
    "ply-battle",
    "aside",
    "evening-breakdown",
    "evening-breakdown-alone",
    "evening-result-red",
    "evening-result-draw",
    "evening-result-black",
    "evening-result-forfeit-red",
    "evening-result-forfeit-black",
    "evening-result-forfeit-both",
    "evening-start-example",
    "evening-tie-break-sonneborn-berger",
    "evening-tie-break-sonneborn-berger-short",
];

#[test]
fn every_text_is_translated() {
    let english = Text::of(Lang::En).all();
    for lang in Lang::ALL.into_iter().filter(|lang| *lang != Lang::En) {
        let mut left = Text::of(lang).all();
        left.retain(|text| english.contains(text) && !WITHOUT_WORDS.contains(&text.0));
        assert!(left.is_empty(), "{lang:?} {left:?}");
    }
}

const ILLEGAL: [IllegalMove; 18] = [
    IllegalMove::GameOver,
    IllegalMove::NotYourTurn,
    IllegalMove::NoPiece,
    IllegalMove::NotYourPiece,
    IllegalMove::OwnPieceThere,
    IllegalMove::NotItsMove,
    IllegalMove::HorseLegBlocked,
    IllegalMove::ElephantEyeBlocked,
    IllegalMove::ElephantMayNotCrossRiver,
    IllegalMove::OutsidePalace,
    IllegalMove::PathBlocked,
    IllegalMove::CannonNoScreen,
    IllegalMove::CannonTooManyScreens,
    IllegalMove::PawnMayNotRetreat,
    IllegalMove::PawnMayNotStepAsideYet,
    IllegalMove::GeneralInCheck,
    IllegalMove::GeneralsWouldFace,
    IllegalMove::SamePoint,
];

/// Every refusal of luzhanqi.
fn luzhanqi_refusals() -> Vec<Refusal> {
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
    let slot = Slot::new(1, 1).unwrap();
    let formations = {
        use IllegalFormation as I;
        [I::TooMany(slot), I::FlagOutsideHeadquarters(slot), I::MineTooFarForward(slot), I::BombInFront(slot)]
    };
    let setup = {
        use SetupRefusal as S;
        [S::GameOver, S::AlreadyBegun, S::AlreadyConfirmed, S::NotConfirmed, S::NothingPlaced]
    };
    let options = {
        use InvalidOptions as B;
        [B::ResignTooLate, B::QuietSteps, B::NoticeTooEarly, B::Passes]
    };
    let mut refusals = vec![
        Refusal::NoFormations,
        Refusal::NothingToClaim,
        Refusal::Illegal(IllegalPlay::OtherGame),
        Refusal::Terms(InvalidTerms::NoTakeback),
    ];
    refusals.extend(moves.map(|reason| Refusal::Illegal(IllegalPlay::Luzhanqi(reason))));
    refusals.extend(formations.map(Refusal::Formation));
    refusals.extend(setup.map(Refusal::Setup));
    refusals.extend(options.map(|bad| Refusal::Terms(InvalidTerms::Options(bad))));
    refusals
}

fn notices() -> Vec<Notice> {
    let mut notices: Vec<Notice> = ILLEGAL.map(|why| Notice::Illegal(IllegalPlay::Xiangqi(why))).into();
    notices.push(Notice::BadDate);
    notices.push(Notice::BattleUndecided);
    let local =
        [LocalEvent::SetAside, LocalEvent::Unavailable, LocalEvent::Failed].map(|event| event("a".into()));
    notices.extend(local.map(Notice::Local));
    notices.extend([LocalEvent::Elsewhere, LocalEvent::InUse, LocalEvent::Full].map(Notice::Local));
    let exported = |games, left_out| LibraryNotice::Exported {
        path: "a.pgn".into(),
        counts: PgnCounts { games, reduced: 0, left_out },
    };
    let failures = [
        LibraryFailure::TooNew,
        LibraryFailure::NoSuchGame,
        LibraryFailure::Full,
        LibraryFailure::TooLarge,
        LibraryFailure::NothingToExport,
        LibraryFailure::Other("no disk".into()),
    ];
    let mut library = vec![
        exported(2, 0),
        exported(0, 3),
        exported(2, 3),
        LibraryNotice::Exported {
            path: "a.pgn".into(),
            counts: PgnCounts { games: 2, reduced: 1, left_out: 0 },
        },
        LibraryNotice::SetAside("b.db".into()),
    ];
    library.extend([1, 5].map(LibraryNotice::GamesSetAside));
    library.extend([1, 5].map(LibraryNotice::Deleted));
    library.extend([1, 5].map(LibraryNotice::Undeleted));
    for (is_new, omitted) in [(false, Vec::new()), (true, vec![chuhe_records::formats::Omission::Marks])] {
        library.extend(
            [is_new, !is_new].map(|is_new| LibraryNotice::Saved { is_new, omitted: omitted.clone() }),
        );
    }
    library.extend(failures.map(LibraryNotice::Failed));
    notices.extend(library.into_iter().map(Notice::Library));
    notices.extend(OfferKind::ALL.map(Notice::OfferDeclined));
    notices.extend(OfferKind::ALL.map(Notice::OfferWithdrawn));
    notices.extend(OfferKind::ALL.map(Notice::OfferDeclinedByMove));
    notices.push(Notice::SentAgain);
    let ends = [
        ChallengeEnd::Declined(DeclineReason::TooFast),
        ChallengeEnd::Declined(DeclineReason::Unspecified),
        ChallengeEnd::Cancelled,
        ChallengeEnd::Expired,
        ChallengeEnd::Busy,
        ChallengeEnd::Gone,
        ChallengeEnd::ShuttingDown,
    ];
    notices.extend(ends.map(|how| Notice::ChallengeEnded { name: "Bo".into(), how }));
    notices.extend(ends.map(|how| Notice::ChallengeLapsed { name: "Bo".into(), how }));
    let offers = [
        OfferRefusal::TakebackOff,
        OfferRefusal::NothingToTakeBack,
        OfferRefusal::Pending,
        OfferRefusal::TooSoon { wait_ms: 1 },
        OfferRefusal::BeforeBothMoved,
        OfferRefusal::DrawTooOften { plies: 3 },
        OfferRefusal::GameOver,
        OfferRefusal::GameRunning,
        OfferRefusal::NoOpenOffer,
    ];
    notices.extend(offers.map(|refusal| Notice::Denied(Denied::Refused(Refusal::Offer(refusal)))));
    let refusals = [
        Refusal::NotJoined,
        Refusal::Name(NameError::Character('<')),
        Refusal::Terms(InvalidTerms::StartIsOver),
        Refusal::Terms(InvalidTerms::Time(InvalidTimeControl::TooShort)),
        Refusal::WrongPly { expected: 3 },
        Refusal::Illegal(IllegalPlay::Xiangqi(IllegalMove::GeneralInCheck)),
        Refusal::ClaimTooSoon { wait_ms: 2_500 },
        Refusal::ChatTooFast { wait_ms: 2_500 },
        Refusal::TooManyOffers,
        Refusal::NameRegistered,
        Refusal::WrongPassword,
        Refusal::InvalidPassword,
        Refusal::AlreadyRegistered,
        Refusal::TooManyAttempts { wait_ms: 2_500 },
        Refusal::Filter(InvalidFilter::OpponentTooLong),
        Refusal::Filter(InvalidFilter::Position),
        Refusal::Silenced { wait_ms: None },
        Refusal::Silenced { wait_ms: Some(61_000) },
        Refusal::ChallengeTooSoon { wait_ms: 2_500 },
        Refusal::NoChallenges,
        Refusal::RegisteredChallengersOnly,
        Refusal::PlayerBlocked,
        Refusal::TooManyBlocks,
        Refusal::BlockSelf,
        Refusal::NoSuchHall,
        Refusal::HallFull,
        Refusal::OtherHall,
        Refusal::NoRegistration,
        Refusal::NameReserved,
        Refusal::HallElsewhere,
        Refusal::RequestPending,
        Refusal::Paused,
        Refusal::OpponentAway,
        Refusal::CannotWatch,
        Refusal::NoSuchGame,
        Refusal::NotYourGame,
        Refusal::NotWatching,
        Refusal::TooManySpectators,
        Refusal::Unreadable,
        Refusal::RegistryFull,
        Refusal::Terms(InvalidTerms::WatchDelay),
    ];
    notices.extend(refusals.map(Notice::Refused));
    notices.extend(luzhanqi_refusals().into_iter().map(Notice::Refused));
    notices.extend([
        Notice::Denied(Denied::Offline),
        Notice::Denied(Denied::GameGone),
        Notice::Password(PasswordError::TooShort),
        Notice::Password(PasswordError::TooLong),
        Notice::Password(PasswordError::Differ),
        Notice::Registered,
        Notice::Interrupted { down_ms: 12_000 },
        Notice::Interrupted { down_ms: u64::MAX },
        Notice::WatchEnded(WatchEnd::Left),
        Notice::WatchEnded(WatchEnd::Elsewhere),
        Notice::WatchEnded(WatchEnd::Closed),
        Notice::WatchEnded(WatchEnd::Rematch(GameId(7))),
        Notice::Denied(Denied::NoSeat),
        Notice::SignedOut,
        Notice::SignedOutEverywhere,
        Notice::GameSetAside,
        Notice::Announcement("x".into()),
        Notice::PasswordChanged,
        Notice::Form(FormError::NotANumber(TimePart::ReadSeconds)),
        Notice::Form(FormError::Start(FenError::GeneralsFacing)),
        Notice::HostFailed(HostFailure::PortTaken),
        Notice::HostFailed(HostFailure::InUse),
        Notice::HostFailed(HostFailure::Unavailable),
        Notice::HostFailed(HostFailure::Other("x".into())),
        Notice::CertificatePinned(Fingerprint::of(b"")),
        Notice::Denied(Denied::ResignLater { steps: 3 }),
        Notice::OpponentReady,
        Notice::OpponentWithdrew,
        Notice::PlayBegins,
        Notice::TurnPassed { mine: true, by: Color::Red, passes: 1, of: 5 },
        Notice::TurnPassed { mine: false, by: Color::Black, passes: 4, of: 5 },
        Notice::FlagShown { mine: true, of: Color::Red },
        Notice::FlagShown { mine: false, of: Color::Black },
        Notice::FlagsShown,
        Notice::DrawNear { steps: 10 },
        Notice::File(FileNotice::Saved("x".into())),
        Notice::File(FileNotice::Loaded("x".into())),
        Notice::File(FileNotice::Exists("x".into())),
        Notice::File(FileNotice::NoName),
        Notice::File(FileNotice::BadCharacter('/')),
        Notice::File(FileNotice::LongName(65)),
        Notice::File(FileNotice::Unopened(UnopenedFile { path: "x".into(), why: WhyUnopened::Missing })),
        Notice::File(FileNotice::Unopened(UnopenedFile { path: "x".into(), why: WhyUnopened::NotAFile })),
        Notice::File(FileNotice::Unopened(UnopenedFile {
            path: "x".into(),
            why: WhyUnopened::Refused("denied".into()),
        })),
        Notice::File(FileNotice::NoChooser),
        Notice::File(FileNotice::Full),
        Notice::File(FileNotice::Failed("x".into())),
    ]);
    let faults = [
        FormationFault::Heading,
        FormationFault::TooShort,
        FormationFault::TooLong,
        FormationFault::UnknownLetter('q'),
        FormationFault::CampExpected,
        FormationFault::PieceExpected,
    ];
    notices.extend(faults.map(|fault| {
        let error = FormationTextError { line: 2, column: 3, fault };
        Notice::File(FileNotice::BadLayout { name: "x".into(), error })
    }));
    notices
}

#[test]
fn no_computed_text_is_empty() {
    let outcomes: Vec<Outcome> = [
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
    .chain([
        Outcome::Drawn(DrawReason::TimeWithoutAttackers),
        Outcome::Drawn(DrawReason::Agreement),
        Outcome::Drawn(DrawReason::QuietSteps),
        Outcome::Drawn(DrawReason::Repetition),
        Outcome::Drawn(DrawReason::NaturalLimit),
        Outcome::Drawn(DrawReason::NoAttackers),
        Outcome::Aborted(AbortReason::NoFirstMove(Color::Red)),
        Outcome::Aborted(AbortReason::BothAway),
        Outcome::Aborted(AbortReason::Absent(Color::Red)),
    ])
    .collect();
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let mut lines: Vec<String> = notices().iter().map(|notice| text.notice(notice)).collect();
        let reasons = [
            OfflineReason::ChooseHall,
            OfflineReason::ConnectFailed(ConnectFailure::Refused),
            OfflineReason::ConnectFailed(ConnectFailure::NoTls),
            OfflineReason::ConnectFailed(ConnectFailure::TlsFailed("x".into())),
            OfflineReason::Closed(CloseReason::TlsRequired),
            OfflineReason::Version { oldest: 1, newest: 2 },
            OfflineReason::Closed(CloseReason::Superseded),
            OfflineReason::Closed(CloseReason::SignedOut),
            OfflineReason::Closed(CloseReason::AddressFull),
            OfflineReason::Closed(CloseReason::Kicked),
            OfflineReason::Closed(CloseReason::NameRegistered),
            OfflineReason::Closed(CloseReason::Banned { wait_ms: None }),
            OfflineReason::Closed(CloseReason::Banned { wait_ms: Some(61_000) }),
            OfflineReason::Broke(Closed::Broken),
            OfflineReason::Refused(Refusal::NameTaken),
        ];
        lines.extend(reasons.iter().map(|reason| text.offline_reason(reason)));
        lines.push(text.encrypted(Fingerprint::of(b"")));
        lines.extend(outcomes.iter().map(|&outcome| text.reason(outcome)));
        lines.extend(Preset::ALL.map(|preset| text.clock.control(preset.control())));
        lines.extend(Preset::ALL.map(|preset| text.clock.short(preset.control())));
        assert!(lines.iter().all(|line| !line.trim().is_empty()), "{lang:?} {lines:?}");
    }
}

/// A character that they lack would arrive later than the text, with a slice of the fonts: run `scripts/subset-fonts`.
#[test]
fn the_fonts_that_a_page_always_fetches_have_every_character() {
    let parse = |font| ttf_parser::Face::parse(font, 0).expect("a font");
    let faces = [
        parse(include_bytes!("../../assets/fonts/page/First-Regular.otf") as &[u8]),
        parse(include_bytes!("../../assets/fonts/page/Texts-Regular.otf")),
    ];
    for lang in Lang::ALL {
        for (name, text) in Text::of(lang).all() {
            let missing = |letter: &char| faces.iter().all(|face| face.glyph_index(*letter).is_none());
            let missing: String = text.chars().filter(|letter| *letter != '\n').filter(missing).collect();
            assert_eq!(missing, "", "{lang:?} {name}");
        }
    }
}

/// The pictures of tiles are drawn with the first font alone, and leave out what it lacks: a bound without its sign looks like
/// what the piece is.
#[test]
fn the_first_font_of_a_page_has_the_signs_of_bounds() {
    let first = include_bytes!("../../assets/fonts/page/First-Regular.otf");
    let first = ttf_parser::Face::parse(first, 0).expect("a font");
    for sign in ['≥', '≤', '=', '–'] {
        assert!(first.glyph_index(sign).is_some(), "{sign}: run `scripts/subset-fonts --page`");
    }
}

#[test]
fn one_exported_game_is_singular() {
    use chuhe_model::notices::notice::LibraryNotice;
    let exported = |games, left_out| {
        let notice = LibraryNotice::Exported {
            path: "a.pgn".into(),
            counts: PgnCounts { games, reduced: 0, left_out },
        };
        Text::of(Lang::En).notice(&Notice::Library(notice))
    };
    assert_eq!(exported(1, 0), "1 game exported to a.pgn");
    assert_eq!(exported(2, 1), "2 games exported to a.pgn, without 1 game of luzhanqi");
}

#[test]
fn a_short_name_of_a_strength_is_part_of_no_other_name() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        for strength in luzhanqi::Strength::ALL {
            let short = text.short_strength(strength).to_lowercase();
            for other in luzhanqi::Strength::ALL.into_iter().filter(|other| *other != strength) {
                assert_ne!(short, text.short_strength(other).to_lowercase(), "{lang:?}");
                let name = text.strength(other).to_lowercase();
                assert!(!name.split(' ').any(|word| word == short), "{lang:?}: {short} and {name}");
            }
        }
    }
}

#[test]
fn the_help_explains_the_short_names_of_strengths() {
    for lang in [Lang::En, Lang::Vi] {
        let text = Text::of(lang);
        for strength in luzhanqi::Strength::ALL {
            let (short, long) = (text.short_strength(strength), text.strength(strength));
            if short != long {
                let explained = format!("{short} ({})", long.to_lowercase());
                assert!(text.help.setup_set.contains(&explained), "{lang:?}: {explained}");
            }
        }
    }
}

#[test]
fn a_server_with_one_version_names_it_once() {
    let needs =
        |oldest, newest| Text::of(Lang::En).offline_reason(&OfflineReason::Version { oldest, newest });
    assert!(needs(2, 2).contains("version 2;") && needs(2, 3).contains("version 2 to 3;"));
}

#[test]
fn every_language_has_a_caption_for_every_figure() {
    for lang in Lang::ALL {
        for item in Page::ALL.into_iter().flat_map(Page::sections).flat_map(|section| section.items) {
            let passage = Text::of(lang).help.passage(item.topic);
            let boards = item.figures.iter().filter(|figure| figure.size().is_some()).count();
            assert_eq!(passage.captions.len(), boards, "{lang:?} {:?}", item.topic);
            assert!(!passage.title.is_empty() && passage.body.len() > 20, "{lang:?} {:?}", item.topic);
        }
    }
}

#[test]
fn the_number_of_games_that_a_rating_still_takes_is_a_lower_bound() {
    let words = [(Lang::En, "at least"), (Lang::Zh, "至少"), (Lang::ZhHant, "至少"), (Lang::Vi, "ít nhất")];
    assert_eq!(words.len(), Lang::ALL.len());
    for (lang, words) in words {
        let text = Text::of(lang);
        for games in [1, 9] {
            for said in [text.rating_missing(games), text.profile().missing(games)] {
                assert!(said.contains(words), "{lang:?}: {said}");
            }
        }
    }
}

#[test]
fn the_opponents_whom_a_player_still_needs_for_the_leaderboard_are_others() {
    let text = Text::of(Lang::En);
    assert_eq!(text.profile().new_opponents(1), "vs 1 new one");
    assert_eq!(text.profile().new_opponents(2), "vs 2 new ones");
    // nothing in these says that they are opponents whom the player has had
    for (lang, word) in [(Lang::Zh, "还需"), (Lang::ZhHant, "還需"), (Lang::Vi, "thêm")] {
        let said = Text::of(lang).profile().new_opponents(1);
        assert!(said.starts_with(word), "{lang:?}: {said}");
    }
}
