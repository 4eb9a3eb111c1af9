//! The review of a record, and the position that is being set up.

use super::board;
use super::tree::{Line, Node};
use chuhe_model::actions::action::{Field, LibraryAction};
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::lobby::challenge::FormError;
use chuhe_model::review::game_list::occasion;
use chuhe_model::review::reviewing::{MAX_NOTES, RecordDialog, Reviewing};
use chuhe_model::review::set_up::Purpose;
use chuhe_model::review::{Label, Review};
use chuhe_model::table::move_list::{MoveRows as _, Row};
use chuhe_model::table::typed_move::{self, MoveTyping as _};
use chuhe_records::formats::{Encoding, Note};
use chuhe_records::{NodeId, tag};
use chuhe_rules::Color;
use chuhe_text::boards::{Grid, known, luzhanqi_grid, xiangqi_grid};
use chuhe_view::Model as View;

/// The most games of a file. The search leads to the others.
const MOST_GAMES: usize = 50;
/// The most moves and comments of a record. Steps lead to the others.
const MOST_ROWS: usize = 200;

pub(super) fn heading(view: &View<'_>) -> String {
    let Some(reviewing) = view.app.reviewing() else { return String::new() };
    let players = Color::ALL.map(|side| reviewing.review().player(side));
    if players.iter().all(|player| player.is_empty()) {
        return view.text.records.review.to_owned();
    }
    players.join(view.text.versus)
}

pub(super) fn nodes(view: &View<'_>) -> Vec<Node> {
    let Some(reviewing) = view.app.reviewing() else { return Vec::new() };
    let (text, review) = (view.text, reviewing.review());
    let mut nodes = Vec::new();
    nodes.extend(discard(view, reviewing.dialog()));
    nodes.extend(reviewing.missing().map(|it| Node::text("review.missing", text.records.missing(it))));
    nodes.extend(notes(view, reviewing));
    nodes.extend(games(view, reviewing));
    nodes.push(Node::text("review.shown", shown(view, review)));
    nodes.extend(board_of(view, review).map(|grid| board::board(view, text.local.board, grid)));
    nodes.push(moves(view, review));
    if review.may_type() {
        let label = text.keys.move_hint(typed_move::example(review, view.app.notation()));
        let play = (Field::Move, ReviewAction::PlayTyped.into());
        nodes.push(Node::line("move", [label.as_str(), text.mirror.play], review.typed(), play));
    }
    nodes.push(comment(view, review));
    nodes.push(Node::button("review.flip", text.flip, ReviewAction::Flip));
    nodes.push(Node::button("review.setup", text.records.set_up, SetUpAction::OpenForReview));
    nodes.push(Node::button("review.open", text.records.open, ReviewAction::AskOpen));
    nodes.push(Node::button("review.save", text.records.save, ReviewAction::AskSave));
    nodes.push(Node::button("review.copy_fen", text.records.copy_fen, ReviewAction::CopyFen));
    nodes.push(Node::button("review.copy_moves", text.records.copy_moves, ReviewAction::CopyMoves));
    nodes.push(Node::button("review.library", text.library, LibraryAction::Open));
    nodes.push(Node::button("review.close", text.close, ReviewAction::Leave));
    nodes
}

/// The question whether to discard changes.
fn discard(view: &View<'_>, dialog: Option<&RecordDialog>) -> Option<Node> {
    let text = view.text;
    match dialog? {
        RecordDialog::Discard(_) => {
            let answers = vec![
                Node::text("review.discard.explained", text.records.discard_explained),
                Node::button("review.discard.yes", text.records.discard_yes, ReviewAction::Discard),
                Node::button("review.discard.no", text.cancel, ReviewAction::CloseDialog),
            ];
            Some(Node::dialog("review.discard", text.records.discard_question, answers))
        }
        RecordDialog::Open { .. } if view.app.is_page() => {
            let nodes = vec![
                Node::button("review.path.use", text.records.choose_file, ReviewAction::Open),
                Node::button("review.paste", text.records.paste, ReviewAction::PasteClipboard),
                Node::button("review.path.close", text.cancel, ReviewAction::CloseDialog),
            ];
            Some(Node::dialog("review.file", text.records.open_title, nodes))
        }
        RecordDialog::Open { path, .. } => Some(path_dialog(view, text.records.open_title, path, {
            (text.records.open, ReviewAction::Open)
        })),
        RecordDialog::Save { path, exists } => {
            let label = if *exists { text.records.replace } else { text.records.save };
            let save = ReviewAction::Save { replace: *exists };
            Some(path_dialog(view, text.records.save_title, path, (label, save)))
        }
        // what they show is on the screen without a dialog
        RecordDialog::Games | RecordDialog::Notes | RecordDialog::Tags | RecordDialog::Analysis => None,
    }
}

