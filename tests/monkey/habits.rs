//! What people like to do: what they look for, with weights, and what they press, type and wait for.

/// The weights of widgets whose names begin so; the first that matches counts.
pub(super) const WEIGHTS: [(&str, u64); 61] = [
    ("join.submit", 400),
    ("join.name", 60),
    ("join.continue_review", 400),
    ("join.", 20),
    ("marks.", 300),
    ("start.join", 100),
    ("start.play", 120),
    ("start.continue", 80),
    // the list of engines, and what is in it
    ("start.engine.manage", 150),
    ("start.engine.own", 10),
    ("start.engine.", 1_500),
    ("start.engine", 400),
    ("engine.", 900),
    ("engines.close", 20),
    ("engines.check", 500),
    ("engines.", 120),
    ("start.", 30),
    ("lobby.tournaments", 150),
    ("evenings.plan", 100),
    ("evenings.show.", 400),
    ("evenings.code", 200),
    ("plan.send", 700),
    ("plan.cancel", 10),
    ("plan.", 15),
    ("evening.enter", 900),
    ("evening.check_in", 600),
    ("evening.begin", 600),
    ("evening.pair_next", 600),
    ("evening.withdraw", 10),
    ("evening.cancel", 5),
    ("evening.back", 10),
    ("lobby.leave", 8),
    ("lobby.challenge", 300),
    ("lobby.player", 200),
    ("player.challenge", 400),
    ("form.send", 600),
    ("challenge.accept", 900),
    ("challenge.decline", 60),
    ("invitation.accept", 900),
    ("offer.accept", 200),
    ("offer.", 100),
    ("setup.confirm", 500),
    ("table.rematch", 500),
    ("table.leave", 60),
    ("table.resign", 15),
    ("table.abort", 10),
    ("table.draw", 40),
    ("table.hand_over", 300),
    ("cover.", 500),
    ("resign.yes", 60),
    ("abort.yes", 40),
    ("quit.yes", 20),
    ("keep.review", 200),
    ("keep.save", 80),
    ("connection.retry", 200),
    ("connection.leave", 10),
    ("claim.", 300),
    ("settings.", 25),
    ("help.", 25),
    ("move.", 4),
    ("chat.phrase", 15),
];
/// The weight of all other buttons.
pub(super) const USUAL_WEIGHT: u64 = 50;
/// What whoever wants to play looks for, with weights: the first that matches a name counts.
pub(super) const GOALS: [(&str, u64); 59] = [
    ("challenge.accept", 1_000),
    ("form.send", 600),
    ("invitation.accept", 600),
    ("invitation.leave", 30),
    ("setup.confirm", 600),
    ("cover.show", 500),
    ("table.hand_over", 300),
    ("connection.retry", 200),
    ("trust.trust", 400),
    ("trust.compared", 400),
    ("trust.refuse", 20),
    ("join.password", 200),
    ("join.submit", 300),
    ("join.hall", 300),
    ("join.continue_review", 100),
    ("lobby.challenge.", 200),
    ("player.challenge", 300),
    ("lobby.rematch.", 100),
    ("lobby.invite", 20),
    ("lobby.tournaments", 20),
    ("evenings.show.", 200),
    ("evenings.plan", 20),
    ("plan.send", 300),
    ("evening.enter", 600),
    ("evening.begin", 300),
    ("evening.pair_next", 300),
    ("invitation.copy", 100),
    ("lobby.tab.players", 20),
    ("lobby.tab.games", 20),
    ("games.more", 200),
    ("offer.accept", 150),
    ("offer.decline", 20),
    ("marks.", 100),
    ("engine.", 300),
    ("table.rematch", 200),
    ("table.draw", 3),
    ("table.takeback", 3),
    ("claim.", 100),
    ("keep.review", 20),
    ("table.leave", 30),
    ("review.close", 100),
    ("help.close", 300),
    ("settings.close", 300),
    ("library.close", 200),
    ("account.close", 200),
    ("report.appeal.send", 400),
    ("report.appeal", 200),
    ("report.understood", 200),
    ("report.close", 100),
    ("sheet.close", 100),
    ("player.close", 30),
    ("discard.yes", 100),
    ("discard.library", 100),
    ("save.library", 100),
    ("quit.no", 100),
    ("quit.yes", 60),
    ("resign.no", 50),
    ("setup.cancel", 100),
    ("start.join", 300),
];
/// The steps after which a person may want something else.
pub(super) const MOOD_STEPS: u64 = 60;
/// The steps after which everybody may want to play, or not any more.
pub(super) const PHASE_STEPS: u64 = 150;
/// How many times as long everybody has the same in mind besides games: a tournament takes an evening.
pub(super) const ERRAND_PHASES: u64 = 3;
/// The moves after which a game is kept, as those know who play many short games.
pub(super) const GAME_PLIES: usize = 2;
/// Keys that people press anywhere.
pub(super) const KEYS: [&str; 34] = [
    "Tab",
    "Tab",
    "Tab",
    "shift+Tab",
    "Return",
    "Return",
    "Escape",
    "Escape",
    "space",
    "Left",
    "Right",
    "Up",
    "Down",
    "ctrl+plus",
    "ctrl+minus",
    "ctrl+0",
    "ctrl+z",
    "ctrl+y",
    "ctrl+a",
    "ctrl+c",
    "F1",
    "f",
    "Prior",
    "Home",
    "End",
    "Delete",
    "z",
    "question",
    "F11",
    "ctrl+shift+z",
    "ctrl+s",
    "ctrl+o",
    "ctrl+space",
    "ctrl+v",
];
/// Keys with which people play at the board once it has the keyboard.
pub(super) const BOARD_KEYS: [&str; 8] =
    ["Left", "Right", "Up", "Down", "Return", "space", "Return", "Escape"];
/// Keys that a list of boards says to type results with: the first marks a board.
pub(super) const RESULT_KEYS: [&str; 9] = ["Down", "Down", "Up", "1", "2", "3", "0", "p", "Escape"];
/// The most keys that a person presses at the board one after another.
pub(super) const MOST_BOARD_KEYS: u64 = 10;
/// Sizes to which people drag windows.
pub(super) const SIZES: [(i32, i32); 8] =
    [(1280, 820), (760, 600), (900, 640), (2560, 1440), (720, 1280), (400, 300), (1920, 1080), (500, 900)];
/// Waits in milliseconds, with their weights.
pub(super) const WAITS: [(u64, u64); 6] =
    [(30, 200), (30, 1_500), (10, 6_000), (4, 20_000), (2, 70_000), (1, 400_000)];
/// How long somebody waits who waits for those who are away, in milliseconds.
pub(super) const LONG_WAIT_MS: u64 = 130_000;
/// By how many lines people scroll: up, or down if negative. A free wheel takes them far.
pub(super) const SCROLLS: [i32; 8] = [1, -1, 5, -5, 20, -20, -FAR, -FAR];
/// The lines by which a free wheel scrolls.
pub(super) const FAR: i32 = 100;
/// Whoever sees a list of so many rows scrolls it after so many steps.
pub(super) const LIST_ROWS: usize = 6;
pub(super) const LIST_STEPS: u64 = 15;
/// The most times that a person scrolls one after another.
pub(super) const MOST_SCROLLS: u64 = 5;
