//! Tests of tournament files in the field for players.

use super::{code, evening, started, swiss};
use crate::evening::entries::{EntriesForm, LineFault, MOST_BYTES};
use crate::evening::entry_file::EntryFile;
use chuhe_protocol::{EveningCommand, EveningRequest, WoodenEntry, limits};
use chuhe_rules::Color;
use chuhe_tournaments::State;
use chuhe_tournaments::trf::{BadTrf, Edition, Mark, Trf, TrfPlayer, TrfReason, TrfRound};

fn player(number: u16, name: &str, rounds: Vec<TrfRound>) -> TrfPlayer {
    let (federation, rating) = ("CHN".to_owned(), Some(2000 + number));
    TrfPlayer { number, name: name.to_owned(), federation, rating, rounds, ..TrfPlayer::default() }
}

/// Two players who have met, the second one first.
fn file() -> Trf {
    let met = |opponent, side, mark| vec![TrfRound { opponent: Some(opponent), side: Some(side), mark }];
    let second = TrfPlayer { rating: None, ..player(2, "王天一", met(1, Color::Black, Mark::Loss)) };
    let players = vec![second, player(1, "Li, Wei", met(2, Color::Red, Mark::Win))];
    Trf { name: "Club evening".to_owned(), rounds: Some(3), players, ..Trf::default() }
}

fn form(text: &str) -> EntriesForm {
    let mut form = EntriesForm::default();
    form.edit(text, &State::default());
    form
}

fn entry(name: &str, club: Option<&str>, rating: Option<u16>) -> WoodenEntry {
    WoodenEntry { name: name.to_owned(), club: club.map(str::to_owned), rating }
}

#[test]
fn players_of_a_tournament_file_become_lines() {
    for edition in [Edition::Trf16, Edition::Trf2026] {
        let mut form = form(&file().write(edition));
        assert_eq!(form.text, "Li, Wei\tCHN\t2001\n王天一\tCHN\t");
        assert_eq!(form.file(), Some(&EntryFile::Taken { players: 2, has_results: true }));
        let entries = vec![entry("Li, Wei", Some("CHN"), Some(2001)), entry("王天一", Some("CHN"), None)];
        assert_eq!(form.read().entries, entries);
        let Some(EveningRequest::Organise { command, .. }) = form.request(code()) else {
            panic!("they can be entered")
        };
        assert_eq!(command, EveningCommand::EnterAll(entries));
        // who changes a line still has players of a file
        form.edit(&form.text.replace("CHN", "Club"), &State::default());
        assert!(form.file().is_some());
        form.edit("", &State::default());
        assert_eq!(form.file(), None);
    }
    let mut without = file();
    without.players.iter_mut().for_each(|player| player.rounds.clear());
    let without = form(&without.write(Edition::Trf16));
    assert_eq!(without.file(), Some(&EntryFile::Taken { players: 2, has_results: false }));
}

#[test]
fn a_file_below_a_list_leaves_its_lines() {
    let form = form(&format!("Ada, Club\nLIN Wei\n{}", file().write(Edition::Trf16)));
    assert_eq!(form.text, "Ada, Club\nLIN Wei\nLi, Wei\tCHN\t2001\n王天一\tCHN\t");
    assert_eq!(form.read().entries[0], entry("Ada", Some("Club"), None));
}

#[test]
fn a_broken_file_says_line_column_and_reason_and_stays() {
    let good = file().write(Edition::Trf16);
    let broken = good.replace("2001 CHN", "20O1 CHN");
    assert_ne!(broken, good);
    let mut form = form(&broken);
    let reason = TrfReason::NotANumber("20O1".to_owned());
    assert_eq!(form.file(), Some(&EntryFile::Unreadable(BadTrf { line: 4, column: 49, reason })));
    assert_eq!(form.text, broken);
    assert!(form.read().entries.is_empty() && form.read().bad.is_empty(), "it is no list");
    assert_eq!(form.request(code()), None);
    form.edit(&good, &State::default());
    assert_eq!(form.read().entries.len(), 2);
}

#[test]
fn a_list_that_only_begins_with_digits_stays_a_list() {
    let form = form("001 Li, Club\n012 Wang\nA, B\t, \t3");
    assert_eq!(form.file(), None);
    let entries = [entry("001 Li", Some("Club"), None), entry("012 Wang", None, None)];
    assert_eq!(form.read().entries[..2], entries);
    assert_eq!(form.read().entries[2], entry("A, B", Some(","), Some(3)), "tabs alone separate cells");
}

#[test]
fn the_file_of_the_largest_evening_has_room_and_nothing_is_cut_silently() {
    let count = u16::try_from(limits::EVENING_PLAYERS).unwrap();
    let name = "王".repeat(33);
    let rounds = vec![TrfRound { mark: Mark::ZeroBye, ..TrfRound::default() }; limits::EVENING_PLAYERS];
    let players = (1..=count).map(|number| player(number, &name, rounds.clone())).collect();
    let text = Trf { players, ..file() }.write(Edition::Trf16);
    let broken = text.replace("001  128", "001  12x");
    assert_ne!(broken, text);
    let unreadable = form(&broken);
    assert_eq!(unreadable.text, broken, "it stays whole");
    assert!(!unreadable.is_cut());
    let read = form(&text);
    assert_eq!(read.file(), Some(&EntryFile::Taken { players: limits::EVENING_PLAYERS, has_results: true }));
    assert_eq!(read.read().bad[0].fault, LineFault::Doubled(1));

    let line = "x".repeat(99);
    let mut long = form(&format!("{line}\n").repeat(MOST_BYTES / 100 + 1));
    assert!(long.is_cut());
    assert!(long.text.len() <= MOST_BYTES && long.text.lines().all(|it| it == line), "only whole lines");
    assert_eq!(long.request(code()), None);
    long.edit(&format!("{}x", long.text), &State::default());
    assert!(long.is_cut(), "what was left out is missing still");
    long.edit("Ada", &State::default());
    assert!(!long.is_cut() && long.request(code()).is_some());
}

#[test]
fn more_players_than_there_is_room_for_are_not_entered_in_part() {
    let names = |count: usize| (0..count).map(|number| format!("P{number}\n")).collect::<String>();
    let mut form = form(&names(limits::EVENING_PLAYERS));
    assert_eq!(form.read().over, 0);
    let evening = evening(swiss(3), started(&["Ada"])[..1].to_vec());
    let state = evening.tournament().state();
    form.check(state);
    assert_eq!(form.read().over, 1);
    assert_eq!(form.request(code()), None);
    form.edit(&names(limits::EVENING_PLAYERS - 1), state);
    assert!(form.request(code()).is_some());
}
