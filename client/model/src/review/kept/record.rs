//! A record as text: a file of its game's format, and beside it what that format does not hold.
//!
//! Its nodes have numbers: the root is 0, then come the plies of the file in its order, then those that
//! the file lacks.

use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::{
    Annotation, GameResult, GameTree, Glyph, Mark, MarkColor, MarkShape, NodeId, Ply, Point, Start, Visit,
};
use chuhe_rules::{luzhanqi, xiangqi};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A ply of luzhanqi that was lost on time.
const PASS: &str = "pass";

/// The text of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RecordText {
    /// The file: PGN, or a record of luzhanqi.
    file: String,
    /// The plies that the file lacks, with the numbers of the nodes before them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    added: Vec<(u32, String)>,
    /// What the file says otherwise about nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    said: Vec<(u32, Said)>,
    /// All tags, if the file has others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<(String, String)>>,
    /// The score and the reason of the result, if the file has another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<(String, Option<String>)>,
}

/// What a record says about a ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Said {
    before: String,
    comment: String,
    glyphs: Vec<u8>,
    marks: Vec<String>,
    spent_ms: Option<u64>,
    clock_ms: Option<u64>,
}

/// The nodes of a tree by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbering {
    nodes: Vec<NodeId>,
    numbers: BTreeMap<NodeId, u32>,
}

impl Numbering {
    fn push(&mut self, node: NodeId) {
        self.numbers.insert(node, u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(node);
    }

    /// The number of a node.
    pub(super) fn number(&self, node: NodeId) -> Option<u32> {
        self.numbers.get(&node).copied()
    }

    /// The node of a number.
    pub(super) fn node(&self, number: u32) -> Option<NodeId> {
        self.nodes.get(usize::try_from(number).ok()?).copied()
    }
}

impl RecordText {
    /// Writes a record of at most `max_bytes`; `None` if it needs more, or its texts do not give it back.
    pub(super) fn of(tree: &GameTree, max_bytes: usize) -> Option<(Self, Numbering)> {
        let written = formats::write(tree, Format::of(tree.start()), &WriteOptions::default()).ok()?;
        let file = String::from_utf8(written.bytes).ok().filter(|file| file.len() <= max_bytes)?;
        let mut read = read_file(&file)?;
        // the nodes of `tree`, and those of `read` with the same numbers
        let (mut own, mut other) = (Numbering::default(), Numbering::default());
        own.push(NodeId::ROOT);
        other.push(NodeId::ROOT);
        for node in plies(&read) {
            let before = own.node(other.number(read.parent(node)?)?)?;
            own.push(tree.child(before, read.played(node)?)?);
            other.push(node);
        }
        let mut added = Vec::new();
        for node in plies(tree).filter(|node| own.number(*node).is_none()).collect::<Vec<_>>() {
            let (before, ply) = (own.number(tree.parent(node)?)?, tree.played(node)?);
            other.push(read.play(other.node(before)?, ply).ok()?);
            own.push(node);
            added.push((before, write_ply(ply)));
        }
        let mut said = Vec::new();
        for (number, (&node, &there)) in (0..).zip(own.nodes.iter().zip(&other.nodes)) {
            let annotation = tree.annotation(node);
            if annotation != read.annotation(there) {
                read.set_annotation(there, annotation.clone()).ok()?;
                said.push((number, Said::of(annotation)));
            }
        }
        let all_tags =
            || tree.tags().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let tags: Option<Vec<_>> = (tree.tags() != read.tags()).then(all_tags);
        let result = (tree.result() != read.result())
            .then(|| (tree.result().score().to_owned(), tree.result().reason().map(str::to_owned)));
        let text = Self { file, added, said, tags, result };
        set_rest(&mut read, &text)?;
        (read == *tree).then_some((text, own))
    }

