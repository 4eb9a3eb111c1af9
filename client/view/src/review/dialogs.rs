//! The dialogs of the review: opening and saving, notes, details, the options of the engine, unsaved changes.

use super::super::parts::{all, shortened};
use super::super::{Button, Choice, Fact, Field, Group, Model, Part, Role, Tone, apart};
use super::encodings::encodings;
use super::games::GamesView;
use chuhe_model::actions::action::{self, Action, RecordField};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::analysis::{AnalysisAction, AnalysisOptions};
use chuhe_model::engines::EngineAction;
use chuhe_model::review::Review;
use chuhe_model::review::reviewing::{MAX_NOTES, RecordDialog, Reviewing};
use chuhe_records::formats::{self, Format, Note, Omission, WriteOptions};
use chuhe_records::{GameResult, GameTree, Start, tag};
use chuhe_rules::Color;

/// The tags that can be edited, in display order.
const TAGS: [&str; 10] = [
    tag::RED,
    tag::BLACK,
    tag::RED_TEAM,
    tag::BLACK_TEAM,
    tag::EVENT,
    tag::ROUND,
    tag::DATE,
    tag::SITE,
    tag::OPENING,
    tag::ANNOTATOR,
];
/// The results that can be chosen.
const RESULTS: [GameResult; 4] = [
    GameResult::Won { winner: Color::Red, reason: None },
    GameResult::Won { winner: Color::Black, reason: None },
    GameResult::Drawn(None),
    GameResult::Unknown,
];
/// Identifies these dialogs.
const ID: &str = "review.dialog";
/// The most characters of an engine's name on a button.
const ENGINE_CHARS: usize = 24;

/// The open dialog, apart from the list of games; `None` without one.
#[must_use]
pub fn dialog(model: &Model<'_>) -> Option<Group> {
    let reviewing = model.app.study().reviewing()?;
    apart(described, (model, reviewing, reviewing.dialog.as_ref()?))
}

