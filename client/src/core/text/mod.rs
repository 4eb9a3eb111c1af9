//! Every text a user sees, with one file per language, one for what it says in
//! passing and one for its refusals.
//!
//! A language is a value of `Text`, so one that lacks a text does not compile.

mod en;
mod zh;

use super::account::PasswordError;
use super::action::TimePart;
use super::challenge::FormError;
use super::games::GameResult;
use super::help::{Heading, Page, Passage, Topic};
use super::lang::Lang;
use super::link::OfflineReason;
use super::luzhanqi::notation::TurnNotation;
use super::notice::Notice;
use super::table::MoveNotation;
use crate::core::denied::Denied;
use crate::core::game_choice::GameChoice;
use crate::core::time_fields::Preset;
use chuhe_protocol::{ColorChoice, DeclineReason, Fingerprint, Refusal, TakebackPolicy};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{Battle, MineRule, Strength};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Outcome};

macro_rules! texts {
    (fixed { $($fixed:ident),* $(,)? } listed { $($listed:ident),* $(,)? } made { $($made:ident: $type:ty),* $(,)? }) => {
        /// All texts of one language: those that stand as they are, those of which one is chosen,
        /// and those made of what is known.
        pub(crate) struct Text {
            $(pub(crate) $fixed: &'static str,)*
            $(pub(crate) $listed: &'static [&'static str],)*
            $(pub(crate) $made: $type,)*
        }

        #[cfg(test)]
        impl Text {
            fn all_fixed(&self) -> Vec<(&'static str, &'static str)> {
                let mut all = vec![$((stringify!($fixed), self.$fixed)),*];
                $(all.extend(self.$listed.iter().map(|text| (stringify!($listed), *text)));)*
                all
            }
        }
    };
}

