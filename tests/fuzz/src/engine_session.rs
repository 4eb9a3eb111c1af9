//! Feeds lines to the engine's side of UCI and UCCI.
//!
//! Each line is answered in lines, a search begins only when none is in progress, its moves are
//! legal, and it is answered at once or when it is stopped.

use chuhe_rules::xiangqi::Rules;
use chuhe_uci::{Action, EngineOption, Session, SessionConfig};

/// Checks the session on `data`, whose lines are commands.
pub fn run(data: &[u8]) {
    let mut session = Session::new(SessionConfig {
        name: "Fuzz".to_owned(),
        author: "Nobody".to_owned(),
        options: vec![
            EngineOption::spin("Hash", 16, 1, 64),
            EngineOption::combo("Skill", "full", &["1", "full"]),
        ],
        rules: Rules::default(),
    });
    for line in data.split(|&byte| byte == b'\n') {
        let was_thinking = session.is_thinking();
        for action in session.handle(line) {
            match action {
                Action::Write(line) => assert!(!line.contains(['\n', '\r']), "{line:?}"),
                Action::Search(search) => {
                    assert!(!was_thinking, "one search runs at a time");
                    let position = search.game.position();
                    for &mv in &search.go.search_moves {
                        assert!(position.validate(mv).is_ok(), "{mv} in {}", position.fen());
                    }
                    let best = position.legal_moves().iter().copied().next();
                    let answer = session.finish(best, None);
                    assert_eq!(answer.is_none(), session.waits_for_stop());
                }
                Action::Stop
                | Action::PonderHit
                | Action::Clear
                | Action::Set { .. }
                | Action::Prepare
                | Action::Quit => {}
            }
        }
    }
}
