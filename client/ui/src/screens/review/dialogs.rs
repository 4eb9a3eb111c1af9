//! The dialogs of the review screen: opening, saving, the games of a file, unsaved changes.

use super::{games, notes};
use crate::screens::dialog;
use crate::screens::parts;
use crate::screens::view::{View, field};
use crate::widgets::{self, ButtonKind};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::analysis::{AnalysisAction, AnalysisOptions};
use chuhe_model::engines::EngineAction;
use chuhe_model::review::reviewing::{RecordDialog, Reviewing};
use chuhe_model::review::{Review, is_record};
use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::{GameResult, GameTree, Start, tag};
use chuhe_rules::Color;
use egui::{Context, Ui, vec2};

const WIDTH: f32 = 440.0;
/// The most characters of an engine's name on a chip.
const ENGINE_CHARS: usize = 24;

pub(super) fn show(view: &View<'_>, ctx: &Context, reviewing: &Reviewing, actions: &mut Vec<Action>) {
    let Some(dialog) = reviewing.dialog() else { return };
    let mut chosen = Vec::new();
    let contents = |ui: &mut Ui, chosen: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        match dialog {
            RecordDialog::Open { path, pastes_here } => open(view, ui, (path, *pastes_here), chosen),
            RecordDialog::Save { path, exists } => {
                save(view, ui, reviewing.review(), (path, *exists), chosen);
            }
            RecordDialog::Games => games(view, ui, reviewing, chosen),
            RecordDialog::Notes => notes::show(view, ui, reviewing, chosen),
            RecordDialog::Tags => tags(view, ui, reviewing.review(), chosen),
            RecordDialog::Analysis => options(view, ui, chosen),
            RecordDialog::Discard(_) => discard(view, ui, chosen),
        }
    };
    // lists fill a phone, and what closes them is to stay in sight
    let closed_by = match dialog {
        RecordDialog::Games => Some("games.close"),
        RecordDialog::Notes => Some("notes.close"),
        RecordDialog::Open { .. }
        | RecordDialog::Save { .. }
        | RecordDialog::Tags
        | RecordDialog::Analysis
        | RecordDialog::Discard(_) => None,
    };
    let name = "review.dialog";
    let response = match closed_by {
        Some(button) => dialog::with_end(view, ctx, (name, WIDTH), &mut chosen, contents, |ui, chosen| {
            close(view, ui, button, chosen);
        }),
        None => dialog::show(view, ctx, name, WIDTH, |ui| contents(ui, &mut chosen)),
    };
    if chosen.is_empty() && dialog::closes(view, &response) {
        chosen.push(Action::Review(ReviewAction::CloseDialog));
    }
    actions.append(&mut chosen);
}

/// Asks for the path of a file, in a browser for the file itself, or for a text.
fn open(view: &View<'_>, ui: &mut Ui, (path, pastes_here): (&str, bool), chosen: &mut Vec<Action>) {
    let text = view.text.records;
    widgets::heading(ui, text.open_title);
    let is_page = view.app.is_page();
    if !is_page {
        let wide = ui.available_width();
        if field(ui, "open.path", Field::RecordPath, path, text.open_hint, wide, chosen) {
            chosen.push(Action::Review(ReviewAction::Open));
        }
    }
    ui.horizontal(|ui| {
        let label = if is_page { text.choose_file } else { view.text.open_game };
        let wide = (ui.available_width() - 8.0) / 2.0;
        if widgets::button_of(ui, "open.yes", label, ButtonKind::Primary, wide).clicked() {
            chosen.push(Action::Review(ReviewAction::Open));
        }
        if widgets::button_of(ui, "open.paste", text.paste, ButtonKind::Plain, wide).clicked() {
            chosen.push(Action::Review(ReviewAction::PasteClipboard));
        }
    });
    if !is_page {
        choose(ui, "open.choose", text.choose_file, chosen);
    }
    if pastes_here {
        ui.label(text.paste_here);
        ui.horizontal(|ui| {
            let wide = ui.available_width() - 104.0;
            let entered = field(ui, "open.text", Field::RecordPath, path, text.paste_hint, wide, chosen);
            let open =
                widgets::button_of(ui, "open.text.yes", view.text.open_game, ButtonKind::Primary, 96.0);
            if entered || open.clicked() {
                chosen.push(Action::Review(ReviewAction::Paste(path.to_owned())));
            }
        });
    }
    let pasted = ui.input(|input| {
        let record = |event: &egui::Event| {
            let egui::Event::Paste(pasted) = event else { return None };
            // a text of several lines is a game and not a path
            let is_game = pasted.trim().contains('\n') || is_record(pasted);
            is_game.then(|| pasted.clone())
        };
        input.events.iter().find_map(record)
    });
    chosen.extend(pasted.map(|text| Action::Review(ReviewAction::Paste(text))));
    widgets::small(ui, text.drop_hint);
    ui.add_space(2.0);
    close(view, ui, "open.close", chosen);
}

