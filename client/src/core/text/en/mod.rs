//! The texts in English.

mod help;
mod luzhanqi;
mod notices;
mod refusals;

use super::{Text, in_units};
use crate::core::action::TimePart;
use crate::core::challenge::FormError;
use crate::core::denied::Denied;
use crate::core::event::{Closed, ConnectFailure};
use crate::core::games::GameResult;
use crate::core::link::OfflineReason;
use crate::core::time_fields::Preset;
use chuhe_protocol::{CloseReason, ColorChoice, DeclineReason, TakebackPolicy};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};
use luzhanqi::{
    draw_near, game_choice, game_short, lost_count, mine_rule, passes, quiet_steps, setup_left, turn,
};
use notices::notice;
use refusals::{bad_terms, fen_error, password_error, refusal};

pub(super) static TEXT: Text = Text {
    app_name: "楚河",
    tagline: "Chinese board games for two",
    settings: "Settings",
    help: "Rules",
    help_may_go: "may go here",
    help_may_take: "may take",
    help_may_not: "may not go",
    language: "Language",
    language_of_system: "System",
    appearance: "Appearance",
    light: "Light",
    dark: "Dark",
    close: "Close",
    copy: "Copy",
    cancel: "Cancel",
    send: "Send",

    join_title: "Join a server",
    host: "Address",
    port: "Port",
    name: "Name",
    name_hint: "Your name",
    host_hint: "192.168.1.20",
    join: "Join",
    connecting: "Connecting…",
    recent: "Recent",
    forget: "Forget",
    password: "Password",
    have_password: "I have a password",
    not_encrypted: "Not encrypted: the password can be read on its way",
    hosting_title: "Host one here",
    hosting_explained: "Start a server on this computer so that others can connect and play with you.",
    hosting_start: "Start",
    hosting_starting: "Starting…",
    hosting_tell: "Tell your friend one of these addresses:",
    hosting_stop: "Stop",
    hosting_join: "Join this server",
    hosting_no_address: "No address others could use was found; check the network",

    tls: "Encrypted (TLS)",
    tls_settled: "This server was reached encrypted before, and is not reached in plain any more",
    changed: "The server's certificate has changed!",
    changed_means: "It shows another certificate than before. Its owner may have replaced it, or somebody may pretend to be the server. Ask the owner in some other way for the new fingerprint, and do not connect before. Nothing has been sent to it.",
    changed_from: "Fingerprint before",
    changed_to: "Fingerprint now",
    vouched_for: "Vouched for by a trusted authority",
    compared: "I have compared the new fingerprint with its owner",
    trust: "Trust the new certificate",
    do_not_trust: "Do not connect",

    quit_sure: "Close the window?",
    quit_means: "The game is not over. Your clock runs on, and after 10 seconds your opponent may claim the win; open the program again at once to play on.",
    quit_stops_host: "The server runs on this computer: closing it stops every game, until you host here again.",
    quit_yes: "Close",
    quit_no: "Play on",

    retry_now: "Retry now",
    leave_server: "Leave server",
    server_forgot: "The server no longer has this game; you can look at it but not play on",

    players: "Players",
    my_games: "My games",
    loading: "Loading…",
    no_games_yet: "No finished games yet. Once you have finished one, you can go through it here.",
    more_games: "Earlier games",
    open_game: "View",
    to_games: "Back",
    versus: " vs ",
    watch: "Watch",
    unwatch: "Leave",
    step_first: "To the start",
    step_back: "Previous move",
    step_forward: "Next move",
    step_last: "To the end",
    to_live: "Back to live",
    from_start: "From the start",
    watch_over: "This game is not told any more",
    watching_live: "You are watching",
    nobody_watches: "Nobody watches yet",
    watch_delay: "Watch delay",
    watch_delay_field: "Watch delay (plies)",
    watch_delay_hint: "0 to 40: so much later spectators see the moves",
    among_spectators: "[watching]",
    paused: "The server cannot keep games for now: all stand still, and no clock runs",
    search: "Search names",
    idle: "Free",
    playing: "Playing",
    offline: "Offline",
    challenge: "Challenge",
    nobody_here: "Nobody else is here yet. Give a friend the server's address and invite him to a game.",
    nobody_found: "No player with such a name.",
    lobby_chat: "Lobby chat",
    registered: "Registered",
    not_registered: "Not registered",
    registered_explained: "Only who knows the password can bear this name.",
    register: "Register this name",
    register_explained: "A registered name asks for a password from then on, and its games are kept. The password cannot be recovered: remember it well.",
    password_again: "The same again",
    password_hint: "At least 8 characters",
    change_password: "Change password",
    change_explained: "All other devices must then enter the new one.",
    old_password: "Old password",
    new_password: "New password",
    sign_out_everywhere: "Sign out everywhere else",
    sign_out_sure: "All other devices must enter the password again; this one is not affected.",
    sign_out_yes: "Sign out",
    chat_hint: "Say something…",
    chat_empty: "Nobody has said anything yet",
    you: "You",
    unmute_all: "Unmute all",
    mute: "Mute",
    unmute: "Unmute",
    waiting_for_answer: "Waiting for an answer",
    shutting_down: "The server is about to stop; no new games",

    game: "Game",
    colors: "Colour",
    time: "Time",
    takebacks: "Takebacks",
    start: "Start",
    own_start: "Given position",
    accept: "Accept",
    decline: "Decline",
    decline_because: "Say why",
    both_times: "Time for both",
    your_time: "Your time",
    opponents_time: "Opponent's time",
    same_time: "Same for both",
    odds: "Different",
    start_hint: "FEN; empty: the usual start",
    send_challenge: "Send challenge",
    minutes: "min",
    seconds: "s",
    no_limit_hint: "0 or empty: no such limit",

    moves: "Moves",
    available: "Available",
    chat: "Chat",
    no_moves_yet: "No moves yet",
    captured: "Taken",
    lost_pieces: "Lost",
    nothing: "—",
    not_your_turn_list: "On your turn every move you may play is listed here",
    click_twice: "Click to see it on the board, click again to play it",
    online: "online",
    away: "offline",
    left: "has left",
    opponents_turn: "Opponent to move",
    in_check: "Check",
    you_are_in_check: "You are in check",
    sending: "Sending…",
    takeback: "Takeback",
    draw: "Draw",
    resign: "Resign",
    abort: "Abort",
    rematch: "Rematch",
    to_lobby: "Back to lobby",
    agree: "Accept",
    refuse: "Decline",
    withdraw: "Withdraw",
    resign_sure: "Do you really resign?",
    resign_yes: "Resign",
    resign_no: "Play on",
    claim_win: "Claim win",
    claim_draw: "Call a draw",
    to_present: "Back to the game",
    flip: "Flip",
    untimed: "Untimed",
    list_comma: ", ",

    setting_up: "Setup",
    arranging: "setting up",
    ready: "ready",
    setup_hint: "Click one piece, then another: they change places. Or drag it there. The flag stands in a headquarters, mines in the two rows at the back, no bomb in the front row. Camps stay empty.",
    setup_waiting: "Confirmed. Until your opponent has confirmed too, you may withdraw.",
    confirm_formation: "Confirm",
    withdraw_formation: "Withdraw",
    shuffle: "Shuffle",
    layouts: "Layouts",
    layout_name: "Save the present layout as",
    layout_name_hint: "its name",
    save: "Save",
    load: "Load",
    no_layouts: "No layout is saved yet.",
    layouts_in: "The files are here; put those of others here too:",
    save_record: "Save record",
    war: "Losses",
    own_losses: "You have lost",
    enemy_losses: "Your opponent has lost",
    your_turn_plain: "Your turn",
    marks: "Mark it as",
    wipe: "Wipe",
    marks_hint: "Click a hidden piece to write on it what you take it for; only you see it.",
    mines: "Mines",
    red_losses: "Red has lost",
    black_losses: "Black has lost",

    lobby_phrases: &["Hello all!", "Who wants a game?", "A quick game?", "A slow game?", "Just a moment."],
    table_phrases: &[
        "Hello!",
        "Have a good game.",
        "Good move!",
        "Let me think.",
        "Your move, please.",
        "Well played.",
        "Thanks, bye!",
    ],

    stop,
    notice,
    denied,
    refusal,
    password_error,
    paused_retry: |seconds| match seconds {
        Some(seconds) => format!("The server is paused; next attempt in {seconds} s"),
        None => "The server is paused; attempt under way…".to_owned(),
    },
    form_error,
    lost: |attempt, seconds| match seconds {
        Some(seconds) => format!("Connection lost; attempt {attempt} in {seconds} s"),
        None => format!("Connection lost; attempt {attempt} under way…"),
    },
    lobby_state: |players, games| {
        let games = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
        format!("{players} online · {games}")
    },
    here_for: |seconds| match seconds / 60 {
        0 => "just joined".to_owned(),
        minutes @ 1..60 => format!("here {minutes} min"),
        minutes => format!("here {} h", minutes / 60),
    },
    challenge_by: |name| format!("{name} challenges you"),
    challenge_to: |name| format!("Challenge {name}"),
    seconds_left: |seconds| format!("{seconds} s"),
    time_control,
    time_short,
    time_part: |part| match part {
        TimePart::GameMinutes => "Game",
        TimePart::MoveSeconds => "Per move",
        TimePart::IncrementSeconds => "Increment",
        TimePart::ReadSeconds => "Read-seconds",
    },
    preset: |preset| match preset {
        Preset::Quick => "Quick",
        Preset::Standard => "Standard",
        Preset::Slow => "Slow",
        Preset::Tournament => "Tournament",
        Preset::MoveOnly => "Per move",
        Preset::Untimed => "Untimed",
    },
    labelled: |label, said| format!("{label}: {said}"),
    color_choice: |choice| match choice {
        ColorChoice::Red => "Red, moves first",
        ColorChoice::Black => "Black, moves second",
        ColorChoice::Random => "Drawn by lot",
    },
    takeback_policy: |policy| match policy {
        TakebackPolicy::Off => "No takebacks",
        TakebackPolicy::Ask => "If the other agrees",
    },
    decline_reason: |reason| match reason {
        DeclineReason::Unsaid => "No reason given",
        DeclineReason::Busy => "I am busy",
        DeclineReason::Later => "Later, please",
        DeclineReason::TooFast => "Too little time",
        DeclineReason::TooSlow => "Too much time",
        DeclineReason::OtherTerms => "Other terms, please",
    },
    color,
    written: |mv| &mv.wxf,
    your_turn: |examples, count| match count {
        1 => format!("Your only move: {examples}"),
        _ => format!("Your move: {examples} … {count} moves in all"),
    },
    move_time: |seconds| format!("move {seconds} s"),
    read_time: |seconds| format!("then {seconds} s"),
    in_read_time: || "read-seconds",
    round_trip: |ms| format!("{ms} ms"),
    offered_by: |name, kind| match kind {
        OfferKind::Takeback => format!("{name} asks for a takeback"),
        OfferKind::Draw => format!("{name} offers a draw"),
        OfferKind::Rematch => format!("{name} wants a rematch"),
    },
    offered: |kind| match kind {
        OfferKind::Takeback => "You asked for a takeback".to_owned(),
        OfferKind::Draw => "You offered a draw".to_owned(),
        OfferKind::Rematch => "You asked for a rematch".to_owned(),
    },
    away_for: |name, seconds| match seconds {
        Some(seconds) => format!("{name} is offline; in {seconds} s you may end the game"),
        None => format!("{name} is offline; end the game or wait on"),
    },
    first_move: |mine, seconds| match mine {
        true => format!("Make your first move within {seconds} s"),
        false => format!("The first move must come within {seconds} s"),
    },
    outcome: |outcome, own| match (outcome, own) {
        (Outcome::Won { winner, .. }, Some(own)) if winner == own => "You won",
        (Outcome::Won { .. }, Some(_)) => "You lost",
        (Outcome::Won { winner: Color::Red, .. }, None) => "Red won",
        (Outcome::Won { winner: Color::Black, .. }, None) => "Black won",
        (Outcome::Drawn(_), _) => "A draw",
        (Outcome::Aborted(_), _) => "No result",
    },
    result: |result| match result {
        GameResult::Won => "Won",
        GameResult::Lost => "Lost",
        GameResult::Drawn => "Draw",
        GameResult::None => "No result",
    },
    plies: |plies| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") },
    plies_late: |plies| if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") },
    delayed: |plies| match plies {
        1 => "You are watching · 1 ply late".to_owned(),
        _ => format!("You are watching · {plies} plies late"),
    },
    spectators: |count| format!("Watching {count}"),
    and_more: |count| format!("and {count} more"),
    is_away: |name| format!("{name} is offline and not back yet"),
    to_move: |turn| format!("{} to move", color(turn)),
    taken_by: |side| match side {
        Color::Red => "Red took",
        Color::Black => "Black took",
    },
    reason,
    reviewing: |ply, of| format!("Looking at move {ply} of {of}"),
    connected_to: |server| format!("Connected to {server}"),
    hosting_at: |port| format!("Your server is running on port {port}"),
    encrypted: |fingerprint| {
        format!("Encrypted (TLS). The fingerprint of the server's certificate:\n{fingerprint}")
    },
    strength: help::strength,
    battle: help::battle,
    help_page: help::page,
    help_heading: help::heading,
    help_passage: help::passage,
    game_choice,
    game_short,
    mine_rule,
    turn,
    setup_left,
    lost_count,
    quiet_steps,
    passes,
    draw_near,
};