    /// Reads the record; `None` if the texts give none.
    pub(super) fn read(&self) -> Option<(GameTree, Numbering)> {
        let mut tree = read_file(&self.file)?;
        let mut numbering = Numbering::default();
        numbering.push(NodeId::ROOT);
        for node in plies(&tree) {
            numbering.push(node);
        }
        for (before, ply) in &self.added {
            let ply = read_ply(tree.start(), ply)?;
            numbering.push(tree.play(numbering.node(*before)?, ply).ok()?);
        }
        for (number, said) in &self.said {
            let annotation = said.annotation(tree.start())?;
            tree.set_annotation(numbering.node(*number)?, annotation).ok()?;
        }
        set_rest(&mut tree, self)?;
        Some((tree, numbering))
    }
}

/// Reads the only record of a file.
fn read_file(file: &str) -> Option<GameTree> {
    let reading = formats::read(file.as_bytes(), None).ok()?;
    let [game] = <[_; 1]>::try_from(reading.games).ok()?;
    Some(game.tree)
}

/// The nodes of a tree in the order of a written record, without the root.
fn plies(tree: &GameTree) -> impl Iterator<Item = NodeId> + '_ {
    tree.walk().filter_map(|visit| match visit {
        Visit::Ply(node) => Some(node),
        Visit::VariationStart | Visit::VariationEnd => None,
    })
}

/// Sets the tags and the result.
fn set_rest(tree: &mut GameTree, text: &RecordText) -> Option<()> {
    if let Some(tags) = &text.tags {
        let names: Vec<String> = tree.tags().iter().map(|(name, _)| name.to_owned()).collect();
        for name in names {
            tree.remove_tag(&name);
        }
        for (name, value) in tags {
            tree.set_tag(name, value).ok()?;
        }
    }
    if let Some((score, reason)) = &text.result {
        let result = GameResult::from_score(score)?;
        tree.set_result(match reason {
            Some(reason) => result.with_reason(reason)?,
            None => result,
        });
    }
    Some(())
}

fn write_ply(ply: Ply) -> String {
    match ply {
        Ply::Move(mv) => mv.to_string(),
        Ply::Pass => PASS.to_owned(),
    }
}

fn read_ply(start: &Start, text: &str) -> Option<Ply> {
    match start {
        _ if text == PASS => Some(Ply::Pass),
        Start::Xiangqi(_) => text.parse::<xiangqi::Move>().ok().map(Ply::from),
        Start::Luzhanqi(_) => text.parse::<luzhanqi::Move>().ok().map(Ply::from),
    }
}

impl Said {
    fn of(annotation: &Annotation) -> Self {
        Self {
            before: annotation.before.clone(),
            comment: annotation.comment.clone(),
            glyphs: annotation.glyphs.iter().map(|glyph| glyph.0).collect(),
            marks: annotation.marks.iter().map(write_mark).collect(),
            spent_ms: annotation.spent_ms,
            clock_ms: annotation.clock_ms,
        }
    }

    fn annotation(&self, start: &Start) -> Option<Annotation> {
        Some(Annotation {
            before: self.before.clone(),
            comment: self.comment.clone(),
            glyphs: self.glyphs.iter().copied().map(Glyph).collect(),
            marks: self.marks.iter().map(|mark| read_mark(start, mark)).collect::<Option<_>>()?,
            spent_ms: self.spent_ms,
            clock_ms: self.clock_ms,
        })
    }
}

/// A mark as in `Gh2` and `Rh2-e2`.
fn write_mark(mark: &Mark) -> String {
    let point = |point| match point {
        Point::Xiangqi(square) => square.to_string(),
        Point::Luzhanqi(station) => station.to_string(),
    };
    let color = mark.color.letter();
    match mark.shape {
        MarkShape::Circle(at) => format!("{color}{}", point(at)),
        MarkShape::Arrow(from, to) => format!("{color}{}-{}", point(from), point(to)),
    }
}

fn read_mark(start: &Start, text: &str) -> Option<Mark> {
    let point = |text: &str| match start {
        Start::Xiangqi(_) => text.parse().ok().map(Point::Xiangqi),
        Start::Luzhanqi(_) => text.parse().ok().map(Point::Luzhanqi),
    };
    let mut rest = text.chars();
    let color = MarkColor::from_letter(rest.next()?)?;
    let shape = match rest.as_str().split_once('-') {
        Some((from, to)) => MarkShape::Arrow(point(from)?, point(to)?),
        None => MarkShape::Circle(point(rest.as_str())?),
    };
    Some(Mark { color, shape })
}
