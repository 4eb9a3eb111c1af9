//! What the page's workers do: the computer's moves, and the analysis.
//!
//! A page has no threads, so the browser runs this program beside that of the page, in a worker. The
//! engine is only here: the page does not wait for it before its first frame. The program does one
//! [`Work`], which it receives as the bytes of a message, and tells what it finds. To stop it, the page
//! ends the worker.

mod work;

pub use work::{Found, PlayedGame, SearchWork, ThinkWork, Work, WorkError};

use chuhe_page::Heard;
use chuhe_page::messages::{self, FromWorker, ToWorker};

/// Does the work that the page passes, and tells the page what it finds or why it cannot.
pub fn run() {
    match chuhe_page::hear() {
        Some(heard) => answer(&heard, &mut tell),
        None => tell(&FromWorker::Unreadable { error: "no message".to_owned() }, &[]),
    }
}

/// Does the work of a message, and passes on what to tell the page.
fn answer(heard: &Heard, tell: &mut dyn FnMut(&FromWorker, &[u8])) {
    let number = match messages::read(&heard.text) {
        Ok(ToWorker::Work { number }) => number,
        Err(error) => return tell(&FromWorker::Unreadable { error: error.to_string() }, &[]),
    };
    let result = Work::decode(&heard.bytes).and_then(|work| {
        work.perform(&mut |found| {
            tell(&FromWorker::Found { number, is_last: found.is_last() }, &found.encode());
        })
    });
    if let Err(error) = result {
        tell(&FromWorker::WorkFailed { number, error: error.to_string() }, &[]);
    }
}

fn tell(message: &FromWorker, bytes: &[u8]) {
    chuhe_page::tell(&messages::write(message), bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_bot::{Clock, Position, Task, TaskId, Thinker};
    use chuhe_engine::luzhanqi::{Knowledge, set_up};
    use chuhe_rules::luzhanqi::{self, BoardKind, Options};
    use chuhe_rules::{Color, Viewer, xiangqi};
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    /// The memory of a search.
    const MEMORY_MIB: usize = 8;

    /// What a worker tells the page of a message.
    fn answers(text: &str, bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
        let mut all = Vec::new();
        let heard = Heard { text: text.to_owned(), bytes: bytes.to_vec() };
        answer(&heard, &mut |message, bytes| all.push((messages::write(message), bytes.to_vec())));
        all
    }

    fn task(position: Position, level: u8) -> Task {
        let (clock, longest) = (Clock::default(), Task::LONGEST);
        Task { id: TaskId((1 << 53) - 1), position, level, clock, seed: u64::MAX, longest }
    }

    fn xiangqi_position() -> Position {
        let mut game = xiangqi::Game::new(xiangqi::Position::start(), xiangqi::Rules::default());
        for mv in ["h2e2", "h9g7"] {
            game.play(game.turn().unwrap(), mv.parse().unwrap()).unwrap();
        }
        Position::Xiangqi(Box::new(game))
    }

    /// What the player to move knows after both have set up.
    fn luzhanqi_position(board: BoardKind) -> Position {
        let options = Options::default();
        let mut game = luzhanqi::Game::new(board, options);
        let mut knowledge = Knowledge::new(Color::Red, board, options);
        for color in Color::ALL {
            for event in [game.place(color, set_up(7)).unwrap(), game.confirm(color).unwrap()] {
                knowledge.apply(&event.seen_by(Viewer::Player(Color::Red))).unwrap();
            }
        }
        Position::Luzhanqi(Box::new(knowledge))
    }

    #[test]
    fn a_worker_finds_the_move_of_every_task_in_every_game_at_every_level() {
        let positions =
            [xiangqi_position(), luzhanqi_position(BoardKind::Classic), luzhanqi_position(BoardKind::Cross)];
        for position in positions {
            for level in [1, 10] {
                let mut task = task(position.clone(), level);
                task.longest = Duration::ZERO;
                let expected =
                    task.run(&mut Thinker::new(MEMORY_MIB), &AtomicBool::new(false), &|| Duration::ZERO);
                let work = Work::of_task(&task, MEMORY_MIB);
                let answers = answers(r#"{"kind":"work","number":9007199254740991}"#, &work.encode());
                let [(text, bytes)] = &answers[..] else { panic!("one answer, not {answers:?}") };
                assert_eq!(text, r#"{"kind":"found","number":9007199254740991,"isLast":true}"#);
                let Ok(Found::Thought { mv, .. }) = Found::decode(bytes) else { panic!("a move") };
                assert!(mv.is_some());
                if level == 1 {
                    assert_eq!(mv, expected.mv);
                }
            }
        }
    }

    #[test]
    fn what_a_worker_cannot_read_or_do_is_an_error() {
        let only = |answers: Vec<(String, Vec<u8>)>| answers.into_iter().next().unwrap().0;
        let text = only(answers(r#"{"kind":"work","number":3}"#, b"{}"));
        assert!(
            text.starts_with(r#"{"kind":"work-failed","number":3,"error":"the work cannot be read"#),
            "{text}"
        );
        let text = only(answers(r#"{"kind":"rest"}"#, b""));
        assert!(text.starts_with(r#"{"kind":"unreadable","error":"#), "{text}");
    }
}