/// What was unusual in the file, and its encoding.
fn notes(view: &View<'_>, reviewing: &Reviewing) -> Vec<Node> {
    let text = view.text;
    let all = reviewing.review().notes();
    let node = |(at, note): (usize, &Note)| Node::text(format!("review.note.{at}"), text.records.note(note));
    let (faults, others): (Vec<_>, Vec<_>) =
        all.iter().enumerate().take(MAX_NOTES).partition(|(_, note)| note.kind.is_fault());
    let mut nodes: Vec<Node> = faults.into_iter().map(node).collect();
    let Some(heading) = text.records.reading(reviewing) else { return nodes };
    let mut rest: Vec<Node> = others.into_iter().map(node).collect();
    if let Some(source) = reviewing.source() {
        let label = text.records.read_in(source);
        let encodings = Encoding::ALL.map(|encoding| {
            let name = text.records.encoding(encoding).to_owned();
            (name, encoding == source.encoding, ReviewAction::ReadAs(encoding))
        });
        rest.push(Node::choice("review.encoding", label, encodings));
    }
    nodes.push(Node::more("review.notes", heading, rest));
    nodes
}

/// The games of the file, with the search in them.
fn games(view: &View<'_>, reviewing: &Reviewing) -> Option<Node> {
    let (text, list, games) = (view.text, reviewing.list(), reviewing.games());
    if games.is_empty() {
        return None;
    }
    let found = list.count(games.len());
    let (hint, count) = (text.records.search_games, text.records.games_found(found, games.len()));
    let mut nodes = vec![
        Node::field("review.games.search", hint, list.filter(), Field::FileGames),
        Node::text("review.games.found", count),
    ];
    let places = (0..found.min(MOST_GAMES)).filter_map(|row| list.place(row));
    nodes.extend(places.filter_map(|place| {
        let tree = &games.get(place)?.tree;
        let players = Color::ALL.map(|side| match side {
            Color::Red => tree.tag(tag::RED).unwrap_or("—"),
            Color::Black => tree.tag(tag::BLACK).unwrap_or("—"),
        });
        let label = format!("{}. {}", place + 1, players.join(text.versus));
        let result = text.records.result(tree.result());
        let facts = occasion(tree).chain([result]).filter(|fact| !fact.is_empty());
        let label = std::iter::once(&*label).chain(facts).collect::<Vec<_>>().join(" · ");
        Some(Node::button(format!("review.game.{place}"), label, ReviewAction::Game(place)))
    }));
    Some(Node::more("review.games", text.records.games_of_file, nodes))
}

fn path_dialog(view: &View<'_>, title: &str, path: &str, (label, action): (&str, ReviewAction)) -> Node {
    let nodes = vec![
        Node::field("review.path", title, path, Field::RecordPath),
        Node::button("review.path.use", label, action),
        Node::button("review.path.choose", view.text.records.choose_file, ReviewAction::ChooseFile),
        Node::button("review.path.close", view.text.cancel, ReviewAction::CloseDialog),
    ];
    Node::dialog("review.file", title, nodes)
}

/// The move before the shown position, with its number, and whose turn it is.
fn shown(view: &View<'_>, review: &Review) -> String {
    let node = review.node();
    let moved = said(view, review, node);
    let turn = review.replay().side_to_move().map(|side| view.text.to_move(side));
    moved.into_iter().chain(turn).collect::<Vec<_>>().join(" · ")
}

fn board_of(view: &View<'_>, review: &Review) -> Option<Grid> {
    if let Some(position) = review.replay().xiangqi() {
        return Some(xiangqi_grid(view.app, position, review.bottom()));
    }
    let game = review.replay().luzhanqi()?;
    let position = game.position();
    Some(luzhanqi_grid(view.app, game.board(), review.bottom(), |station| {
        Some(known(view.app, position?.piece_at(station)?))
    }))
}