/// Asks where to save the record, and offers to copy parts of it.
fn save(
    view: &View<'_>,
    ui: &mut Ui,
    review: &Review,
    (path, exists): (&str, bool),
    chosen: &mut Vec<Action>,
) {
    let text = view.text.records;
    widgets::heading(ui, text.save_title);
    ui.horizontal(|ui| {
        let wide = ui.available_width() - 104.0;
        let entered = field(ui, "save.path", Field::RecordPath, path, text.save_hint, wide, chosen);
        let (label, kind) =
            if exists { (text.replace, ButtonKind::Danger) } else { (view.text.save, ButtonKind::Primary) };
        let save = widgets::button_of(ui, "save.yes", label, kind, 96.0).clicked();
        if save || entered && !exists {
            chosen.push(Action::Review(ReviewAction::Save { replace: exists }));
        }
    });
    if exists {
        ui.label(egui::RichText::new(text.file_exists).color(view.theme.red));
    } else {
        let endings: Vec<String> =
            writable(review).map(|format| format!(".{}", format.extension())).collect();
        widgets::small(ui, &text.formats(&endings.join(view.text.list_comma)));
    }
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        // a browser asks by itself
        if !view.app.is_page() {
            choose(ui, "save.choose", text.choose_place, chosen);
        }
        let xiangqi = matches!(review.tree().start(), Start::Xiangqi(_));
        let copies = [
            ("save.fen", text.copy_fen, ReviewAction::CopyFen),
            ("save.moves", text.copy_moves, ReviewAction::CopyMoves),
            ("save.picture", text.save_picture, ReviewAction::SavePicture),
        ];
        for (name, label, action) in copies.into_iter().skip(usize::from(!xiangqi)) {
            if widgets::button(ui, name, label).clicked() {
                chosen.push(Action::Review(action));
            }
        }
    });
    ui.add_space(2.0);
    close(view, ui, "save.close", chosen);
}

/// The formats that can hold the game of this record.
fn writable(review: &Review) -> impl Iterator<Item = Format> {
    let empty = GameTree::new(review.tree().start().clone());
    let options = WriteOptions::default();
    Format::ALL.into_iter().filter(move |&format| formats::write(&empty, format, &options).is_ok())
}

/// Lists the games of the file.
fn games(view: &View<'_>, ui: &mut Ui, reviewing: &Reviewing, chosen: &mut Vec<Action>) {
    games::show(view, ui, reviewing, chosen);
    if let Some(missing) = reviewing.missing() {
        ui.label(egui::RichText::new(view.text.records.missing(missing)).color(view.theme.red));
    }
}

/// The tags that can be edited, two in each row.
const TAGS: [[&str; 2]; 5] = [
    [tag::RED, tag::BLACK],
    [tag::RED_TEAM, tag::BLACK_TEAM],
    [tag::EVENT, tag::ROUND],
    [tag::DATE, tag::SITE],
    [tag::OPENING, tag::ANNOTATOR],
];
/// The results that can be chosen.
const RESULTS: [GameResult; 4] = [
    GameResult::Won { winner: Color::Red, reason: None },
    GameResult::Won { winner: Color::Black, reason: None },
    GameResult::Drawn(None),
    GameResult::Unknown,
];

/// Edits the players, the competition and the result.
fn tags(view: &View<'_>, ui: &mut Ui, review: &Review, chosen: &mut Vec<Action>) {
    let (text, tree) = (view.text.records, review.tree());
    widgets::heading(ui, text.tags_title);
    let wide = (WIDTH - 8.0) / 2.0;
    for row in TAGS {
        ui.horizontal(|ui| {
            for name in row {
                let value = tree.tag(name).unwrap_or_default();
                let id = format!("tag.{name}");
                let enter = field(ui, &id, Field::Tag(name), value, text.tag_name(name), wide, chosen);
                if enter {
                    chosen.push(Action::Review(ReviewAction::CloseDialog));
                }
            }
        });
    }
    ui.horizontal_wrapped(|ui| {
        for (index, result) in RESULTS.into_iter().enumerate() {
            let label = match text.result(result) {
                "" => text.result_open,
                label => label,
            };
            let is_chosen = tree.result().score() == result.score();
            if parts::chip(ui, &format!("tag.result.{index}"), label, is_chosen) && !is_chosen {
                chosen.push(Action::Review(ReviewAction::Result(result)));
            }
        }
    });
    ui.add_space(2.0);
    close(view, ui, "tags.close", chosen);
}