texts! {
    fixed {
        // everywhere
        app_name, tagline, settings, language, language_of_system, appearance, light, dark,
        help, help_may_go, help_may_take, help_may_not,
        close, copy, cancel, send, quit_sure, quit_means, quit_stops_host, quit_yes, quit_no,
        // joining and hosting
        join_title, host, port, name, name_hint, host_hint, join, connecting, recent, forget, password, have_password, not_encrypted,
        hosting_title, hosting_explained, hosting_start, hosting_starting, hosting_tell, hosting_stop,
        hosting_join, hosting_no_address,
        // encryption
        tls, tls_settled, changed, changed_means, changed_from, changed_to, vouched_for, compared, trust,
        do_not_trust,
        // the connection
        retry_now, leave_server, server_forgot,
        // the lobby
        players, my_games, loading, no_games_yet, more_games, open_game, to_games, versus, watch, unwatch,
        step_first, step_back, step_forward, step_last, to_live, from_start, watch_over, watching_live,
        nobody_watches, watch_delay, watch_delay_field, watch_delay_hint, paused, among_spectators, search, idle, playing, offline, challenge, nobody_here, nobody_found, lobby_chat,
        registered, not_registered, registered_explained, register, register_explained, password_again,
        password_hint, change_password, change_explained, old_password, new_password, sign_out_everywhere, sign_out_sure, sign_out_yes, chat_hint, chat_empty, you, unmute_all, mute, unmute, waiting_for_answer, shutting_down,
        // a challenge
        game, colors, time, takebacks, start, own_start, accept, decline,
        decline_because, both_times, your_time, opponents_time, same_time, odds, start_hint, send_challenge,
        minutes, seconds, no_limit_hint,
        // the board
        moves, available, chat, no_moves_yet, captured, lost_pieces, nothing,
        not_your_turn_list, click_twice, online, away, left, opponents_turn, in_check, you_are_in_check, sending,
        takeback, draw, resign, abort, rematch, to_lobby,
        agree, refuse, withdraw, resign_sure, resign_yes, resign_no, claim_win, claim_draw, to_present,
        flip, untimed, list_comma,
        // luzhanqi
        setting_up, arranging, ready, setup_hint, setup_waiting, confirm_formation, withdraw_formation,
        shuffle, layouts, layout_name, layout_name_hint, save, load, no_layouts, layouts_in, save_record,
        war, own_losses, enemy_losses, your_turn_plain, marks, wipe, marks_hint, mines, red_losses,
        black_losses,
    }
    listed { lobby_phrases, table_phrases }
    made {
        stop: fn(&OfflineReason) -> String,
        notice: fn(&Notice) -> String,
        denied: fn(Denied) -> String,
        refusal: fn(Refusal) -> String,
        password_error: fn(PasswordError) -> String,
        paused_retry: fn(seconds: Option<u64>) -> String,
        form_error: fn(FormError) -> String,
        lost: fn(attempt: u32, seconds: Option<u64>) -> String,
        lobby_state: fn(players: usize, games: usize) -> String,
        here_for: fn(seconds: u64) -> String,
        challenge_by: fn(&str) -> String,
        challenge_to: fn(&str) -> String,
        seconds_left: fn(u64) -> String,
        time_control: fn(TimeControl) -> String,
        time_short: fn(TimeControl) -> String,
        time_part: fn(TimePart) -> &'static str,
        preset: fn(Preset) -> &'static str,
        labelled: fn(label: &str, said: &str) -> String,
        color_choice: fn(ColorChoice) -> &'static str,
        takeback_policy: fn(TakebackPolicy) -> &'static str,
        decline_reason: fn(DeclineReason) -> &'static str,
        color: fn(Color) -> &'static str,
        written: fn(&MoveNotation) -> &str,
        your_turn: fn(examples: &str, count: usize) -> String,
        move_time: fn(u64) -> String,
        read_time: fn(u64) -> String,
        in_read_time: fn() -> &'static str,
        round_trip: fn(u16) -> String,
        offered_by: fn(&str, OfferKind) -> String,
        offered: fn(OfferKind) -> String,
        away_for: fn(&str, Option<u64>) -> String,
        first_move: fn(mine: bool, seconds: u64) -> String,
        outcome: fn(Outcome, own: Option<Color>) -> &'static str,
        result: fn(GameResult) -> &'static str,
        plies: fn(usize) -> String,
        plies_late: fn(u8) -> String,
        delayed: fn(u8) -> String,
        spectators: fn(u32) -> String,
        and_more: fn(u64) -> String,
        is_away: fn(&str) -> String,
        to_move: fn(Color) -> String,
        taken_by: fn(Color) -> &'static str,
        reason: fn(Outcome) -> String,
        reviewing: fn(ply: usize, of: usize) -> String,
        connected_to: fn(&str) -> String,
        hosting_at: fn(u16) -> String,
        encrypted: fn(Fingerprint) -> String,
        strength: fn(Strength) -> &'static str,
        battle: fn(Battle) -> &'static str,
        help_page: fn(Page) -> &'static str,
        help_heading: fn(Heading) -> &'static str,
        help_passage: fn(Topic) -> Passage,
        game_choice: fn(GameChoice) -> &'static str,
        game_short: fn(GameChoice) -> &'static str,
        mine_rule: fn(MineRule) -> &'static str,
        turn: fn(&TurnNotation) -> String,
        setup_left: fn(seconds: u64) -> String,
        lost_count: fn(usize) -> String,
        quiet_steps: fn(quiet: u16, of: u16) -> String,
        passes: fn(Color, passes: u8, of: u8) -> String,
        draw_near: fn(steps: u16) -> String,
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Text({})", self.language)
    }
}

impl Text {
    /// The texts of this language.
    pub(crate) const fn of(lang: Lang) -> &'static Self {
        match lang {
            Lang::Zh => &zh::TEXT,
            Lang::En => &en::TEXT,
        }
    }
}

/// `seconds` of `ms`, as one would say it.
fn whole_seconds(ms: u64) -> u64 {
    ms.div_ceil(1000)
}

