//! Decides from what people see whether something is wrong.

use super::coverage::{Coverage, kind_of};
use super::driver::{Fault, FaultKind};
use super::step::{Act, Step, User};
use crate::driven::{ChatFacts, GameFacts, Kind, Page, PlayerFacts, Widget};
use chuhe_model::choices::lang::Lang;
use chuhe_texts::Text;

/// How far widgets may be over each other or outside the window, in points: what scrolls is seen a little
/// beyond its place.
const SLACK: f32 = 5.0;
/// The most characters of a text of the program that is shown in one line.
const OWN_TEXT_CHARS: usize = 100;
/// The action that reads a file in another encoding, as [`Page::taken`] counts it.
const READ_AS: &str = "Review.ReadAs";
/// How much the clocks of two clients of one game may differ, in seconds.
const CLOCK_SLACK_S: f64 = 2.0;

/// What is wrong with what a window shows after a step; `before` is what it showed before.
///
/// `written` is what people have written so far, which the program may have to cut.
pub(crate) fn of_page(
    user: User,
    step: &Step,
    before: Option<&Page>,
    page: &Page,
    written: &[String],
) -> Vec<Fault> {
    let mut faults = of_layout(page);
    for text in page.cut.iter().filter(|text| !is_written(text, written)) {
        let what = format!("on the screen {}: {text:?}", page.screen);
        let start: String = text.chars().filter(|c| !c.is_ascii_digit()).take(12).collect();
        faults.push(Fault::new(FaultKind::Text, format!("cut on {}: {start}", page.screen), what));
    }
    if let Step::User(who, act) = step
        && *who == user
    {
        faults.extend(lost_focus(act, before, page));
    }
    for fault in &mut faults {
        fault.what = format!("{user}: {} ({} × {} pixels)", fault.what, page.window[0], page.window[1]);
    }
    faults
}

/// The widgets that are outside their window or under others.
pub(crate) fn of_layout(page: &Page) -> Vec<Fault> {
    let mut faults = Vec::new();
    outside(page, &mut faults);
    overlaps(page, &mut faults);
    faults
}

/// The characters that no font has, except those that people have written: what fonts have is not endless.
pub(crate) fn boxes(page: &Page, written: &str) -> Vec<Fault> {
    let fault = |boxed| {
        let what = format!("{boxed:?} on the screen {}", page.screen);
        Fault::new(FaultKind::Text, format!("a box for {boxed:?}"), what)
    };
    page.boxes
        .chars()
        .filter(|boxed| !written.contains(*boxed) && !is_form(*boxed, written))
        .map(fault)
        .collect()
}

/// Whether the user has read a file there in another encoding: its texts may have any characters from then on.
pub(crate) fn reads_otherwise(page: &Page) -> bool {
    page.taken.actions.contains_key(READ_AS)
}

