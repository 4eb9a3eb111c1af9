//! Prints what is read from files, one line a game, to compare two versions of the readers: `read_files FILE...`.

use chuhe_records::formats::{self, Format};
use chuhe_records::{GameTree, Visit};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for file in std::env::args().skip(1) {
        let bytes = std::fs::read(&file)?;
        let extension = Path::new(&file).extension().and_then(|extension| extension.to_str());
        match formats::read(&bytes, extension.and_then(Format::from_extension)) {
            Ok(reading) => {
                writeln!(out, "{file}: {:?} in {}", reading.format, reading.encoding)?;
                for game in &reading.games {
                    writeln!(out, "  {}: {}", game.at, described(&game.tree)?)?;
                    for note in &game.notes {
                        writeln!(out, "    note: {note}")?;
                    }
                }
                for refused in &reading.refused {
                    writeln!(out, "  refused: {refused}")?;
                }
            }
            Err(error) => writeln!(out, "{file}: refused: {error}")?,
        }
    }
    out.flush()?;
    Ok(())
}

/// The start, tags, result, moves and annotations.
fn described(tree: &GameTree) -> Result<String, std::fmt::Error> {
    let mut text = format!("{:?} {:?}", tree.result(), tree.tags());
    if let Some(position) = tree.xiangqi_position(chuhe_records::NodeId::ROOT) {
        write!(text, " {}", position.fen())?;
    }
    let annotation = tree.annotation(chuhe_records::NodeId::ROOT);
    if !annotation.is_empty() {
        write!(text, " {annotation:?}")?;
    }
    for visit in tree.walk() {
        match visit {
            Visit::Ply(node) => {
                match tree.played(node) {
                    Some(ply) if ply.xiangqi().is_some() => {
                        let mv = ply.xiangqi().map(|mv| mv.to_string());
                        write!(text, " {}", mv.unwrap_or_default())?;
                    }
                    other => write!(text, " {other:?}")?,
                }
                let annotation = tree.annotation(node);
                if !annotation.is_empty() {
                    write!(text, " {annotation:?}")?;
                }
            }
            Visit::VariationStart => text.push_str(" ("),
            Visit::VariationEnd => text.push_str(" )"),
        }
    }
    Ok(text)
}