/// The beginning of a fingerprint, where there is no room for the whole.
fn beginning(fingerprint: Fingerprint) -> String {
    let pairs: Vec<String> = fingerprint.to_string().split(':').take(8).map(str::to_owned).collect();
    pairs.join(":") + "…"
}

/// `ms` in units of `unit_ms`, with a decimal only where there is one.
fn in_units(ms: u32, unit_ms: u32) -> String {
    let value = f64::from(ms) / f64::from(unit_ms);
    if ms.is_multiple_of(unit_ms) { format!("{value:.0}") } else { format!("{value:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::event::{Closed, ConnectFailure, HostFailure};
    use crate::core::files::{FileNotice, Saved};
    use chuhe_protocol::{ChallengeEnd, CloseReason, InvalidTerms, NameError, WatchEnd};
    use chuhe_rules::clock::InvalidTimeControl;
    use chuhe_rules::game::IllegalPlay;
    use chuhe_rules::luzhanqi::{
        self, FormationFault, FormationTextError, IllegalFormation, InvalidOptions, SetupRefusal, Slot,
    };
    use chuhe_rules::offers::OfferRefusal;
    use chuhe_rules::xiangqi::{FenError, IllegalMove};
    use chuhe_rules::{AbortReason, DrawReason, WinReason};

    #[test]
    fn no_fixed_text_is_empty_and_the_lists_are_as_long() {
        for lang in Lang::ALL {
            for (name, text) in Text::of(lang).all_fixed() {
                assert!(!text.trim().is_empty(), "{lang:?} {name}");
            }
        }
        let [zh, en] = Lang::ALL.map(Text::of);
        assert_eq!(zh.lobby_phrases.len(), en.lobby_phrases.len());
        assert_eq!(zh.table_phrases.len(), en.table_phrases.len());
    }

    const ILLEGAL: [IllegalMove; 17] = [
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
    ];

    /// Everything that luzhanqi may be refused for.
    fn refusals_of_luzhanqi() -> Vec<Refusal> {
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
                I::NoWay,
            ]
        };
        let slot = Slot::new(1, 1).unwrap();
        let formations = {
            use IllegalFormation as I;
            [
                I::TooMany(slot),
                I::FlagOutsideHeadquarters(slot),
                I::MineTooFarForward(slot),
                I::BombInFront(slot),
            ]
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
        notices.extend(OfferKind::ALL.map(Notice::OfferDeclined));
        notices.extend(OfferKind::ALL.map(Notice::OfferWithdrawn));
        let ends = [
            ChallengeEnd::Declined(DeclineReason::TooFast),
            ChallengeEnd::Declined(DeclineReason::Unsaid),
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
            OfferRefusal::NoneStanding,
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
            Refusal::StillBusy,
            Refusal::Paused,
            Refusal::ChallengerAway,
            Refusal::CannotWatch,
            Refusal::TooManySpectators,
            Refusal::Unreadable,
            Refusal::RegistryFull,
            Refusal::Terms(InvalidTerms::WatchDelay),
        ];
        notices.extend(refusals.map(Notice::Refused));
        notices.extend(refusals_of_luzhanqi().into_iter().map(Notice::Refused));
        notices.extend([
            Notice::Denied(Denied::Offline),
            Notice::Denied(Denied::Forgotten),
            Notice::Password(PasswordError::TooShort),
            Notice::Password(PasswordError::TooLong),
            Notice::Password(PasswordError::Differ),
            Notice::Registered,
            Notice::Interrupted { down_ms: 12_000 },
            Notice::Interrupted { down_ms: u64::MAX },
            Notice::WatchEnded(WatchEnd::Left),
            Notice::WatchEnded(WatchEnd::Elsewhere),
            Notice::WatchEnded(WatchEnd::Closed),
            Notice::Denied(Denied::NoSeat),
            Notice::SignedOutEverywhere,
            Notice::PasswordChanged,
            Notice::Form(FormError::NotANumber(TimePart::ReadSeconds)),
            Notice::Form(FormError::Start(FenError::GeneralsFacing)),
            Notice::HostFailed(HostFailure::PortTaken),
            Notice::HostFailed(HostFailure::InUse),
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
            Notice::File(FileNotice::Saved(Saved::Layout, "x".into())),
            Notice::File(FileNotice::Saved(Saved::Record, "x".into())),
            Notice::File(FileNotice::Loaded("x".into())),
            Notice::File(FileNotice::BadName),
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
    fn what_is_made_is_said_in_every_language() {
        let outcomes: Vec<Outcome> = [
            WinReason::Checkmate,
            WinReason::Stalemate,
            WinReason::Resignation,
            WinReason::GameTime,
            WinReason::MoveTime,
            WinReason::Abandonment,
            WinReason::FlagTaken,
            WinReason::NothingToMove,
        ]
        .map(|reason| Outcome::won(Color::Red, reason))
        .into_iter()
        .chain([
            Outcome::Drawn(DrawReason::TimeWithoutAttackers),
            Outcome::Drawn(DrawReason::Agreement),
            Outcome::Drawn(DrawReason::QuietSteps),
            Outcome::Aborted(AbortReason::NoFirstMove(Color::Red)),
            Outcome::Aborted(AbortReason::BothAway),
        ])
        .collect();
        for lang in Lang::ALL {
            let text = Text::of(lang);
            let mut said: Vec<String> = notices().iter().map(|notice| (text.notice)(notice)).collect();
            let stops = [
                OfflineReason::ConnectFailed(ConnectFailure::Refused),
                OfflineReason::ConnectFailed(ConnectFailure::NoTls),
                OfflineReason::ConnectFailed(ConnectFailure::TlsFailed("x".into())),
                OfflineReason::Closed(CloseReason::TlsRequired),
                OfflineReason::Version { oldest: 1, newest: 2 },
                OfflineReason::Closed(CloseReason::Superseded),
                OfflineReason::Closed(CloseReason::SignedOut),
                OfflineReason::Closed(CloseReason::AddressFull),
                OfflineReason::Broke(Closed::Broken),
                OfflineReason::Refused(Refusal::NameTaken),
            ];
            said.extend(stops.iter().map(|stop| (text.stop)(stop)));
            said.push((text.encrypted)(Fingerprint::of(b"")));
            said.extend(outcomes.iter().map(|&outcome| (text.reason)(outcome)));
            said.extend(Preset::ALL.map(|preset| (text.time_control)(preset.control())));
            said.extend(Preset::ALL.map(|preset| (text.time_short)(preset.control())));
            assert!(said.iter().all(|text| !text.trim().is_empty()), "{lang:?} {said:?}");
        }
    }

    /// What a text says must be in the fonts: a box in its place says nothing.
    #[test]
    fn the_fonts_have_every_character() {
        let ctx = egui::Context::default();
        crate::core::theme::install_fonts(&ctx);
        let _ = ctx.run(egui::RawInput::default(), |_| {});
        for lang in Lang::ALL {
            let text = Text::of(lang);
            let made = notices().into_iter().map(|notice| (text.notice)(&notice));
            let fixed = text.all_fixed().into_iter().map(|(_, text)| text.to_owned());
            for said in fixed.chain(made) {
                let font = crate::core::theme::plain(15.0);
                // egui takes the question mark for the mark of what is missing
                let said = said.replace('?', "");
                assert!(ctx.fonts(|fonts| fonts.has_glyphs(&font, &said)), "{lang:?} {said}");
            }
        }
        let digits = "１２３４５６７８９";
        for font in [crate::core::theme::plain(15.0), crate::core::theme::bold(15.0)] {
            assert!(ctx.fonts(|fonts| fonts.has_glyphs(&font, digits)));
        }
    }
}
