//! Files as people have them.

use crate::testing::*;
use crate::*;
use chuhe_model::exchange::files::FilesEvent;

/// 陳銀龍 and 黃 in Big5.
pub(crate) const BIG5: &[u8] =
    b"[Red \"\xb3\xaf\xbb\xc8\xc0\x73\"]\n[Black \"\xb6\xc0\"]\n\n1. \xac\xb6\xa4\x47\xa5\xad\xa4\xad \xb0\xa8\xa2\xb7\xb6\x69\xa2\xb6 *\n\n";

impl World {
    /// A file is opened with these bytes.
    pub fn opens_bytes(&mut self, file: &str, bytes: &[u8]) {
        let path = format!("/home/{file}");
        self.update(Event::Files(FilesEvent::Game { file: file.into(), path, bytes: bytes.into() }));
    }
}

/// A client that has opened a file of so many games.
pub fn with_games(count: usize) -> World {
    let mut world = World::new();
    let game = |number: usize| {
        let (red, black) = (number % 97, number % 89);
        let (year, result) = (2000 + number % 20, ["1-0", "0-1", "1/2-1/2"][number % 3]);
        format!(
            "[Event \"Cup {number}\"]\n[Date \"{year}.03.07\"]\n[Red \"R{red}\"]\n[Black \"B{black}\"]\n[Result \"{result}\"]\n\n1. h2e2 h9g7 {result}\n\n"
        )
    };
    world.opens_bytes("all.pgn", (1..=count).map(game).collect::<String>().as_bytes());
    world
}

/// A client that has opened a game in Big5 with text beside it.
pub fn with_notes() -> World {
    let mut world = World::new();
    let footer = b"==========\nhttps://example.org/\n";
    world.opens_bytes("taiwan.pgn", &[BIG5, footer].concat());
    world
}