pub(super) const fn color(color: Color) -> &'static str {
    match color {
        Color::Red => "Red",
        Color::Black => "Black",
    }
}

fn time_control(control: TimeControl) -> String {
    parts(control, ", ")
}

fn time_short(control: TimeControl) -> String {
    parts(control, " + ")
}

fn parts(control: TimeControl, between: &str) -> String {
    let mut parts = Vec::new();
    if control.game_ms > 0 {
        parts.push(format!("{} min", in_units(control.game_ms, 60_000)));
    }
    let limits = [
        (control.move_ms, "s a move"),
        (control.increment_ms, "s increment"),
        (control.read_ms, "read-seconds"),
    ];
    for (ms, name) in limits {
        if ms > 0 {
            parts.push(format!("{} {name}", in_units(ms, 1_000)));
        }
    }
    if parts.is_empty() { "untimed".to_owned() } else { parts.join(between) }
}

fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won { winner, reason } => {
            let (winner, loser) = (color(winner), color(winner.opponent()));
            match reason {
                WinReason::Checkmate => format!("Checkmate: {winner} wins"),
                WinReason::Stalemate => format!("Stalemate: {winner} wins"),
                WinReason::Resignation => format!("{loser} resigned: {winner} wins"),
                WinReason::GameTime => format!("{loser} ran out of time: {winner} wins"),
                WinReason::MoveTime => format!("{loser} took too long over a move: {winner} wins"),
                WinReason::Abandonment => format!("{loser} went away: {winner} wins"),
                WinReason::FlagTaken => format!("{winner} takes the flag and wins"),
                WinReason::NothingToMove => format!("{loser} has nothing left to move: {winner} wins"),
            }
        }
        Outcome::Drawn(DrawReason::Agreement) => "By agreement".to_owned(),
        Outcome::Drawn(DrawReason::TimeWithoutAttackers) => {
            "Out of time, but the other has nothing left to attack with".to_owned()
        }
        Outcome::Drawn(DrawReason::Abandonment) => "One side went away".to_owned(),
        Outcome::Drawn(DrawReason::TooLong) => "The game is as long as a game may be".to_owned(),
        Outcome::Drawn(DrawReason::QuietSteps) => "Too long without a battle".to_owned(),
        Outcome::Aborted(AbortReason::Requested(side)) => format!("{} aborted the game", color(side)),
        Outcome::Aborted(AbortReason::NoFirstMove(side)) => {
            format!("{} did not make its first move in time", color(side))
        }
        Outcome::Aborted(AbortReason::BothAway) => "Both players stayed away".to_owned(),
        Outcome::Aborted(AbortReason::ServerShutdown) => "The server was shut down".to_owned(),
    }
}

