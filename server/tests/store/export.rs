//! Exports and imports: the same bytes again, and nothing from bad input.

use crate::migration::{BO, FINISHED_XIANGQI, RUNNING_LUZHANQI, fixture};
use chuhe_hub::{Address, ConnectionId, Hub, HubConfig, Input, Output};
use chuhe_protocol::{ClientMessage, DoorRequest, Refusal, Request, ServerMessage, limits};
use chuhe_rules::clock::Timestamp;
use chuhe_server::store::{EndedRange, ExportOptions, ImportError, Sqlite, export, import, verify};
use chuhe_store::{games_of, restore};
use std::path::Path;
use tempfile::{TempDir, tempdir};

const ALL: ExportOptions = ExportOptions { passwords: true, all_games: true, ended: None, player: None };

/// The data of a killed server, with finished and running games of both kinds.
fn data() -> TempDir {
    let folder = fixture();
    drop(Sqlite::open(folder.path()).unwrap());
    folder
}

fn exported(folder: &Path, options: ExportOptions) -> String {
    let mut text = Vec::new();
    let mut shown = 0;
    let exported = export(folder, options, &mut text, &mut |done, _| shown = done).unwrap();
    assert_eq!((exported.left_out, shown), (vec![], exported.games));
    String::from_utf8(text).unwrap()
}

fn import_text(folder: &Path, text: &str) -> Result<(), ImportError> {
    import(folder, &mut text.as_bytes()).map(drop)
}

#[test]
fn an_imported_export_is_exported_as_the_same_bytes() {
    let data = data();
    for options in [ALL, ExportOptions::default(), ExportOptions { all_games: false, ..ALL }] {
        let text = exported(data.path(), options);
        let copy = tempdir().unwrap();
        import_text(copy.path(), &text).unwrap();
        assert_eq!(exported(copy.path(), options), text);
        let verdict = verify(copy.path(), &mut |_, _| {}).unwrap();
        assert_eq!((verdict.problems, verdict.set_aside), (vec![], vec![]));
    }
    let copy = tempdir().unwrap();
    import_text(copy.path(), &exported(data.path(), ALL)).unwrap();
    let restored =
        [data.path(), copy.path()].map(|folder| restore(&mut Sqlite::open(folder).unwrap()).unwrap());
    let [before, after] = restored.map(|restored| {
        let games = restored.games.into_iter().map(|stored| (stored.game, stored.entries));
        let players = restored.players.into_iter().map(|(player, _, row)| (player, row));
        (games.collect::<Vec<_>>(), players.collect::<Vec<_>>())
    });
    assert_eq!(before, after, "games continue and accounts are whole");
}

#[test]
fn an_export_has_no_passwords_and_no_running_games_unless_requested() {
    let data = data();
    let (all, usual) = (exported(data.path(), ALL), exported(data.path(), ExportOptions::default()));
    let running = format!("{{\"game\":{{\"id\":{},", RUNNING_LUZHANQI.0);
    let finished = format!("{{\"game\":{{\"id\":{},", FINISHED_XIANGQI.0);
    assert!(all.contains("$argon2id$") && all.contains(&running) && all.contains(&finished));
    assert!(!usual.contains("argon2") && !usual.contains(&running) && usual.contains(&finished));
    assert!(!usual.contains("\"running\":true"));
    assert!(usual.starts_with("{\"chuhe-export\":{\"version\":3}}\n"), "{usual}");
}

#[test]
fn an_export_of_a_range_has_the_games_that_ended_in_it() {
    let data = data();
    let mut store = Sqlite::open(data.path()).unwrap();
    let (listed, _) = games_of(&mut store, BO, None, 99).unwrap();
    drop(store);
    let finished = listed.iter().find(|game| game.game == FINISHED_XIANGQI).unwrap();
    let at = finished.ended_at_ms;
    let games = |from_ms, before_ms| {
        let ended = Some(EndedRange { from_ms, before_ms });
        let text = exported(data.path(), ExportOptions { ended, ..ALL });
        import_text(tempdir().unwrap().path(), &text).unwrap();
        let line = format!("{{\"game\":{{\"id\":{},", FINISHED_XIANGQI.0);
        let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        (text.contains(&line), count("{\"game\":"), count("{\"listed\":"))
    };
    assert_eq!(games(at, at + 1), (true, 1, 2));
    assert!(!games(0, at).0);
    assert!(!games(at + 1, u64::MAX).0);
    assert_eq!(games(0, 1), (false, 0, 0));
}

/// Returns the refusal of a new connection that joins with `name`.
fn join(hub: &mut Hub, now: Timestamp, connection: u64, name: &str) -> Option<Refusal> {
    let connection = ConnectionId(connection);
    hub.handle(now, Input::Connected(connection, Address(1), now));
    let message = ClientMessage::Door(DoorRequest::Join { name: name.into(), hall: None });
    hub.handle(now, Input::Received(connection, Request { number: 1, message }));
    std::iter::from_fn(|| hub.poll_output()).find_map(|output| {
        if let Output::Send(to, ServerMessage::Refused { reason, .. }) = output
            && to == connection
        {
            Some(reason)
        } else {
            None
        }
    })
}

