//! An evening of eight, each at a window: they enter, sit down at their boards, play, and see one and the same table at
//! the end.

use super::{serve, serve_with};
use crate::driven::window::Window;
use crate::driven::{Driven as _, Page, play};

const NAMES: [&str; 8] = ["An", "Bo", "Cy", "Di", "Ed", "Fa", "Gu", "Ha"];
const ROUNDS: usize = 2;
/// The button whose label ends with the code.
const CODE: &str = "evening.copy_code";

/// Plans an evening of so many rounds.
fn plan(organiser: &mut Window) {
    organiser.click("lobby.tournaments");
    organiser.click("evenings.plan");
    organiser.fill("plan.title", "Friday");
    organiser.fill("plan.number.rounds", &ROUNDS.to_string());
    organiser.save_screenshot("evening-plan");
    organiser.click("plan.send");
    organiser.until("the evening is shown", |page| page.widget(CODE).is_some());
}

/// The players in the order of the standings.
fn standings(page: &Page) -> Vec<String> {
    let rows = page.widgets.iter().filter(|widget| widget.id.starts_with("evening.standings."));
    let mut rows: Vec<(i32, String)> = rows.map(|widget| (widget.y, widget.label.clone())).collect();
    rows.sort();
    rows.into_iter().map(|(_, name)| name).collect()
}

/// The windows at the two sides of a board.
fn at_board(windows: &mut [Window], number: u64) -> [&mut Window; 2] {
    let mut at: Vec<&mut Window> = windows
        .iter_mut()
        .filter(|window| window.page.game.as_ref().is_some_and(|game| game.number == number))
        .collect();
    at.sort_by_key(|window| {
        window.page.game.as_ref().and_then(|game| game.seat.clone()) != Some("red".into())
    });
    at.try_into().unwrap_or_else(|at: Vec<_>| panic!("{} windows are at game {number}", at.len()))
}

/// Both play a move, and black resigns.
fn play_and_resign(windows: &mut [Window], number: u64) {
    let [red, black] = at_board(windows, number);
    play(red, black, "h2e2", 'C');
    play(black, red, "h9g7", 'n');
    black.click("table.resign");
    black.click("resign.yes");
    for window in [red, black] {
        // while the game runs, the button stands elsewhere
        window.until("the game is over", |page| page.game.as_ref().is_some_and(|game| game.result.is_some()));
        window.click("table.tournament");
        window.until("the evening is shown", |page| page.screen == "evenings");
    }
}

#[test]
fn eight_windows_play_an_evening() {
    let (programs, folder, _server, address) = serve();
    let mut windows = NAMES.map(|name| {
        let join = ["--lang", "en", "--connect", &address, "--name", name];
        Window::open(name, &programs.join("chuhe"), folder.path(), &join)
    });
    let [organiser, others @ ..] = &mut windows;
    plan(organiser);
    let label = organiser.page.widget(CODE).expect("it is shown").label.clone();
    let code = label.rsplit(' ').next().expect("the code is the last word").to_owned();
    organiser.click("evening.tab.round");
    organiser.click("evening.enter");
    for window in others {
        window.click("lobby.tournaments");
        window.fill("evenings.code", &code);
        window.click("evenings.code.open");
        window.click("evening.enter");
        window.until("the player has entered", |page| page.widget("evening.withdraw").is_some());
    }
    for round in 1..=ROUNDS {
        let [organiser, ..] = &mut windows;
        organiser.click("evening.tab.organise");
        organiser.save_screenshot(&format!("evening-organise-{round}"));
        organiser.click(if round == 1 { "evening.begin" } else { "evening.pair_next" });
        let mut games = Vec::new();
        for window in &mut windows {
            window.until("the game has opened by itself", |page| {
                page.game.as_ref().is_some_and(|game| game.result.is_none())
            });
            games.extend(window.page.game.as_ref().map(|game| game.number));
        }
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), NAMES.len() / 2, "each board has a game of its own");
        for number in games {
            play_and_resign(&mut windows, number);
        }
    }
    let [organiser, ..] = &mut windows;
    organiser.click("evening.tab.organise");
    organiser.click("evening.end");
    organiser.click("evening.dialog.confirm");
    let mut tables = Vec::new();
    for window in &mut windows {
        window.click("evening.tab.round");
        window.until("the evening has ended", |page| {
            page.widget("evening.own.sheet").is_some() && page.widget("evening.withdraw").is_none()
        });
        window.click("evening.tab.standings");
        window.until("all are in the standings", |page| standings(page).len() == NAMES.len());
        tables.push(standings(&window.page));
    }
    windows[0].save_screenshot("evening-standings");
    windows[7].save_screenshot("evening-standings-player");
    assert!(tables.iter().all(|table| *table == tables[0]), "{tables:#?}");
}

#[test]
fn an_organiser_watches_the_boards_of_sixteen_computers() {
    let (programs, folder, _server, address) = serve_with(&["--bots", "16"]);
    let join = ["--lang", "en", "--connect", &address, "--name", "Olga"];
    let mut organiser = Window::open("Olga", &programs.join("chuhe"), folder.path(), &join);
    organiser.until("the computers are in the lobby", |page| {
        page.lobby.as_ref().is_some_and(|players| players.len() > 16)
    });
    plan(&mut organiser);
    organiser.click("evening.tab.organise");
    organiser.click("evening.entries.computers.16");
    organiser.click("evening.begin");
    organiser.click("evening.tab.round");
    organiser.click("evening.watch_boards");
    // beside players and number of plies there is the last move
    let has_moves = |page: &Page, board: u16| {
        let widget = page.widget(&format!("board.watch.1.{board}"));
        widget.is_some_and(|widget| widget.label.split(" · ").count() > 2)
    };
    organiser.until("six boards have moves", |page| (1..=6).all(|board| has_moves(page, board)));
    organiser.save_screenshot("evening-boards");
    organiser.click("boards.wall");
    organiser.until("the wall is shown", |page| page.widget("wall.next").is_some());
    organiser.save_screenshot("evening-wall");
}