fn stop(stop: &OfflineReason) -> String {
    match stop {
        OfflineReason::ConnectFailed(failure) => match failure {
            ConnectFailure::UnknownHost => "There is no such address".to_owned(),
            ConnectFailure::Refused => "No server is running there".to_owned(),
            ConnectFailure::TimedOut => "The server does not answer".to_owned(),
            ConnectFailure::Unreachable => "The network does not reach it".to_owned(),
            ConnectFailure::NotChuhe => "That is no Chuhe server".to_owned(),
            ConnectFailure::NoTls => "There is no encryption (TLS) there; not connected".to_owned(),
            ConnectFailure::CertificateChanged(_) => {
                "The server's certificate has changed; not connected".to_owned()
            }
            ConnectFailure::TlsFailed(words) => format!("The encryption failed: {words}"),
            ConnectFailure::Other(words) => format!("Could not connect: {words}"),
        },
        OfflineReason::Version { oldest, newest } => {
            format!("The server speaks versions {oldest} to {newest}; please update the program")
        }
        OfflineReason::Refused(refusal_) => refusal(*refusal_),
        OfflineReason::Closed(reason) => match reason {
            CloseReason::Quit => "You left the server".to_owned(),
            CloseReason::Superseded => "You joined from elsewhere; this connection was closed".to_owned(),
            CloseReason::NoGreeting => {
                "The server closed the connection: no name was given in time".to_owned()
            }
            CloseReason::Silent => {
                "The server closed the connection: nothing was heard for too long".to_owned()
            }
            CloseReason::Flood => "The server closed the connection: too much was sent".to_owned(),
            CloseReason::SlowReader => "The server closed the connection: the network is too slow".to_owned(),
            CloseReason::BrokenFrame => "The server closed the connection: broken data".to_owned(),
            CloseReason::ShuttingDown => "The server has stopped".to_owned(),
            CloseReason::ServerFull => "The server is full; try again later".to_owned(),
            CloseReason::SignedOut => "You signed out everywhere".to_owned(),
            CloseReason::AddressFull => "Too many connections come from your address".to_owned(),
            CloseReason::TlsRequired => "The server takes encrypted (TLS) connections only".to_owned(),
        },
        OfflineReason::Broke(Closed::ByServer) => "The server closed the connection".to_owned(),
        OfflineReason::Broke(Closed::Broken) => "The server sent broken data".to_owned(),
        OfflineReason::Broke(Closed::Failed(words)) => format!("The connection broke: {words}"),
    }
}

pub(super) fn denied(denied: Denied) -> String {
    match denied {
        Denied::Offline => "The connection is lost".to_owned(),
        Denied::Forgotten => "The server no longer has this game".to_owned(),
        Denied::NoSeat => "You do not play in this game".to_owned(),
        Denied::ResignLater { steps } => format!("You may resign after {steps} more steps"),
        Denied::Refused(reason) => refusal(reason),
    }
}

pub(super) fn form_error(error: FormError) -> String {
    match error {
        FormError::NotANumber(part) => format!("{}: not a number", (TEXT.time_part)(part)),
        FormError::Terms(terms) => bad_terms(terms),
        FormError::Start(fen) => fen_error(fen),
    }
}