/// Asks for the threads, the memory and the lines of the analysis.
fn options(view: &View<'_>, ui: &mut Ui, chosen: &mut Vec<Action>) {
    let text = view.text.analysis;
    let cores = view.app.environment().cores;
    let now = view.app.settings().analysis.clamped(cores);
    let is_page = view.app.is_page();
    // a page starts no other program
    widgets::heading(ui, if is_page { text.title } else { text.options_title });
    let engines = &view.app.settings().engines;
    if !engines.is_empty() {
        parts::caption(ui, view.text.engines.engine);
        ui.horizontal_wrapped(|ui| {
            let own = ("options.engine.own".to_owned(), view.text.engines.own.to_owned(), None);
            let others = engines.iter().map(|it| {
                (format!("options.engine.{}", it.id.0), parts::shortened(&it.name, ENGINE_CHARS), Some(it.id))
            });
            for (name, label, engine) in std::iter::once(own).chain(others) {
                if parts::chip(ui, &name, &label, now.engine == engine) {
                    let options = AnalysisOptions { engine, ..now };
                    let action = AnalysisAction::Options(options);
                    chosen.push(Action::Review(ReviewAction::Analysis(action)));
                }
            }
        });
    }
    let mut row = |caption: &str, choices: Vec<(String, String, AnalysisOptions)>| {
        if choices.len() < 2 {
            return;
        }
        parts::caption(ui, caption);
        ui.horizontal_wrapped(|ui| {
            for (name, label, options) in choices {
                if parts::chip(ui, &name, &label, options == now) {
                    let action = AnalysisAction::Options(options);
                    chosen.push(Action::Review(ReviewAction::Analysis(action)));
                }
            }
        });
    };
    let threads = AnalysisOptions::THREADS.into_iter().filter(|&threads| threads <= cores.max(1));
    let threads = threads.map(|threads| {
        (format!("threads.{threads}"), threads.to_string(), AnalysisOptions { threads, ..now })
    });
    row(text.threads, threads.collect());
    let most = if is_page { AnalysisOptions::PAGE_MEMORY_MIB } else { usize::MAX };
    let memory = AnalysisOptions::MEMORY_MIB.into_iter().filter(|&memory_mib| memory_mib <= most);
    let memory = memory.map(|memory_mib| {
        (format!("memory.{memory_mib}"), text.memory_of(memory_mib), AnalysisOptions { memory_mib, ..now })
    });
    row(text.memory, memory.collect());
    let lines = (1..=AnalysisOptions::MAX_LINES)
        .map(|lines| (format!("lines.{lines}"), lines.to_string(), AnalysisOptions { lines, ..now }));
    row(text.lines, lines.collect());
    widgets::small(ui, if is_page { text.settings_explained } else { text.options_explained });
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        close(view, ui, "options.close", chosen);
        if !is_page && widgets::button(ui, "options.engines", view.text.engines.title).clicked() {
            chosen.push(Action::Engines(EngineAction::Open));
        }
    });
}

/// Asks whether to discard unsaved changes.
fn discard(view: &View<'_>, ui: &mut Ui, chosen: &mut Vec<Action>) {
    let text = view.text.records;
    widgets::heading(ui, text.discard_question);
    ui.label(text.discard_explained);
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        if widgets::danger_button(ui, "discard.yes", text.discard_yes).clicked() {
            chosen.push(Action::Review(ReviewAction::Discard));
        }
        if widgets::button(ui, "discard.save", text.save).clicked() {
            chosen.push(Action::Review(ReviewAction::AskSave));
        }
        if widgets::button(ui, "discard.no", view.text.cancel).clicked() {
            chosen.push(Action::Review(ReviewAction::CloseDialog));
        }
    });
}

/// Opens the system's file chooser.
fn choose(ui: &mut Ui, name: &str, label: &str, chosen: &mut Vec<Action>) {
    if widgets::button(ui, name, label).clicked() {
        chosen.push(Action::Review(ReviewAction::ChooseFile));
    }
}

fn close(view: &View<'_>, ui: &mut Ui, name: &str, chosen: &mut Vec<Action>) {
    if widgets::button_of(ui, name, view.text.close, ButtonKind::Plain, 96.0).clicked() {
        chosen.push(Action::Review(ReviewAction::CloseDialog));
    }
}