/// Whether a character is the form of an Arabic letter that people may have written.
fn is_form(drawn: char, written: &str) -> bool {
    matches!(drawn, '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
        && written.contains(|letter| matches!(letter, '\u{620}'..='\u{6FF}'))
}

/// Whether a text is, in part, what people have written.
fn is_written(text: &str, written: &[String]) -> bool {
    // where a text is in one line, its line breaks are spaces or nothing
    let visible = |text: &str| -> String {
        text.chars().filter(|letter| !letter.is_control() && !letter.is_whitespace()).collect()
    };
    let shown = visible(text);
    text.chars().count() > OWN_TEXT_CHARS
        || written.iter().any(|part| {
            let start: String = visible(part).chars().take(12).collect();
            start.len() >= 3 && shown.contains(&start)
        })
        || Lang::ALL.iter().any(|lang| {
            // the name that the program suggests to guests ends with a number, and they keep it
            let guest = visible(&Text::of(*lang).invitation.guest_name(""));
            shown.split(&guest).skip(1).any(|rest| rest.starts_with(|next: char| next.is_ascii_digit()))
        })
}

fn outside(page: &Page, faults: &mut Vec<Fault>) {
    let ([width, height], slack) = (page.window, slack(page));
    for widget in &page.widgets {
        let Widget { x, y, w, h, .. } = *widget;
        if x < -slack || y < -slack || x + w > width + slack || y + h > height + slack {
            let key = format!("{} outside the window on {}", kind_of(&widget.id), page.screen);
            faults.push(Fault::new(FaultKind::Layout, key, format!("{}: {x} {y} {w} {h}", widget.id)));
        }
    }
}

/// The slack in the pixels of a page.
fn slack(page: &Page) -> i32 {
    (SLACK * page.scale).round() as i32
}

fn overlaps(page: &Page, faults: &mut Vec<Fault>) {
    let pressed = |widget: &&Widget| widget.kind != Kind::Text && !widget.covered;
    let widgets: Vec<&Widget> = page.widgets.iter().filter(pressed).collect();
    let slack = slack(page);
    for (n, one) in widgets.iter().enumerate() {
        for other in &widgets[n + 1..] {
            let width = (one.x + one.w).min(other.x + other.w) - one.x.max(other.x);
            let height = (one.y + one.h).min(other.y + other.h) - one.y.max(other.y);
            if width > slack && height > slack && one.layer == other.layer {
                let key = format!("{} under {} on {}", kind_of(&one.id), kind_of(&other.id), page.screen);
                let what = format!("{} and {} overlap by {width} × {height}", one.id, other.id);
                faults.push(Fault::new(FaultKind::Layout, key, what));
            }
        }
    }
}

/// The keyboard leaves a field in which somebody types, or Tab finds nothing.
fn lost_focus(act: &Act, before: Option<&Page>, page: &Page) -> Option<Fault> {
    // a dialog that comes meanwhile takes the keyboard
    let before = before.filter(|before| before.screen == page.screen && !is_asked_since(before, page))?;
    match act {
        Act::Type(_) | Act::Paste(_) => {
            let field = |page: &Page| {
                let field = page.widgets.iter().find(|widget| widget.id == before.focus);
                field.is_some_and(|widget| widget.kind == Kind::Field && widget.enabled && !widget.covered)
            };
            let is_lost = field(before) && field(page) && page.focus != before.focus;
            let key = format!("typing in {}", kind_of(&before.focus));
            let what = format!("the keyboard was at {}, and is at {:?}", before.focus, page.focus);
            is_lost.then(|| Fault::new(FaultKind::Focus, key, what))
        }
        Act::Key(key) if key == "Tab" => {
            // a dialog that closes meanwhile takes the keyboard with it
            let can = |widget: &Widget| widget.focusable && widget.enabled && !widget.covered;
            // and so does what Tab reaches, if it goes away right after; from nothing it may reach any
            let is_gone = |widget: &Widget| page.widgets.iter().all(|other| other.id != widget.id);
            let from = before.widgets.iter().position(|widget| widget.id == before.focus);
            let after = from.map_or(&before.widgets[..], |from| &before.widgets[from + 1..]);
            let most = if from.is_some() { 1 } else { usize::MAX };
            if after.iter().filter(|widget| can(widget)).take(most).any(is_gone) {
                return None;
            }
            let stays = |widget: &Widget| can(widget) && page.enabled(&widget.id).is_some_and(can);
            let next =
                before.widgets.iter().find(|widget| stays(widget)).filter(|_| page.focus.is_empty())?;
            let key = format!("Tab on {}", page.screen);
            let from = &before.focus;
            let what = format!("Tab gives the keyboard from {from:?} to nothing, {} could have it", next.id);
            Some(Fault::new(FaultKind::Focus, key, what))
        }
        _ => None,
    }
}

/// Whether a page has a dialog that was not there before.
fn is_asked_since(before: &Page, page: &Page) -> bool {
    let had = |layer: &str| before.widgets.iter().any(|widget| widget.layer == layer);
    let mut dialogs = page.widgets.iter().filter(|widget| widget.layer.starts_with("Foreground"));
    dialogs.any(|widget| !had(&widget.layer))
}

/// What is wrong with what several windows show while everything is quiet.
///
/// `pages` are those of the connected clients, `listed` the players that the server lists. Players of one game see
/// the same lines of chat after `chat_since`, in milliseconds since 1970; `None` if some may be withheld.
pub(crate) fn of_quiet_pages(
    pages: &[(User, &Page)],
    listed: Option<&[PlayerFacts]>,
    chat_since: Option<u64>,
    coverage: &mut Coverage,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (one, other) in one_game(pages) {
        coverage.judge("one game, two players");
        faults.extend(disagreement(one, other, chat_since, coverage));
    }
    let Some(listed) = listed else { return faults };
    let mut listed = listed.to_vec();
    listed.sort();
    for (user, page) in pages {
        let Some(lobby) = &page.lobby else { continue };
        coverage.judge("a lobby with the server's list");
        let mut lobby = lobby.clone();
        lobby.sort();
        if lobby != listed {
            let what = format!("{user} sees {lobby:?}, the server lists {listed:?}");
            faults.push(Fault::new(FaultKind::Lobby, "the list of players", what));
        }
    }
    faults
}

/// The pairs of windows that show one game in which both have a seat.
pub(crate) fn one_game<'a>(
    pages: &[(User, &'a Page)],
) -> impl Iterator<Item = ((User, &'a GameFacts), (User, &'a GameFacts))> {
    let games = pages.iter().filter_map(|(user, page)| Some((*user, page.game.as_ref()?)));
    // spectators may be behind, and a client keeps what it knows of a game that the server no longer has
    let games: Vec<(User, &GameFacts)> =
        games.filter(|(_, game)| !game.local && !game.gone && game.seat.is_some()).collect();
    let pairs = |n: usize| (n + 1..games.len()).map(move |other| (n, other));
    let pairs: Vec<(usize, usize)> = (0..games.len()).flat_map(pairs).collect();
    pairs
        .into_iter()
        .map(move |(one, other)| (games[one], games[other]))
        .filter(|(one, other)| one.1.number == other.1.number)
}

fn disagreement(
    (one, first): (User, &GameFacts),
    (other, second): (User, &GameFacts),
    chat_since: Option<u64>,
    coverage: &mut Coverage,
) -> Option<Fault> {
    let chat = |game: &GameFacts| -> Vec<ChatFacts> {
        let is_judged = |line: &&ChatFacts| chat_since.is_some_and(|since| line.at_ms > since);
        game.chat.iter().filter(is_judged).cloned().collect()
    };
    for _ in chat(first) {
        coverage.judge("a line of chat at a table");
    }
    let parts = [
        ("position", first.position == second.position),
        ("ply", first.ply == second.ply),
        ("turn", first.turn == second.turn),
        ("result", first.result == second.result),
        ("chat", chat(first) == chat(second)),
        ("clocks", first.clocks.iter().zip(&second.clocks).all(|(one, other)| are_near(one, other))),
    ];
    let (part, _) = parts.into_iter().find(|(_, same)| !same)?;
    let what = format!("{one} sees {first:?}, {other} sees {second:?}");
    Some(Fault::new(FaultKind::Disagreement, part, what))
}

fn are_near(one: &str, other: &str) -> bool {
    match (seconds(one), seconds(other)) {
        (Some(one), Some(other)) => (one - other).abs() <= CLOCK_SLACK_S,
        (one, other) => one == other,
    }
}

/// The seconds that a clock shows as `1:02:03`, `2:03` or `9.5`.
fn seconds(digits: &str) -> Option<f64> {
    digits.split(':').try_fold(0.0, |sum, part| Some(sum * 60.0 + part.parse::<f64>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widget(id: &str, [x, y, w, h]: [i32; 4]) -> Widget {
        let (id, label, layer) = (id.to_owned(), String::new(), "Background".to_owned());
        let (enabled, chosen, focusable, covered) = (true, false, true, false);
        Widget { id, kind: Kind::Field, label, x, y, w, h, enabled, chosen, focusable, layer, covered }
    }

    fn page(widgets: Vec<Widget>) -> Page {
        Page { screen: "table".to_owned(), window: [400, 300], widgets, ..Page::default() }
    }

    fn keys(faults: &[Fault]) -> Vec<&str> {
        faults.iter().map(|fault| fault.key.as_str()).collect()
    }

    const STEP: Step = Step::World(super::super::step::Incident::Compare);

    #[test]
    fn widgets_outside_the_window_and_under_others_are_faults() {
        let of = |page: &Page| of_page(User::of(0), &STEP, None, page, &[]);
        let mut page = page(vec![widget("a", [0, 0, 100, 30]), widget("b", [100, 0, 50, 30])]);
        assert_eq!(of(&page), []);
        page.widgets.push(widget("move.3", [90, 10, 30, 30]));
        page.widgets.push(widget("c", [380, 280, 30, 10]));
        let faults = of(&page);
        let expected =
            ["c outside the window on table", "a under move.* on table", "b under move.* on table"];
        assert_eq!(keys(&faults), expected);
        page.widgets.iter_mut().for_each(|widget| widget.covered = true);
        assert_eq!(of(&page).len(), 1);
    }

    #[test]
    fn only_what_people_wrote_may_be_cut() {
        let cut = |text: &str, written: &[&str]| {
            let page = Page { cut: vec![text.to_owned()], ..page(Vec::new()) };
            let written: Vec<String> = written.iter().map(|part| (*part).to_owned()).collect();
            of_page(User::of(0), &STEP, None, &page, &written).len()
        };
        assert_eq!(cut("Resign", &[]), 1);
        assert_eq!(cut("Resign", &["   ", "x"]), 1);
        assert_eq!(cut("rubbish rubbish", &["rubbish\nrubbish\n"]), 0);
        assert_eq!(cut("line oneline two", &["line one\nline two"]), 0);
        assert_eq!([cut("Bạncờ7254CyCy", &[]), cut("Guest", &[])], [0, 1]);
    }

    #[test]
    fn the_keyboard_stays_in_a_field_and_tab_finds_something() {
        let before = Page { focus: "a".to_owned(), ..page(vec![widget("a", [0, 0, 100, 30])]) };
        let after = Page { focus: String::new(), ..before.clone() };
        let bo = User::of(0);
        let of = |act, page: &Page| of_page(bo, &Step::User(bo, act), Some(&before), page, &[]);
        assert_eq!(of(Act::Type("x".to_owned()), &before), []);
        assert_eq!(keys(&of(Act::Type("x".to_owned()), &after)), ["typing in a"]);
        let mut asked = after.clone();
        asked.widgets.push(Widget { layer: "Foreground 1".to_owned(), ..widget("b", [0, 50, 100, 30]) });
        assert_eq!(of(Act::Type("x".to_owned()), &asked), []);
        assert_eq!(keys(&of(Act::Key("Tab".to_owned()), &after)), ["Tab on table"]);
        assert_eq!(of(Act::Key("Tab".to_owned()), &asked), []);
        let closed = page(vec![widget("b", [0, 0, 100, 30])]);
        assert_eq!(of(Act::Key("Tab".to_owned()), &closed), []);
        assert_eq!(of(Act::Key("Escape".to_owned()), &after), []);
    }

    #[test]
    fn two_clients_of_a_game_must_agree_up_to_the_slack_of_the_clocks() {
        let game = |clock: &str, ply| GameFacts {
            number: 7,
            local: false,
            gone: false,
            seat: Some("red".to_owned()),
            ply,
            turn: Some("red".to_owned()),
            result: None,
            position: String::new(),
            clocks: [clock.to_owned(), String::new()],
            chat: Vec::new(),
        };
        let says = |at_ms: u64, mut game: GameFacts| {
            game.chat.push(ChatFacts { at_ms, name: "Bo".to_owned(), text: "hello".to_owned() });
            game
        };
        let of = |one: GameFacts, other: GameFacts| {
            let pages = [one, other].map(|game| Page { game: Some(game), ..Page::default() });
            let pages = [(User::of(0), &pages[0]), (User::of(1), &pages[1])];
            let faults = of_quiet_pages(&pages, None, Some(5), &mut Coverage::default());
            faults.into_iter().map(|fault| fault.key).collect::<Vec<_>>()
        };
        assert!(of(game("1:00:01", 3), game("59:59", 3)).is_empty());
        assert_eq!(of(game("9.5", 3), game("0:13", 3)), ["clocks"]);
        assert_eq!(of(game("9.5", 3), game("9.5", 4)), ["ply"]);
        let gone = GameFacts { gone: true, ..game("9.5", 3) };
        assert!(of(gone, game("9.5", 4)).is_empty(), "the server no longer has it");
        assert_eq!(of(says(6, game("9.5", 3)), game("9.5", 3)), ["chat"]);
        assert!(of(says(6, game("9.5", 3)), says(6, game("9.5", 3))).is_empty());
        assert!(of(says(5, game("9.5", 3)), game("9.5", 3)).is_empty(), "from before the server's start");
    }

    #[test]
    fn a_lobby_must_be_that_of_the_server() {
        let player = |name: &str| PlayerFacts { name: name.to_owned(), game: None, connected: true };
        let page = Page { lobby: Some(vec![player("Cy"), player("Bo")]), ..Page::default() };
        let of = |listed: &[PlayerFacts]| {
            of_quiet_pages(&[(User::of(0), &page)], Some(listed), None, &mut Coverage::default()).len()
        };
        assert_eq!(of(&[player("Bo"), player("Cy")]), 0);
        assert_eq!(of(&[player("Bo")]), 1);
    }
}
