//! Writes the clickable widgets and squares as lines of JSON (`--ui-trace`).
//!
//! Tests that drive the window from outside read them.
//!
//! A line is written whenever something changes. Positions are in pixels of the window.

use crate::core::drawing::scene::{Lift, Point, Scene, Shape, TileFace};
use crate::core::drawing::ui_trace::UiTrace;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The file, the last line written, and the line of the last frame.
#[derive(Debug)]
pub struct TraceFile {
    file: File,
    written: String,
    last: String,
}

/// The contents of a line.
#[derive(Serialize)]
struct Page<'a> {
    screen: &'a str,
    scale: f32,
    widgets: Vec<Widget<'a>>,
    /// The center of each square of the board.
    squares: BTreeMap<String, [i32; 2]>,
    /// The letter of the piece on each square, as in FEN or in the notation of luzhanqi; `?`
    /// for a piece face down. Pieces in motion are omitted.
    pieces: BTreeMap<String, char>,
}

#[derive(Serialize)]
struct Widget<'a> {
    id: &'a str,
    label: &'a str,
    x: i32,
    y: i32,
    w: i32,
    h: i32,
    enabled: bool,
}

impl TraceFile {
    /// Opens a file or a pipe for appending.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Self { file, written: String::new(), last: String::new() })
    }

    /// Writes a line if it differs from the last one and was the same in two frames. Returns whether
    /// it waits for the second frame.
    ///
    /// It waits because egui may lay out a dialog differently in the second frame.
    pub fn write(&mut self, trace: &UiTrace, scene: &Scene, scale: f32) -> bool {
        let line = match serde_json::to_string(&page(trace, scene, scale)) {
            Ok(text) => text + "\n",
            Err(error) => {
                tracing::warn!(%error, "cannot write the UI trace");
                return false;
            }
        };
        if line == self.written {
            self.last = line;
            return false;
        }
        if self.last != line {
            self.last = line;
            return true;
        }
        match self.file.write_all(line.as_bytes()) {
            Ok(()) => self.written = line,
            Err(error) => tracing::warn!(%error, "cannot write the UI trace"),
        }
        false
    }
}

fn page<'a>(trace: &'a UiTrace, scene: &Scene, scale: f32) -> Page<'a> {
    let pixel = |length: f32| (length * scale).round() as i32;
    let place = |point: Point| [pixel(point.x), pixel(point.y)];
    let mut pieces = BTreeMap::new();
    for shape in &scene.shapes {
        if let Some((center, letter)) = piece(shape) {
            pieces.extend(scene.target_at(center).map(|place| (place.to_string(), letter)));
        }
    }
    Page {
        screen: &trace.screen,
        scale,
        widgets: trace
            .widgets
            .iter()
            .map(|widget| Widget {
                id: &widget.id,
                label: &widget.label,
                x: pixel(widget.rect.left()),
                y: pixel(widget.rect.top()),
                w: pixel(widget.rect.width()),
                h: pixel(widget.rect.height()),
                enabled: widget.enabled,
            })
            .collect(),
        squares: scene
            .targets
            .iter()
            .map(|target| (target.place.to_string(), place(target.area.center())))
            .collect(),
        pieces,
    }
}

/// Returns the position and the letter of a piece, unless it is in motion.
fn piece(shape: &Shape) -> Option<(Point, char)> {
    if let Shape::Disc { piece, center, lifted: false, .. } = shape {
        return Some((*center, piece.fen_letter()));
    }
    let Shape::Tile { face, center, lift: Lift::Lying, .. } = shape else { return None };
    let letter = match face {
        TileFace::Up(piece) => piece.letter(),
        TileFace::Down { .. } | TileFace::Ranged { .. } => '?',
    };
    Some((*center, letter))
}
