//! Somebody who has never seen xiangqi learns it and wins a game, with nothing but what the screen shows: from the first
//! screen over the course to a game against the computer's first level.

use super::browser::{Browser, Look};
use super::site::Site;
use crate::driven::{Driven as _, Page};
use serde_json::Value;

/// A step of a lesson: a move that it refuses, the answer to it, and the moves to its stars.
struct Step {
    wrong: &'static str,
    stars: &'static [&'static str],
}

/// The first lessons of the course, with their steps.
const LESSONS: [(&str, &[Step]); 3] = [
    // a horse whose way a piece of its own side blocks
    ("board", &[Step { wrong: "b0d1", stars: &["e3e4"] }]),
    (
        "rook",
        // diagonally, and through a pawn
        &[Step { wrong: "a0b1", stars: &["a0a5", "a5h5"] }, Step { wrong: "a0a6", stars: &["a0e0", "e0e6"] }],
    ),
    (
        "cannon",
        &[
            Step { wrong: "b2c3", stars: &["b2b6", "b6g6"] },
            // the one pawn is taken over the other
            Step { wrong: "b2a3", stars: &["b2e2", "e2e6", "e6a6"] },
        ],
    ),
];

/// The most moves of a game against the first level.
const LONGEST: usize = 120;

/// How often a piece is pressed at most until it is chosen.
const PRESSES: usize = 3;

/// The move that the program recommends, as it says it to those who do not see the arrow on the board.
const RECOMMENDED: &str =
    "return document.querySelector('#mirror [data-id=\"table.recommended\"]')?.textContent";

/// Whose turn it is, if it is the user's, or whether the game has ended.
fn is_users_turn(page: &Page) -> bool {
    let game = page.game.as_ref();
    game.is_some_and(|game| game.result.is_some() || game.turn.is_some() && game.turn == game.seat)
}

fn plies(page: &Page) -> usize {
    page.game.as_ref().map_or(0, |game| game.ply)
}

impl Browser {
    /// Presses a piece, again until the board marks where it can go, and then where it is to go.
    fn try_move(&mut self, mv: &str) {
        let (from, to) = mv.split_at(2);
        for _ in 0..PRESSES {
            self.click_square(from);
            if !self.page().reach.is_empty() {
                break;
            }
        }
        self.click_square(to);
    }

    /// Does a lesson, each step after a try that is refused.
    fn learn(&mut self, id: &str, steps: &[Step]) {
        let says = |page: &Page| page.widget("lesson.reply").map(|reply| reply.label.clone());
        for (index, step) in steps.iter().enumerate() {
            self.until(&format!("step {index} of {id} begins"), |page| {
                page.screen == "lesson" && says(page).is_none() && page.enabled("lesson.next").is_none()
            });
            self.try_move(step.wrong);
            self.until("the lesson says why not", |page| says(page).is_some());
            let why = says(self.page());
            for mv in step.stars {
                self.try_move(mv);
            }
            self.until("the step is done", |page| page.enabled("lesson.next").is_some());
            assert_ne!(says(self.page()), why, "{id}: it is praised");
            if index + 1 < steps.len() {
                self.click("lesson.next");
            }
        }
    }

    /// Presses the first of these that is there, and returns it once it is gone.
    fn press_one(&mut self, ids: &[&'static str]) -> &'static str {
        let first = |page: &Page| ids.iter().copied().find(|id| page.enabled(id).is_some());
        self.until("something can be asked", |page| first(page).is_some());
        // what comes in place of something else is deaf for a moment
        self.until_script(
            "the buttons listen",
            "return (window.since ??= performance.now()) < performance.now() - 600",
        );
        self.session.run("window.since = undefined", &[]);
        self.until("something can be asked", |page| first(page).is_some());
        let id = first(self.page()).expect("it is there");
        self.click(id);
        // a desktop shows the buttons of the game beside what the coach asks
        self.until(&format!("{id} is answered"), |page| {
            page.enabled(id).is_none() || id == "table.hint" && page.enabled("coach.close").is_some()
        });
        id
    }

    /// Asks for the best move, and returns it once another one than `before` is recommended.
    fn ask_for_move(&mut self, before: &str) -> String {
        // the coach may remark on the last move at any time, in place of the buttons
        while self.press_one(&["coach.move", "coach.close", "table.hint"]) != "coach.move" {}
        let condition = format!(
            "const said = (() => {{ {RECOMMENDED} }})(); return said !== {} && said",
            Value::from(before)
        );
        let said = self.until_script("a move is recommended", &condition);
        said.as_str().unwrap_or_default().to_owned()
    }

    /// Plays what is recommended until the game ends.
    fn win(&mut self) {
        let mut said = String::new();
        for _ in 0..LONGEST {
            self.until("the computer has answered", is_users_turn);
            if self.page().game.as_ref().is_some_and(|game| game.result.is_some()) {
                return;
            }
            said = self.ask_for_move(&said);
            let squares: Vec<&str> = said.split(|it: char| !it.is_ascii_alphanumeric()).collect();
            let is_square = |it: &&&str| self.page().squares.contains_key(**it);
            let squares: Vec<String> = squares.iter().filter(is_square).map(|it| (*it).to_owned()).collect();
            let [from, to] = &squares[..] else { panic!("no move in {said}") };
            let before = plies(self.page());
            self.try_move(&format!("{from}{to}"));
            self.until("the move is played", |page| plies(page) > before);
        }
    }
}

/// Learns what the pieces do in three lessons, and wins against the first level.
fn learn_and_win(mut bo: Browser, name: &str) {
    let site = Site::serve();
    bo.go_to(&site.address());
    bo.until("the first screen is shown", |page| page.screen == "join");
    bo.click("start.newcomer");
    for (id, steps) in LESSONS {
        if bo.page().screen == "lesson" {
            bo.click("lesson.next");
        } else {
            bo.click(&format!("learn.{id}"));
        }
        bo.learn(id, steps);
    }
    bo.save_screenshot(&format!("{name}-lesson"));
    bo.click("lesson.list");
    bo.until("the lessons are listed", |page| page.screen == "join");
    bo.reveal("learn.play");
    bo.click("learn.play");
    bo.until("the table is shown", |page| page.screen == "table" && !page.pieces.is_empty());
    bo.win();
    bo.save_screenshot(&format!("{name}-won"));
    let game = bo.page().game.clone().expect("there is a game");
    assert!(
        game.result.as_ref().is_some_and(|result| result.contains("Won") && result.contains("Red")),
        "{game:?}"
    );
    bo.until("the screen says who won", |page| page.shows_text("You won"));
    // another game, with the colours swapped
    bo.click("table.rematch");
    bo.until("another game begins", |page| {
        page.game.as_ref().is_some_and(|it| it.result.is_none() && it.number != game.number)
    });
    bo.assert_no_errors(&[]);
}

#[test]
fn a_newcomer_learns_and_wins() {
    learn_and_win(Browser::open("newcomer", Look::DESK), "newcomer");
}

#[test]
fn a_newcomer_with_a_phone_learns_and_wins() {
    // in English the recommended move is also said by its squares
    let look = Look { language: "en", ..Look::PHONE };
    learn_and_win(Browser::open("phone-newcomer", look), "phone-newcomer");
}
