//! `chuhe-records show`: a game as text, with its last position in xiangqi.

use crate::command_line::{Outcome, ShowArgs};
use crate::files;
use crate::printable::Printable;
use anyhow::{Context, ensure};
use chuhe_records::NodeId;
use chuhe_records::formats::{self, Encoding, Format, WriteOptions};
use chuhe_records::notation::Notation;
use chuhe_rules::xiangqi::{Position, Square};
use std::io::{self, Write};

/// Shows a game; returns a fault if it has one or another game of the file is refused.
pub(crate) fn show(args: &ShowArgs, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let reading = files::read(&args.file, args.encoding)?;
    for refused in &reading.refused {
        writeln!(Printable(io::stderr()), "{}: {refused}", args.file.display())?;
    }
    let total = reading.games.len();
    ensure!((1..=total).contains(&args.game), "{} has {}", args.file.display(), files::count(total, "game"));
    let game = &reading.games[args.game - 1];
    let options = WriteOptions { notation: Notation::from(args.notation), encoding: Encoding::Utf8 };
    let format = Format::of(game.tree.start());
    out.write_all(&formats::write(&game.tree, format, &options)?.bytes)?;
    let last = game.tree.main_line().last().unwrap_or(NodeId::ROOT);
    if let Some(position) = game.tree.xiangqi_position(last) {
        writeln!(out)?;
        show_board(&position, out)?;
        writeln!(out, "{}", position.fen())?;
    }
    for note in &game.notes {
        writeln!(out, "{note}")?;
    }
    let is_fine = !game.has_fault() && reading.refused.is_empty();
    Ok(if is_fine { Outcome::Fine } else { Outcome::Fault })
}

/// Draws a board with the letters of FEN, red below.
fn show_board(position: &Position, out: &mut impl Write) -> anyhow::Result<()> {
    for rank in (0..Square::RANKS).rev() {
        write!(out, "{rank} ")?;
        for file in 0..Square::FILES {
            let square = Square::new(file, rank).context("the point is on the board")?;
            let letter = position.piece_at(square).map_or('.', |piece| piece.fen_letter());
            write!(out, " {letter}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "   a b c d e f g h i")?;
    Ok(())
}