#[test]
fn names_stay_registered_when_they_are_imported_without_passwords() {
    let copy = tempdir().unwrap();
    import_text(copy.path(), &exported(data().path(), ExportOptions::default())).unwrap();
    let restored = restore(&mut Sqlite::open(copy.path()).unwrap()).unwrap();
    assert_eq!(restored.players.len(), 8);
    let mut now = restored.latest();
    let (mut hub, set_aside) = Hub::restore(HubConfig::seeded([3; 32]), now, restored);
    assert_eq!(set_aside, []);
    let end = now.plus_ms(2 * limits::GUEST_NAME_MS);
    while let Some(at) = hub.poll_timeout().filter(|at| *at <= end) {
        now = now.max(at);
        hub.handle(now, Input::Tick);
    }
    assert_eq!(join(&mut hub, now, 1, "Bo"), Some(Refusal::NameRegistered));
    assert_eq!(join(&mut hub, now, 2, "Cy"), None, "a guest stays a guest");
}

/// Imports bad text: the line is named, and nothing is imported.
#[track_caller]
fn refused(lines: &[&str], line: usize, why: &str) {
    let folder = tempdir().unwrap();
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let error = import_text(folder.path(), &text).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with(&format!("line {line}: ")) && text.contains(why), "{text}");
    let left: Vec<_> = folder.path().read_dir().unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["chuhe.lock"]);
}

#[test]
fn bad_input_is_refused_with_its_line_and_nothing_is_imported() {
    let text = exported(data().path(), ALL);
    let guest = text.replacen("\"registered\":true", "\"registered\":false", 1);
    let lines: Vec<&str> = text.lines().collect();
    let with = |change: &dyn Fn(&mut Vec<&str>)| {
        let mut lines = lines.clone();
        change(&mut lines);
        lines
    };
    let first =
        |kind: &str| lines.iter().position(|line| line.starts_with(&format!("{{\"{kind}\""))).unwrap();
    let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat();
    let (player, game, event) = (first("player"), first("game"), first("event"));
    let (listed, end) = (first("listed"), lines.len() - 1);
    for length in [1, player + 1, game, game + 3, end] {
        refused(&lines[..length], length + 1, "ends before its last line");
    }
    refused(&[], 1, "ends before");
    refused(&["hello"], 1, "expected");
    refused(&lines[1..], 1, "version");
    refused(&["{\"chuhe-export\":{\"version\":1}}"], 1, "version 1");
    refused(&["{\"chuhe-export\":{\"version\":2}}"], 1, "version 2");
    refused(&["{\"chuhe-export\":{\"version\":4}}"], 1, "version 4");
    refused(&with(&|lines| lines.insert(1, lines[0])), 2, "version");
    refused(&with(&|lines| lines.push(lines[1])), lines.len() + 1, "after the end");
    refused(&guest.lines().collect::<Vec<_>>(), player + 1, "not registered");
    refused(&with(&|lines| lines[player] = lines[event]), player + 1, "without its game");
    refused(&without(event), event + 1, "where 0 is due");
    refused(&without(player), end, "counts differ");
    refused(&without(listed), end, "counts differ");
    refused(&with(&|lines| lines.insert(listed, lines[game])), listed + 1, "is there twice");
    refused(
        &with(&|lines| lines[game + 1] = "{\"event\":{\"n\":0,\"value\":{\"RoomV1\":{\"notified\":[]}}}}"),
        game + 2,
        "not a journal entry",
    );
    let twice = with(&|lines| {
        lines.insert(player, lines[player]);
    });
    let counted = lines[end].replacen("\"players\":8", "\"players\":9", 1);
    let twice: Vec<&str> = twice[..end + 1].iter().copied().chain([counted.as_str()]).collect();
    refused(&twice, end + 2, "there twice");
    // a game without its second event is none; the line after it is named
    let next = (event + 1..).find(|n| !lines[*n].starts_with("{\"event\"")).unwrap();
    let cut: Vec<&str> = lines[..event + 1].iter().chain(&lines[next..]).copied().collect();
    let error = import_text(tempdir().unwrap().path(), &(cut.join("\n") + "\n")).unwrap_err();
    assert!(matches!(error, ImportError::Line { .. }), "{error}");
    let long = "x".repeat(2 << 20);
    refused(&[lines[0], &long], 2, "too long");
}

#[test]
fn an_import_changes_no_data_that_is_there() {
    let data = data();
    let text = exported(data.path(), ALL);
    let error = import_text(data.path(), &text).unwrap_err();
    assert!(error.to_string().contains("exists already"), "{error}");
    assert_eq!(exported(data.path(), ALL), text);
}

#[test]
fn a_failed_export_leaves_no_file_and_can_be_repeated() {
    use chuhe_server::shell::operate::maintenance::export_to;
    let (data, out) = (data(), tempdir().unwrap());
    let to = out.path().join("export.jsonl");
    let export = |from: &Path| export_to(from, &to, ExportOptions::default());
    let is_empty = || out.path().read_dir().unwrap().next().is_none();
    assert!(export(&out.path().join("nothing")).is_err());
    assert!(is_empty(), "after a wrong directory");
    let server = Sqlite::open(data.path()).unwrap();
    assert!(export(data.path()).is_err());
    assert!(is_empty(), "after one in use");
    drop(server);
    export(data.path()).unwrap();
    let text = std::fs::read_to_string(&to).unwrap();
    assert_eq!(text, exported(data.path(), ExportOptions::default()));
    assert!(export(data.path()).is_err(), "a file is not overwritten");
    assert_eq!(std::fs::read_to_string(&to).unwrap(), text);
}