fn described((model, reviewing, dialog): (&Model<'_>, &Reviewing, &RecordDialog)) -> Option<Group> {
    let review = &reviewing.review;
    match dialog {
        RecordDialog::Open { path, pastes_here } => Some(open(model, path, *pastes_here)),
        RecordDialog::Save { path, spared, exists, .. } => Some(save(model, review, path, spared, *exists)),
        RecordDialog::Games => GamesView::of(model).map(GamesView::group),
        RecordDialog::Notes => Some(notes(model, reviewing)),
        RecordDialog::Tags => Some(tags(model, review)),
        RecordDialog::Analysis => Some(options(model)),
        RecordDialog::Discard(_) => Some(discard(model, review)),
    }
}

fn close(model: &Model<'_>, id: &'static str) -> Button {
    Button::new(id, model.text.close, ReviewAction::CloseDialog)
}

fn open(model: &Model<'_>, path: &str, pastes_here: bool) -> Group {
    let (text, is_page) = (model.text.records, model.app.desk().is_page());
    let label = if is_page { text.choose_file } else { model.text.open_record };
    let open = Button::new("open.yes", label, ReviewAction::Open).role(Role::Primary);
    let paste = Button::new("open.paste", text.paste, ReviewAction::PasteClipboard);
    let choose = Button::new("open.choose", text.choose_file, ReviewAction::ChooseFile);
    let typed = |id: &'static str, label| Field::new(id, label, RecordField::Path, path);
    let ways: Vec<Part> = if is_page {
        all([open, paste]).collect()
    } else {
        [typed("open.path", text.open_hint).send(open).into(), choose.into(), paste.into()].into()
    };
    let pasted = pastes_here.then(|| {
        let open = ReviewAction::Paste(path.to_owned());
        let open = Button::new("open.text.yes", model.text.open_record, open).role(Role::Primary);
        let input = typed("open.text", text.paste_hint).send(open);
        [Fact::new("open.paste_here", text.paste_here).into(), input.into()]
    });
    let hint = Fact::new("open.hint", text.drop_hint).tone(Tone::Remark);
    let parts = ways.into_iter().chain(pasted.into_iter().flatten()).chain([hint.into()]);
    Group::dialog(ID, text.open_title, parts, vec![close(model, "open.close")])
}

fn save(model: &Model<'_>, review: &Review, path: &str, spared: &[Omission], exists: bool) -> Group {
    let text = model.text.records;
    let (label, role) = if exists { (text.replace, Role::Danger) } else { (model.text.save, Role::Primary) };
    let save = Button::new("save.yes", label, ReviewAction::Save { replace: exists }).role(role);
    let endings: Vec<String> = writable(review).map(|format| format!(".{}", format.extension())).collect();
    let remark = if exists {
        Fact::new("save.remark", text.file_exists).tone(Tone::Wrong)
    } else {
        Fact::new("save.remark", text.formats(&endings.join(model.text.list_comma))).tone(Tone::Remark)
    };
    let is_xiangqi = matches!(review.record.tree().start(), Start::Xiangqi(_));
    let ways = [
        // a browser asks by itself
        (!model.app.desk().is_page(), "save.choose", text.choose_place, ReviewAction::ChooseFile),
        (is_xiangqi, "save.fen", text.copy_fen, ReviewAction::CopyFen),
        (true, "save.moves", text.copy_moves, ReviewAction::CopyMoves),
        (true, "save.picture", text.save_picture, ReviewAction::SavePicture),
    ];
    let ways = ways
        .into_iter()
        .filter_map(|(offered, id, label, action)| offered.then(|| Button::new(id, label, action)));
    let input = Field::new("save.path", text.save_hint, RecordField::Path, path).send(save);
    let parts = all(to_library(model, review, "save.library"));
    let spared = (!spared.is_empty() && !exists).then(|| {
        let lacking = text.pgn_would_lack(&model.text.omitted(spared));
        Fact::new("save.spared", lacking).tone(Tone::Remark)
    });
    let parts = parts.chain([input.into()]).chain(all(format_of(model, review, path)));
    let parts = parts.chain(all(spared)).chain([remark.into()]).chain(all(ways));
    Group::dialog(ID, text.save_title, parts, vec![close(model, "save.close")])
}

/// The formats from which to choose, by the ending of the path; `None` where there is but one.
fn format_of(model: &Model<'_>, review: &Review, path: &str) -> Option<Choice> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let known = name.rsplit_once('.').and_then(|(_, end)| Some((end, Format::from_extension(end)?)));
    let stem = known.and_then(|(end, _)| path.strip_suffix(end)?.strip_suffix('.')).unwrap_or(path);
    let option = |format: Format| {
        let ending = format.extension();
        let typed = Action::Edit(action::Field::Record(RecordField::Path), format!("{stem}.{ending}"));
        let button = Button::new(format!("save.format.{ending}"), format_name(format), typed);
        (button.hint(format!(".{ending}")), known.is_some_and(|(_, it)| it == format))
    };
    let formats: Vec<_> = writable(review).map(option).collect();
    (formats.len() > 1).then(|| Choice::new("save.format", model.text.records.format, formats))
}

/// What a format is called, the same in every language.
const fn format_name(format: Format) -> &'static str {
    match format {
        Format::Pgn => "PGN",
        Format::FenList => "FEN",
        Format::DhtmlXq => "DhtmlXQ",
        Format::Xqf => "XQF",
        Format::Cbr => "CBR",
        Format::Cbl => "CBL",
        Format::Luzhanqi => "TXT",
        Format::Wxf => "WXF",
    }
}

/// Saves the changes of a game of the library there; `None` for other records, and without changes.
fn to_library(model: &Model<'_>, review: &Review, id: &'static str) -> Option<Button> {
    let is_changed = (review.record.unsaved || review.library_is_older) && review.file.library.is_some();
    is_changed.then(|| Button::new(id, model.text.records.save_to_library, ReviewAction::SaveToLibrary))
}

/// The formats that can hold the game of this record.
fn writable(review: &Review) -> impl Iterator<Item = Format> {
    let empty = GameTree::new(review.record.tree().start().clone());
    let options = WriteOptions::default();
    Format::ALL.into_iter().filter(move |&format| formats::write(&empty, format, &options).is_ok())
}

fn notes(model: &Model<'_>, reviewing: &Reviewing) -> Group {
    let (text, notes) = (model.text.records, &reviewing.review.notes);
    let more = notes.len().checked_sub(MAX_NOTES).filter(|&more| more > 0);
    let more = more.map(|more| Fact::new("notes.more", text.more_notes(more)).tone(Tone::Remark));
    let note = |(at, note): (usize, &Note)| {
        let tone = if note.kind.is_fault() { Tone::Wrong } else { Tone::Plain };
        Fact::new(format!("notes.{at}"), text.note(&reviewing.review, note)).tone(tone)
    };
    let notes = notes.iter().take(MAX_NOTES).enumerate().map(note);
    let parts = encodings(model, reviewing).into_iter().chain(all(notes.chain(more)));
    Group::dialog(ID, text.notes_title, parts, vec![close(model, "notes.close")])
}

