//! The functions that choose a text by the name of a variant: `Limit::Nodes` is the text `limit-nodes`.
//!
//! The compiler checks them: a variant without a text, and a text without a variant, fail to compile.

/// A function of the texts that takes an enum.
#[derive(Clone, Copy)]
pub(crate) struct Named {
    /// Its name.
    pub(crate) function: &'static str,
    /// The enum, with its path.
    pub(crate) of: &'static str,
    /// The names of the texts, with `*` for that of the variant.
    pub(crate) texts: &'static str,
    /// Which of these texts are for variants; all of them if it is empty.
    pub(crate) only: &'static [&'static str],
    /// Which of these texts are for something else.
    pub(crate) except: &'static [&'static str],
    /// Variants whose text has another name.
    pub(crate) also: &'static [(&'static str, &'static str)],
    /// Variants whose text needs what they hold. For these the function returns `None`, and texts with
    /// variables are not its own.
    pub(crate) rest: &'static [&'static str],
}

/// A function whose texts are all for variants.
const fn named(function: &'static str, of: &'static str, texts: &'static str) -> Named {
    Named { function, of, texts, only: &[], except: &[], also: &[], rest: &[] }
}

impl Named {
    const fn only(self, only: &'static [&'static str]) -> Self {
        Self { only, ..self }
    }

    const fn except(self, except: &'static [&'static str]) -> Self {
        Self { except, ..self }
    }

    const fn also(self, also: &'static [(&'static str, &'static str)]) -> Self {
        Self { also, ..self }
    }

    const fn rest(self, rest: &'static [&'static str]) -> Self {
        Self { rest, ..self }
    }
}

/// The chased pieces that are called the same for both sides.
const VICTIMS: &[(&str, &str)] = &[
    ("Horse", "repetition-victim-horse"),
    ("Rook", "repetition-victim-rook"),
    ("Cannon", "repetition-victim-cannon"),
];

/// The tie-breaks, whose names have shorter ones beside them.
const TIE_BREAKS: &[&str] = &[
    "opponents-score",
    "cumulative",
    "wins",
    "wins-as-second",
    "games-as-second",
    "direct-encounter",
    "sonneborn-berger",
    "fouls",
    "drop-rounds",
    "earlier-finish",
];

