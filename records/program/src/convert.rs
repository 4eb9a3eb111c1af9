//! `chuhe-records convert`: writes the games of a file in another format.

use crate::command_line::{ConvertArgs, Outcome};
use crate::files;
use crate::printable::Printable;
use anyhow::{Context, bail, ensure};
use chuhe_records::GameTree;
use chuhe_records::formats::{self, Encoding, Omission, WriteOptions};
use chuhe_records::notation::Notation;
use std::fs::OpenOptions;
use std::io::{self, Write};

/// Converts a file; returns a fault if one of its games has one.
pub(crate) fn convert(args: &ConvertArgs, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let Some(format) = args.format.or_else(|| files::format_of(&args.to)) else {
        bail!("{} has no known extension; give one with --format", args.to.display());
    };
    let encoding = Encoding::from(args.encoding);
    ensure!(
        matches!(encoding, Encoding::Utf8 | Encoding::Gb18030),
        "{encoding} is only read; files are written in UTF-8 or GB 18030"
    );
    let reading = files::read(&args.from, args.from_encoding)?;
    let mut errors = Printable(io::stderr());
    let mut is_fine = reading.refused.is_empty();
    for refused in &reading.refused {
        writeln!(errors, "{}: {refused}", args.from.display())?;
    }
    let mut trees: Vec<GameTree> = Vec::with_capacity(reading.games.len());
    for game in reading.games {
        is_fine &= !game.has_fault();
        for note in &game.notes {
            writeln!(errors, "{}: {note}", args.from.display())?;
        }
        trees.push(game.tree);
    }
    if let Some(number) = args.game {
        let total = trees.len();
        ensure!((1..=total).contains(&number), "{} has {}", args.from.display(), files::count(total, "game"));
        trees = vec![trees.swap_remove(number - 1)];
    }
    if !format.is_collection() && trees.len() > 1 {
        bail!(
            "the format holds one game, and {} has {}; choose with --game",
            args.from.display(),
            trees.len()
        );
    }
    let options = WriteOptions { notation: Notation::from(args.notation), encoding };
    let written =
        formats::write_all(&trees, format, &options).with_context(|| args.to.display().to_string())?;
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .create_new(!args.force)
        .truncate(args.force)
        .open(&args.to)
        .with_context(|| args.to.display().to_string())?;
    file.write_all(&written.bytes).with_context(|| args.to.display().to_string())?;
    for omitted in &written.omitted {
        writeln!(errors, "left out: {}", name(omitted))?;
    }
    writeln!(out, "{}: {}", args.to.display(), files::count(trees.len(), "game"))?;
    Ok(if is_fine { Outcome::Fine } else { Outcome::Fault })
}

fn name(omitted: &Omission) -> String {
    match omitted {
        Omission::Moves => "the moves",
        Omission::Variations => "the variations",
        Omission::Comments => "the comments",
        Omission::CommentPlaces => "that comments stand before a move",
        Omission::Glyphs => "assessments of moves",
        Omission::Marks => "circles and arrows",
        Omission::Times => "the times of the moves",
        Omission::Result => "the result",
        Omission::ResultReason => "the reason of the result",
        Omission::Tag(name) => return format!("the tag {name}"),
        Omission::Characters => "characters that the encoding does not have",
        Omission::CommentSpace => "white space in comments",
        Omission::Counters => "the counters of the start position",
        Omission::LongText => "the end of a long text",
    }
    .to_owned()
}