/// Edits the players, the competition and the result.
fn tags(model: &Model<'_>, review: &Review) -> Group {
    let (text, tree) = (model.text.records, review.record.tree());
    let inputs = TAGS.map(|name| {
        let value = tree.tag(name).unwrap_or_default();
        Field::new(format!("tag.{name}"), text.tag_name(name), RecordField::Tag(name), value)
    });
    let results = RESULTS.into_iter().enumerate().map(|(index, result)| {
        let label = Some(text.result(result)).filter(|label| !label.is_empty());
        let id = format!("tag.result.{index}");
        Button::new(id, label.unwrap_or(text.result_open), ReviewAction::Result(result))
            .chosen(tree.result().score() == result.score())
    });
    let results = Choice::of("tag.result", model.text.mirror.result, results);
    let parts = all(inputs).chain([results.into()]);
    Group::dialog(ID, text.tags_title, parts, vec![close(model, "tags.close")])
}

/// Asks for the threads, the memory and the lines of the analysis.
fn options(model: &Model<'_>) -> Group {
    let (text, settings) = (model.text.analysis(), &model.app.desk().settings);
    let cores = model.app.desk().environment.cores;
    let (now, is_page) = (settings.analysis.clamped(cores), model.app.desk().is_page());
    let choose = |id: String, label: String, options: AnalysisOptions| {
        Button::new(id, label, ReviewAction::Analysis(AnalysisAction::Options(options)))
            .chosen(options == now)
    };
    let own = AnalysisOptions { engine: None, ..now };
    let own = choose("options.engine.own".to_owned(), model.text.engines.own.to_owned(), own);
    let engines = settings.engines.list.iter().map(|it| {
        let options = AnalysisOptions { engine: Some(it.id), ..now };
        choose(format!("options.engine.{}", it.id.0), shortened(&it.name, ENGINE_CHARS), options)
    });
    let threads = AnalysisOptions::THREADS.into_iter().filter(|&threads| threads <= cores.max(1));
    let threads = threads.map(|threads| {
        choose(format!("threads.{threads}"), threads.to_string(), AnalysisOptions { threads, ..now })
    });
    let most = if is_page { AnalysisOptions::PAGE_MEMORY_MIB } else { usize::MAX };
    let memory = AnalysisOptions::MEMORY_MIB.into_iter().filter(|&memory_mib| memory_mib <= most);
    let memory = memory.map(|memory_mib| {
        let options = AnalysisOptions { memory_mib, ..now };
        choose(format!("memory.{memory_mib}"), text.memory_of(memory_mib), options)
    });
    let lines = (1..=AnalysisOptions::MAX_LINES)
        .map(|lines| choose(format!("lines.{lines}"), lines.to_string(), AnalysisOptions { lines, ..now }));
    let mut choices = vec![
        Choice::of("options.engine", model.text.engines.engine, std::iter::once(own).chain(engines)),
        Choice::of("options.threads", text.threads, threads),
        Choice::of("options.memory", text.memory, memory),
        Choice::of("options.lines", text.lines, lines),
    ];
    choices.retain(|choice| choice.options.len() > 1);
    // a page starts no other program
    let (title, remark) = if is_page {
        (text.title, text.settings_explained)
    } else {
        (text.options_title, text.options_explained)
    };
    let engines = Button::new("options.engines", model.text.engines.title, EngineAction::Open);
    let end = (!is_page).then_some(engines).into_iter().chain([close(model, "options.close")]);
    let remark = Fact::new("options.remark", remark).tone(Tone::Remark);
    Group::dialog(ID, title, all(choices).chain([remark.into()]), end.collect())
}

/// Asks whether to discard unsaved changes.
fn discard(model: &Model<'_>, review: &Review) -> Group {
    let text = model.text.records;
    let to_library = to_library(model, review, "discard.library");
    // the library may not hold all of it
    let to_file = Button::new("discard.save", text.save, ReviewAction::AskSave);
    let discard = Button::new("discard.yes", text.discard_yes, ReviewAction::Discard).role(Role::Danger);
    let no = Button::new("discard.no", model.text.cancel, ReviewAction::CloseDialog);
    let answers = [discard].into_iter().chain(to_library).chain([to_file, no]).collect();
    let explained = all([Fact::new("discard.explained", text.discard_explained)]);
    Group::dialog(ID, text.discard_question, explained, answers)
}