#[rustfmt::skip]
pub(crate) const NAMED: &[Named] = &[
    // the table
    named("color", "chuhe_rules::Color", "*").only(&["red", "black"]),
    named("result", "chuhe_protocol::PlayerResult", "result-*"),
    named("offered", "chuhe_rules::offers::OfferKind", "offered-*").only(&["takeback", "draw", "rematch"]),
    named("offered_by", "chuhe_rules::offers::OfferKind", "offered-*-by"),
    named("offer_declined", "chuhe_rules::offers::OfferKind", "offer-declined-*"),
    named("move_declined", "chuhe_rules::offers::OfferKind", "move-declined-*"),
    named("offer_withdrawn", "chuhe_rules::offers::OfferKind", "offer-withdrawn-*"),
    named("opponent_change", "chuhe_model::notices::notice::OpponentChange", "notice-opponent-*")
        .except(&["ready", "withdrew"]),
    named("red_victim", "chuhe_rules::xiangqi::PieceKind", "repetition-victim-*-red").also(VICTIMS),
    named("black_victim", "chuhe_rules::xiangqi::PieceKind", "repetition-victim-*-black").also(VICTIMS),
    named("win_reason", "chuhe_rules::WinReason", "win-*"),
    named("draw_reason", "chuhe_rules::DrawReason", "reason-*").only(&[
        "agreement", "time-without-attackers", "abandonment", "too-long", "quiet-steps", "repetition",
        "natural-limit", "no-attackers",
    ]),
    named("watch_ended", "chuhe_protocol::WatchEnd", "watch-ended-*"),
    // ratings
    named("unratable", "chuhe_protocol::Unratable", "unratable-*"),
    named("uncounted", "chuhe_protocol::Uncounted", "uncounted-*"),
    named("speed", "chuhe_rules::clock::Speed", "speed-*"),
    // openings
    named("openings_of", "chuhe_rules::Color", "profile-openings-*"),
    named("opening", "chuhe_rules::openings::Opening", "opening-*"),
    named("met_with", "chuhe_rules::openings::Opening", "met-with-*"),
    named("defense", "chuhe_rules::openings::Reply", "defense-*").rest(&["With"]),
    // luzhanqi
    named("game_choice", "chuhe_model::choices::game_choice::GameChoice", "game-*")
        .only(&["xiangqi", "luzhanqi-classic", "luzhanqi-cross"]),
    named("battle", "chuhe_rules::luzhanqi::Battle", "battle-*"),
    named("strength", "chuhe_rules::luzhanqi::Strength", "strength-*"),
    named("short_strength", "chuhe_rules::luzhanqi::Strength", "short-*").except(&["camp", "headquarters"]),
    // challenges
    named("policy", "chuhe_protocol::ChallengePolicy", "policy-*"),
    named("audience_of", "chuhe_protocol::ProfileAudience", "profile-audience-*"),
    named("refusal", "chuhe_protocol::ProfileRefusal", "profile-refused-*"),
    // reports
    named("kind_of", "chuhe_protocol::ReportKind", "report-kind-*"),
    named("when", "chuhe_protocol::ReportKind", "report-when-*"),
    named("effect", "chuhe_protocol::Measure", "report-effect-*"),
    named("measure", "chuhe_protocol::Measure", "report-measure-*"),
    named("term_of", "chuhe_model::actions::report_action::ReportTerm", "report-term-*"),
    named("refusal", "chuhe_protocol::ReportRefusal", "report-refused-*"),
    named("preset", "chuhe_model::choices::preset::Preset", "preset-*"),
    named("color_choice", "chuhe_protocol::ColorChoice", "color-choice-*"),
    named("you_play", "chuhe_protocol::ColorChoice", "you-play-*"),
    named("takeback_policy", "chuhe_protocol::TakebackPolicy", "takeback-policy-*"),
    named("rule_set", "chuhe_rules::xiangqi::RuleSet", "rule-set-*"),
    named("mine_rule", "chuhe_rules::luzhanqi::MineRule", "mine-rule-*"),
    named("decline_reason", "chuhe_protocol::DeclineReason", "decline-*").except(&["because", "offer"]),
    // games without a server
    named("side_choice", "chuhe_protocol::ColorChoice", "local-side-*"),
    named("handicap_choice", "chuhe_model::choices::local_choice::Handicap", "local-handicap-*"),
    // endgames
    named("kind", "chuhe_rules::xiangqi::PieceKind", "endgame-kind-*"),
    // help
    named("page", "chuhe_model::help::Page", "help-page-*"),
    named("heading", "chuhe_model::help::Heading", "help-heading-*"),
    // settings
    named("settings_page", "chuhe_model::choices::settings_page::SettingsPage", "settings-page-*"),
    named("board_style", "chuhe_model::drawing::theme::BoardStyle", "look-board-*").except(&["note"]),
    named("piece_set", "chuhe_model::drawing::theme::PieceSet", "look-pieces-*"),
    named("palette_name", "chuhe_model::drawing::theme::Palette", "look-palette-*")
        .except(&["usual-note", "color-blind-note", "high-contrast-note"]),
    named("palette_note", "chuhe_model::drawing::theme::Palette", "look-palette-*-note"),
    named("switch", "chuhe_model::choices::look::LookSwitch", "look-switch-*").except(&["full-screen-fingers"]),
    named("motion_choice", "chuhe_model::drawing::theme::MotionChoice", "look-motion-*"),
    // the text mode
    named("words", "chuhe_model::actions::verb::Verb", "console-verb-*"),
    named("meaning", "chuhe_model::actions::verb::Verb", "console-meaning-*"),
    named("red_piece", "chuhe_rules::xiangqi::PieceKind", "console-piece-*-red"),
    named("black_piece", "chuhe_rules::xiangqi::PieceKind", "console-piece-*-black"),
    named("kind", "chuhe_rules::xiangqi::PieceKind", "console-kind-*"),
    named("color", "chuhe_protocol::ColorChoice", "console-color-*"),
    named("unknown_piece", "chuhe_rules::Color", "console-unknown-piece-*"),
    named("known_piece", "chuhe_rules::Color", "console-known-piece-*"),
    // keys
    named("place", "chuhe_model::actions::keys::KeyPlace", "keys-*").only(&["everywhere"]).also(&[
        ("Board", "keys-on-board"), ("Table", "keys-at-table"), ("Review", "keys-in-review"), ("Chat", "keys-in-chat"),
        ("Tournament", "keys-in-tournament"), ("Results", "keys-in-results"),
    ]),
    named("meaning", "chuhe_model::actions::keys::KeyUse", "keys-*")
        .only(&[
            "rules", "larger", "smaller", "automatic-scale", "full-screen", "pick", "let-go", "enter-board", "zoom",
            "cancel", "delete", "undo", "redo", "save", "open", "pinyin", "tournament-page", "pair-next", "pause", "type-result",
        ])
        // keys with the same text share a line of the list
        .also(&[
            ("Keys", "keys-list"), ("NextWidget", "keys-next"), ("CursorLeft", "keys-cursor"),
            ("CursorRight", "keys-cursor"), ("CursorUp", "keys-cursor"), ("CursorDown", "keys-cursor"),
            ("StepBack", "keys-step"), ("StepForward", "keys-step"), ("StepFirst", "keys-ends"),
            ("StepLast", "keys-ends"), ("PreviousVariation", "keys-variation"), ("NextVariation", "keys-variation"),
            ("PlayRecord", "keys-play"), ("PreviousBoard", "keys-mark-board"), ("NextBoard", "keys-mark-board"),
        ]),
    // notices
    named("plain_notice", "&chuhe_model::notices::notice::Notice", "notice-*")
        .only(&[
            "opponent-ready", "opponent-withdrew", "play-begins", "flags-shown", "in-check", "not-kept", "taken-back",
            "reconnected", "copied", "host-stopped", "game-set-aside", "bad-date", "registered", "password-changed",
            "signed-out", "signed-out-everywhere", "bad-port", "reported", "chat-marked", "no-host", "sent-again",
        ])
        .also(&[
            ("ServerSilent", "server-silent"), ("ServerAnswers", "server-answers"), ("NoServer", "server-missing"),
            ("LinkDuringGame", "link-during-game"),
            ("ShuttingDown", "refusal-shutting-down"), ("BattleUndecided", "illegal-battle-undecided"),
        ])
        .rest(&[
            "Illegal", "Notation", "Formation", "TurnPassed", "FlagShown", "DrawNear", "Local", "Engine", "File",
            "Record", "Refused", "Denied", "ChallengeEnded", "ChallengeLapsed", "OfferDeclined", "OfferDeclinedByMove", "OfferWithdrawn",
            "Seek",
            "Opponent", "CertificatePinned", "Interrupted", "InvitationEnded", "WaitEnded", "Link", "NotOnline",
            "NotRated", "Evening",
            "WatchEnded", "HostFailed", "NotificationsRefused", "Announcement", "Library", "Form", "Password", "Name",
        ]),
    // guessing the moves of a record
    named("grade", "chuhe_model::guessing::Grade", "guess-grade-*"),
    // puzzles
    named("theme_name", "chuhe_model::puzzles::Theme", "puzzle-theme-*"),
    // analysis
    named("better", "chuhe_model::analysis::Judgement", "analysis-*").only(&["inaccuracy", "mistake", "blunder"]),
    named("mate", "chuhe_rules::Color", "analysis-mate-*"),
    named("ruling", "chuhe_rules::Color", "analysis-ruling-*"),
    // records
    named("limit", "chuhe_records::Limit", "limit-*"),
    named("plain_fault", "chuhe_records::formats::Fault", "fault-*")
        .rest(&["Start", "Formation", "Options", "TwoPieces", "Version", "Limit"]),
    named("plain_omission", "&chuhe_records::formats::Omission", "omitted-*").rest(&["Tag"]),
    named("plain_fen_error", "chuhe_rules::xiangqi::FenError", "fen-*").rest(&[
        "RankCount", "RankLength", "AdjacentDigits", "UnknownLetter", "KingCount", "TooMany", "Misplaced",
        "PawnsOnOneFile",
    ]),
    // why there is no connection
    named("plain_connect_failure", "&chuhe_model::exchange::event::ConnectFailure", "connect-*")
        .rest(&["TlsFailed", "Other"]),
    named("plain_close_reason", "chuhe_protocol::CloseReason", "closed-*")
        .except(&["other-tab", "other-window", "banned"]).rest(&["Banned"]),
    // evenings
    named("tie_break", "chuhe_tournaments::TieBreak", "evening-tie-break-*").only(TIE_BREAKS),
    named("tie_break_short", "chuhe_tournaments::TieBreak", "evening-tie-break-*-short"),
    named("numbering", "chuhe_tournaments::Numbering", "evening-numbering-*"),
    named("level", "chuhe_tournaments::LevelMatch", "evening-level-*"),
    named("concession", "chuhe_tournaments::Concession", "evening-concede-*"),
    named("criterion", "chuhe_tournaments::Criterion", "evening-criterion-*"),
    named("score", "chuhe_tournaments::Score", "evening-score-*"),
    named("file", "chuhe_model::actions::evening_action::EveningFile", "evening-file-*"),
    named("copy_table", "chuhe_model::actions::evening_action::EveningTable", "evening-copy-table-*"),
    named("worth", "chuhe_model::actions::evening_action::PointsChoice", "evening-worth-*"),
    named("absence", "chuhe_model::actions::evening_action::AbsenceChoice", "evening-absence-*"),
    named("page", "chuhe_model::actions::evening_action::EveningTab", "evening-page-*"),
    named("number", "chuhe_model::actions::evening_action::PlanNumber", "evening-number-*")
        .except(&["fault", "wrong"]),
    named("plain_refused", "chuhe_protocol::EveningRefusal", "evening-refused-*")
        .rest(&["Plan", "Event", "TooMany", "TooManyOrganisers", "DrawTooEarly", "Words"]),
    named("plain_event_refused", "chuhe_tournaments::Refusal", "evening-event-*").rest(&[
        "TooFewPlayers", "NoSuchBoard", "NotTheLastRound", "RoundPassed", "HasResult", "NoResult", "GamesRunning",
        "NoRoundLeft", "HaveMet",
    ]),
    // refusals
    named("plain_refusal", "chuhe_protocol::Refusal", "refusal-*")
        .except(&[
            "no-such-invitation", "invitation-accepted", "invitation-withdrawn", "invitation-expired",
            "invitation-busy", "invitation-gone", "own-invitation", "too-many-invitations", "invitations-full",
            "invitation-taken", "invitation-missed", "invitation-left",
        ])
        .rest(&[
            "Name", "Illegal", "Formation", "Setup", "Offer", "Terms", "ClaimTooSoon", "ChatTooFast",
            "TooManyBlocks", "Invitation", "Seek", "Profile", "Report", "ChallengeTooSoon", "Filter", "Silenced",
            "TooManyAttempts", "Evening",
        ]),
    named("invitation_closed", "chuhe_protocol::InvitationEnd", "refusal-invitation-*")
        .except(&["taken"]).also(&[("ShuttingDown", "refusal-shutting-down")]),
    named("illegal", "chuhe_rules::xiangqi::IllegalMove", "illegal-*")
        .only(&[
            "not-your-turn", "no-piece", "not-your-piece", "own-piece-there", "not-its-move", "horse-leg-blocked",
            "elephant-eye-blocked", "elephant-may-not-cross-river", "outside-palace", "path-blocked",
            "cannon-no-screen", "cannon-too-many-screens", "pawn-may-not-retreat", "pawn-may-not-step-aside-yet",
            "general-in-check", "generals-would-face", "same-point",
        ])
        .also(&[("GameOver", "refusal-game-over")]),
    named("illegal_luzhanqi", "chuhe_rules::luzhanqi::IllegalMove", "illegal-*")
        .only(&[
            "not-begun", "off-the-board", "no-piece", "not-your-piece", "not-your-turn", "never-moves",
            "in-headquarters", "own-piece-there", "camp-occupied", "path-blocked", "only-engineers-turn", "no-path",
        ])
        .also(&[("GameOver", "refusal-game-over")]),
    named("illegal_formation", "chuhe_rules::luzhanqi::IllegalFormation", "formation-*"),
    named("setup_refusal", "chuhe_rules::luzhanqi::SetupRefusal", "setup-*")
        .only(&["already-begun", "already-confirmed", "not-confirmed", "nothing-placed"])
        .also(&[("GameOver", "refusal-game-over")]),
    named("plain_offer_refusal", "chuhe_rules::offers::OfferRefusal", "offer-*")
        .only(&["takeback-off", "nothing-to-take-back", "pending", "before-both-moved", "no-open-offer"])
        .also(&[("GameOver", "refusal-game-over"), ("GameRunning", "refusal-game-running")])
        .rest(&["TooSoon", "DrawTooOften"]),
    named("invalid_time", "chuhe_rules::clock::InvalidTimeControl", "terms-*").only(&[
        "increment-without-game-time", "read-seconds-without-game-time", "too-long", "too-short",
    ]),
    named("invalid_filter", "chuhe_protocol::InvalidFilter", "filter-*").only(&["opponent-too-long", "position"]),
];

/// A variant of the enum, and the text for it.
pub(crate) struct Arm<'t> {
    pub(crate) variant: String,
    pub(crate) text: &'t str,
}

impl Named {
    /// The variants and their texts, among those of the reference language; `is_plain` says whether a text
    /// has no variables.
    pub(crate) fn arms<'t>(
        &self,
        texts: impl Iterator<Item = &'t str>,
        is_plain: impl Fn(&str) -> bool,
    ) -> Vec<Arm<'t>> {
        let (before, after) = self.texts.split_once('*').unwrap_or((self.texts, ""));
        let arms = texts.filter_map(|text| {
            let name = text.strip_prefix(before)?.strip_suffix(after)?;
            let is_its_own =
                if self.only.is_empty() { !self.except.contains(&name) } else { self.only.contains(&name) };
            let fits = is_its_own && (self.rest.is_empty() || is_plain(text));
            fits.then(|| Arm { variant: camel_case(name), text })
        });
        arms.chain(self.also.iter().map(|&(variant, text)| Arm { variant: variant.to_owned(), text }))
            .collect()
    }
}

fn camel_case(name: &str) -> String {
    let capitalised = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    name.split('-').map(capitalised).collect()
}
