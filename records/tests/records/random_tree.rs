//! Random games of xiangqi with variations and comments.

use crate::random::Random;
use chuhe_records::formats::{self, Format, Omission, WriteOptions};
use chuhe_records::{GameResult, GameTree, NodeId, tag};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::Position;

/// The tags that most formats have.
pub(crate) const COMMON_TAGS: [&str; 9] = [
    tag::TITLE,
    tag::EVENT,
    tag::SITE,
    tag::DATE,
    tag::RED,
    tag::BLACK,
    tag::TIME_CONTROL,
    tag::ANNOTATOR,
    tag::AUTHOR,
];

/// Pieces of text, many of them with a meaning in some format.
const PIECES: [&str; 19] = [
    "中炮",
    "屏风马",
    "a",
    " ",
    "\n",
    "|",
    "||",
    "[",
    "]",
    "\\u0041",
    "[DhtmlXQ]",
    "[/DhtmlXQ_comment1]",
    "{",
    "}",
    "\"",
    "\\",
    "𠮷",
    ";",
    "(1)",
];

impl Random {
    /// A text of one to `most` pieces.
    pub(crate) fn text(&mut self, most: usize) -> String {
        (0..=self.below(most)).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }

    /// The usual start position, or half of the time another.
    pub(crate) fn start(&mut self) -> Position {
        if self.below(2) == 0 { Position::start() } else { self.position() }
    }

    /// A game with up to `moves` moves in all its variations.
    pub(crate) fn tree(&mut self, moves: usize) -> GameTree {
        let start = self.start();
        self.tree_from(start, moves)
    }

    /// A game from `start` with up to `moves` moves in all its variations.
    pub(crate) fn tree_from(&mut self, start: Position, moves: usize) -> GameTree {
        let mut tree = GameTree::new(start);
        let mut nodes = vec![NodeId::ROOT];
        for _ in 0..moves {
            // mostly continue the line
            let node =
                if self.below(8) > 0 { nodes[nodes.len() - 1] } else { nodes[self.below(nodes.len())] };
            let mut replay = tree.replay_at(node);
            let Some(mv) = self.choose_move(replay.xiangqi().unwrap()) else { continue };
            nodes.push(replay.play(&mut tree, mv).unwrap());
        }
        for node in nodes {
            if self.below(4) == 0 {
                tree.set_comment(node, &self.text(8)).unwrap();
            }
        }
        tree.set_result(
            [
                GameResult::Unknown,
                GameResult::Won { winner: Color::Red, reason: None },
                GameResult::Won { winner: Color::Black, reason: None },
                GameResult::Drawn(None),
            ][self.below(4)],
        );
        tree
    }
}

/// Checks that a game is the same after writing and reading, and that nothing is left out.
pub(crate) fn check_round_trip(tree: &GameTree, format: Format, options: &WriteOptions) {
    let written = formats::write(tree, format, options).unwrap();
    assert_eq!(written.omitted, Vec::<Omission>::new());
    let text = String::from_utf8_lossy(&written.bytes);
    let reading = formats::read(&written.bytes, None).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((reading.format, reading.refused.as_slice(), reading.games.len()), (format, [].as_slice(), 1));
    assert_eq!(reading.games[0].notes, [], "{text}");
    assert_eq!(&reading.games[0].tree, tree, "{text}");
}

/// The moves with their variations in parentheses, and each comment in braces.
pub(crate) fn movetext(tree: &GameTree) -> String {
    use chuhe_records::Visit;
    let comment = |node| {
        let comment = &tree.annotation(node).comment;
        if comment.is_empty() { String::new() } else { format!("{{{comment}}}") }
    };
    let words = tree.walk().map(|visit| match visit {
        Visit::Ply(node) => {
            format!("{}{}", tree.played(node).unwrap().xiangqi().unwrap(), comment(node))
        }
        Visit::VariationStart => "(".to_owned(),
        Visit::VariationEnd => ")".to_owned(),
    });
    std::iter::once(comment(NodeId::ROOT))
        .chain(words)
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Writes line ends and zeros in a format that keeps neither CR LF nor U+0000, and checks that what is lost is named.
pub(crate) fn check_lost_characters(format: Format) {
    for (comment, title, lost) in [
        ("a\r\nb", "x", Some(Omission::CommentSpace)),
        ("a\nb", "x", None),
        ("a\0b", "x", Some(Omission::Characters)),
        ("a\0", "x", Some(Omission::Characters)),
        ("a", "x\0y", Some(Omission::Characters)),
    ] {
        let mut tree = GameTree::new(chuhe_records::Start::xiangqi());
        tree.set_comment(NodeId::ROOT, comment).unwrap();
        tree.set_tag(tag::TITLE, title).unwrap();
        let written = formats::write(&tree, format, &WriteOptions::default()).unwrap();
        let read = formats::read(&written.bytes, None).unwrap();
        assert_eq!(written.omitted, lost.into_iter().collect::<Vec<_>>(), "{comment:?} {title:?}");
        assert_eq!(read.games[0].tree == tree, written.omitted.is_empty(), "{comment:?} {title:?}");
    }
}
