//! Writes what can be clicked, for a test that drives the window from outside
//! (`--ui-trace`): a line of JSON whenever it changes, in the pixels of the window.

use crate::core::scene::{Lift, Point, Scene, Shape, TileFace};
use crate::core::ui_trace::UiTrace;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// The file, what was written to it last, and what was seen on the last frame.
#[derive(Debug)]
pub struct TraceFile {
    file: File,
    written: String,
    seen: String,
}

/// What a line says.
#[derive(Serialize)]
struct Page<'a> {
    screen: &'a str,
    scale: f32,
    widgets: Vec<Widget<'a>>,
    /// The middle of each square of the board.
    squares: BTreeMap<String, [i32; 2]>,
    /// The letter of the piece on each square, as in FEN or in a position of luzhanqi, or a question
    /// mark where it lies face down; none while it is on its way.
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
    /// Writes to the end of this file, which may be a pipe.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Self { file, written: String::new(), seen: String::new() })
    }

    /// Writes a line, if it says something else than the last and did so on two frames: a dialog
    /// may settle on its second.
    pub fn write(&mut self, trace: &UiTrace, scene: &Scene, scale: f32) {
        let line = match serde_json::to_string(&page(trace, scene, scale)) {
            Ok(text) => text + "\n",
            Err(error) => return tracing::warn!(%error, "no trace"),
        };
        if std::mem::replace(&mut self.seen, line.clone()) != line || line == self.written {
            return;
        }
        match self.file.write_all(line.as_bytes()) {
            Ok(()) => self.written = line,
            Err(error) => tracing::warn!(%error, "no trace"),
        }
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

/// Where a piece lies that lies still, and its letter.
fn piece(shape: &Shape) -> Option<(Point, char)> {
    if let Shape::Disc { piece, center, lifted: false, .. } = shape {
        return Some((*center, piece.fen_letter()));
    }
    let Shape::Tile { face, center, lift: Lift::Lying, .. } = shape else { return None };
    let letter = match face {
        TileFace::Up(piece) => piece.letter(),
        TileFace::Down { .. } => '?',
    };
    Some((*center, letter))
}