/// A move with its number and its assessments; `None` for the start.
fn said(view: &View<'_>, review: &Review, node: NodeId) -> Option<String> {
    let label = review.label(node)?;
    let (first, number) = review.first();
    let ply = review.tree().ply(node) + usize::from(first == Color::Black) - 1;
    let side = if ply.is_multiple_of(2) { Color::Red } else { Color::Black };
    let written = match label {
        Label::Xiangqi(_) => view.app.move_text(label),
        Label::Luzhanqi(written) => view.text.ply_sentence(side, None, written),
    };
    let check = match label {
        Label::Xiangqi(mv) => mv.checks.then(|| view.text.in_check.to_owned()),
        Label::Luzhanqi(_) => None,
    };
    let glyphs = review.tree().annotation(node).glyphs.iter().filter_map(|glyph| glyph.symbol());
    let glyphs = glyphs.map(str::to_owned);
    let numbered = format!("{}. {}", number + ply / 2, view.text.labelled(view.text.color(side), &written));
    Some(std::iter::once(numbered).chain(glyphs).chain(check).collect::<Vec<_>>().join(" · "))
}

/// The moves around the shown one with their comments, and the steps through them.
fn moves(view: &View<'_>, review: &Review) -> Node {
    let (text, rows, tree) = (view.text, review.rows(), review.tree());
    let at = rows.find(review.node()).unwrap_or_default();
    let first = at.saturating_sub(MOST_ROWS / 2);
    let mut lines = Vec::new();
    for row in (first..rows.count().min(first + MOST_ROWS)).map(|index| rows.row(index)) {
        match row {
            Row::Moves { cells, .. } => lines.extend(cells.into_iter().flatten().filter_map(|node| {
                let text = said(view, review, node)?;
                Some(Line { id: format!("{node:?}"), text, current: node == review.node() })
            })),
            Row::Comment { of, before, .. } => {
                let annotation = tree.annotation(of);
                let comment = if before { &annotation.before } else { &annotation.comment };
                lines.push(Line::new(format!("{of:?}.{before}"), comment.clone()));
            }
        }
    }
    let mut nodes = Vec::new();
    if lines.is_empty() {
        nodes.push(Node::text("moves.none", text.records.no_moves));
    } else {
        nodes.push(Node::list("moves.list", text.moves, lines));
    }
    let steps = [
        ("step.first", text.step_first, Step::First),
        ("step.back", text.step_back, Step::Back),
        ("step.forward", text.step_forward, Step::Forward),
        ("step.last", text.step_last, Step::Last),
        ("step.previous", text.records.previous_variation, Step::PreviousVariation),
        ("step.next", text.records.next_variation, Step::NextVariation),
    ];
    let steps = steps.into_iter().filter(|(.., step)| review.target(*step).is_some());
    nodes.extend(steps.map(|(id, label, step)| Node::button(id, label, ReviewAction::Step(step))));
    Node::section("moves", text.moves, nodes)
}

/// The field for the comment on the shown move.
fn comment(view: &View<'_>, review: &Review) -> Node {
    let (text, node) = (view.text, review.node());
    let annotation = review.tree().annotation(node);
    let is_start = node == NodeId::ROOT;
    let label = if is_start { text.records.comment_on_game } else { text.records.comment_hint };
    let mut nodes = vec![Node::field("review.comment", label, &annotation.comment, Field::Comment)];
    if !is_start {
        let label = text.records.comment_before_hint;
        nodes.push(Node::field("review.comment.before", label, &annotation.before, Field::CommentBefore));
    }
    Node::more("review.comments", text.records.comment_after, nodes)
}

/// The position that is being set up.
pub(super) fn set_up(view: &View<'_>) -> Vec<Node> {
    let Some(set_up) = view.app.set_up() else { return Vec::new() };
    let text = view.text;
    let position = set_up.position();
    let done = match set_up.purpose() {
        Purpose::Review => text.records.review_position,
        Purpose::Challenge => text.records.use_position,
    };
    let sides = Color::ALL.map(|side| (text.to_move(side), side == set_up.side(), SetUpAction::Side(side)));
    let mut nodes = vec![
        Node::field("setup.fen", "FEN", set_up.fen(), Field::SetUpFen),
        Node::choice("setup.side", text.records.set_up, sides),
        Node::button("setup.start", text.records.start_position, SetUpAction::Start),
        Node::button("setup.clear", text.records.clear_board, SetUpAction::Clear),
    ];
    let permit = match &position {
        Ok(_) => Ok(()),
        Err(error) => Err(text.form_error(FormError::Start(*error))),
    };
    let message = permit.clone().err().unwrap_or_else(|| text.records.legal_position.to_owned());
    nodes.push(Node::text("setup.fault", message));
    if let Ok(position) = &position {
        let grid = xiangqi_grid(view.app, position, set_up.bottom());
        nodes.push(board::board(view, text.local.board, grid));
    }
    nodes.push(Node::permitted("setup.done", done, permit, SetUpAction::Done));
    nodes.push(Node::button("setup.cancel", text.cancel, SetUpAction::Cancel));
    nodes
}
