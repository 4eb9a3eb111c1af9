//! TRF: files are read and written, and each error names its place.

use crate::support::{Dice, Evening, assert_consistent, swiss};
use chuhe_rules::Color;
use chuhe_tournaments::trf::{BadImport, BadTrf, Edition, Mark, Trf, TrfPoints, TrfReason};
use chuhe_tournaments::{
    Event, NoPairing, PlayerId, Refusal, Regulations, RoundRobinRules, System, next_pairing, standings,
};

/// Three players and two rounds, with a bye each, in the layout of FIDE C.04.A annex 2.
const FILE: &str = "\
012 Club evening\r
022 Guangzhou\r
XXR 3\r
XXC black1\r
001    1 m GM Li, Wei                           2400 CHN  1234567890 1990/01/02  1.5    1     2 w 1     3 b =\r
001    2      Wang, Hong                        2300 CHN                         1.0    2     1 b 0  0000 - U\r
001    3      Zhao, Xin                              CHN                         1.5    1  0000 - U     1 w =\r
";

fn read(text: &str) -> Trf {
    Trf::read(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn fields_are_read_by_their_columns() {
    let trf = read(FILE);
    assert_eq!((trf.name.as_str(), trf.rounds, trf.first), ("Club evening", Some(3), Some(Color::Black)));
    assert_eq!(trf.others, ["022 Guangzhou"]);
    let first = &trf.players[0];
    assert_eq!((first.number, first.title.as_str(), first.name.as_str()), (1, "m GM", "Li, Wei"));
    assert_eq!((first.rating, first.federation.as_str()), (Some(2400), "CHN"));
    assert_eq!((first.identity.as_str(), first.points, first.rank), (" 1234567890 1990/01/02", 15, Some(1)));
    assert_eq!((first.rounds[1].opponent, first.rounds[1].side), (Some(3), Some(Color::Black)));
    assert_eq!(trf.players[1].rounds[1].mark, Mark::PairingBye);
    assert_eq!(trf.players[2].rating, None);
}

#[test]
fn what_is_written_reads_the_same() {
    let trf = read(FILE);
    for edition in [Edition::Trf16, Edition::Trf2026] {
        let mut again = read(&trf.write(edition));
        again.players.iter_mut().zip(&trf.players).for_each(|(again, player)| again.line = player.line);
        assert_eq!(again, trf);
    }
    assert_eq!(trf.write(Edition::Trf16), FILE);
}

#[test]
fn points_of_both_editions_are_read() {
    let points = |line: &str| read(&FILE.replace("XXR 3", line)).points;
    let chinese = TrfPoints { win: 20, draw: 10, loss: 0, bye: 20 };
    assert_eq!(points("162  W 2.0    D 1.0    L 0.0"), chinese);
    assert_eq!(points("162  W 2.0    D 1.0    P 1.0"), TrfPoints { bye: 10, ..chinese });
    assert_eq!(points("XXS W=2.0 D=1.0"), chinese);
    assert_eq!(points("BBW  2.0\nBBD  1.0\nBBU  2.0"), chinese);
    assert_eq!(points("XXR 3"), TrfPoints::default());
}

#[test]
fn errors_name_line_column_and_reason() {
    let error = |from: &str, to: &str| {
        assert!(FILE.contains(from), "{from:?} is in the file");
        let BadTrf { line, column, reason } =
            Trf::read(&FILE.replacen(from, to, 1)).expect_err("the file is damaged");
        (line, column, reason)
    };
    let number = |text: &str| TrfReason::NotANumber(text.to_owned());
    assert_eq!(error("XXR 3", "XXR three"), (3, 5, number("three")));
    assert_eq!(error("001    1 m", "001    x m"), (5, 8, number("x")));
    assert_eq!(error("001    1 m", "001      m"), (5, 5, TrfReason::NumberMissing));
    assert_eq!(error(" 2400 CHN", " 24OO CHN"), (5, 49, number("24OO")));
    assert_eq!(error(" 1.5    1     2 w 1", " 1,x    1     2 w 1"), (5, 82, number("1,x")));
    assert_eq!(error("     2 w 1 ", "     2 x 1 "), (5, 97, TrfReason::UnknownSide('x')));
    assert_eq!(error("     2 w 1 ", "     2 w 7 "), (5, 99, TrfReason::UnknownMark('7')));
    assert_eq!(error("     2 w 1 ", "     9 w 1 "), (5, 92, TrfReason::UnknownOpponent(9)));
    assert_eq!(error("     2 w 1 ", "     1 w 1 "), (5, 92, TrfReason::Self_));
    assert_eq!(error("     2 w 1 ", "     2 b 1 "), (5, 92, TrfReason::Contradiction(6)));
    assert_eq!(error("     2 w 1 ", "     2 w = "), (5, 92, TrfReason::Contradiction(6)));
    assert_eq!(error("     2 w 1 ", "     2 w U "), (5, 99, TrfReason::MarkWithoutGame));
    assert_eq!(error("     2 w 1     3 b", "     2 w 1    3 b"), (5, 106, TrfReason::NotBlank('b')));
    assert_eq!(error("     2 w 1     3", "    2 w 1      3"), (5, 96, TrfReason::NotBlank('w')));
    assert_eq!(
        error("Li, Wei   ", "Li, Wei, of the first class of the school"),
        (5, 48, TrfReason::NotBlank('e'))
    );
    assert_eq!(error("001    2", "001    1"), (6, 5, TrfReason::DoubledNumber(1, 5)));
    assert_eq!(error("XXC black1", "152 green"), (4, 5, TrfReason::UnknownSide('g')));
    assert_eq!(error("XXC black1", "XXS W=2.0 Q=1"), (4, 11, TrfReason::UnknownPoints("Q".to_owned())));
    assert_eq!(error("XXC black1", "162  W 2.0    Q 1.0"), (4, 15, TrfReason::UnknownPoints("Q".to_owned())));
    let short = "001    1 m GM Li, Wei";
    assert_eq!(Trf::read(short).map_err(|it| (it.column, it.reason)), Err((22, TrfReason::TooShort)));
    assert_eq!(Trf::read("012 Nobody").map_err(|it| it.reason), Err(TrfReason::NoPlayer));
}

#[test]
fn a_file_is_told_from_a_list_of_names() {
    let broken = FILE.replace("001    ", "001   m");
    for file in
        [FILE, &FILE.replace('\n', ""), "012 Club\n022 Town", "012 Club\nXXR 5", "001    1      Li", &broken]
    {
        assert!(Trf::is_likely(file), "{file}");
    }
    let lists = [
        "",
        "Li",
        "001 Li, Club\n002 Wang",
        "012 Li\n013 Wang",
        "012 Li",
        "012",
        "001",
        "001 7",
        "0012 Li",
        "00123 Li\n00124 Wang",
    ];
    for list in lists {
        assert!(!Trf::is_likely(list), "{list}");
    }
    for (line, is_line) in
        [("001    1", true), ("XXR 5", true), ("###", true), ("Bob Li", false), ("王伟", false)]
    {
        assert_eq!(Trf::is_line(line), is_line, "{line}");
    }
}

#[test]
fn a_file_becomes_a_tournament_that_goes_on() {
    let mut evening = Evening::begun(swiss(3), 2);
    evening.tournament = read(FILE).to_tournament().expect("the file is a Swiss");
    assert_consistent(&evening.tournament);
    // 1-½-0 is read as 2-1-0
    assert_eq!([evening.points(1), evening.points(2), evening.points(3)], [3, 2, 3]);
    let proposal = next_pairing(&evening.tournament).expect("there is a third round");
    assert_eq!(proposal.pairing.bye, Some(PlayerId(1)));
}

#[test]
fn a_last_column_without_games_has_the_absences_of_the_next_round() {
    let with_absence = FILE.replace("0000 - U\r\n", "0000 - U  0000 - Z\r\n");
    assert_ne!(with_absence, FILE);
    let tournament = read(&with_absence).to_tournament().expect("the file is a Swiss");
    assert_eq!(tournament.state().round_count(), 2);
    assert!(tournament.state().players[1].excused.contains(&3));
}

#[test]
fn byes_with_other_points_name_their_place() {
    let half = FILE.replacen("0000 - U", "0000 - H", 1);
    assert_eq!(read(&half).to_tournament(), Err(BadImport::Bye { line: 6, column: 102 }));
    let full = FILE.replace("0000 - U", "0000 - F");
    assert_eq!(read(&full).to_tournament().map(|it| it.state().rounds[1].bye), Ok(Some(PlayerId(2))));
    let odd = FILE.replace("XXR 3", "BBW 1.3");
    assert_eq!(read(&odd).to_tournament(), Err(BadImport::Points));
}

#[test]
fn tournaments_survive_the_way_through_a_file() {
    for players in [2, 7, 16] {
        for seed in 0..6 {
            for edition in [Edition::Trf16, Edition::Trf2026] {
                let regulations = Regulations { absence: chuhe_tournaments::AbsenceRule::Never, ..swiss(6) };
                let mut evening = Evening::begun(regulations, players);
                let mut dice = Dice::new(seed);
                for _ in 0..4 {
                    if evening.pair().is_ok() {
                        evening.play(&mut dice, 10);
                    }
                }
                let running = evening.pair().is_ok();
                let text = Trf::of(&evening.tournament, "Evening").write(edition);
                let again = read(&text).to_tournament().unwrap_or_else(|error| panic!("{error}\n{text}"));
                let (one, other) = (evening.tournament.state(), again.state());
                assert_eq!(one.rounds.len(), other.rounds.len());
                assert_eq!(running, other.rounds.last().is_some_and(|round| round.running() > 0));
                let table = |tournament| Trf::of(tournament, "Evening").write(edition);
                assert_eq!(table(&again), text);
                let places = |it: &chuhe_tournaments::Tournament| {
                    let rows = standings(it.regulations(), it.state());
                    rows.iter().map(|row| (row.player, row.points, row.place)).collect::<Vec<_>>()
                };
                assert_eq!(places(&again), places(&evening.tournament));
            }
        }
    }
}

#[test]
fn a_round_robin_is_written_with_its_forfeits_and_rests() {
    let system = System::RoundRobin(RoundRobinRules { cycles: 2, void_below_half: false });
    let mut evening = Evening::begun(Regulations::of(system), 5);
    let reason = evening.play_all(&mut Dice::new(9), 6);
    assert_eq!(reason, NoPairing::NotNow(Refusal::NoRoundLeft(10)));
    let trf = Trf::of(&evening.tournament, "Round robin");
    let again = read(&trf.write(Edition::Trf2026));
    assert_eq!(again.players.len(), 5);
    assert!(again.players.iter().all(|player| player.rounds.len() >= 9));
}

/// Damaged files give an error or a table, and what is read can be written and read again.
#[test]
fn random_damage_is_told_or_harmless() {
    let mut evening = Evening::begun(swiss(5), 9);
    evening.play_all(&mut Dice::new(1), 8);
    let text = Trf::of(&evening.tournament, "Evening").write(Edition::Trf2026);
    let seeds: [Vec<char>; 2] = [FILE.chars().collect(), text.chars().collect()];
    let alphabet: Vec<char> = "0019 wb-=+UFHZXRS.\r\n\t王\u{2028}é,162".chars().collect();
    let (mut errors, mut tables) = (0, 0);
    let mut dice = Dice::new(77);
    let mut pick = |end: usize| dice.below(u32::try_from(end).expect("it is small")) as usize;
    for round in 0..6000 {
        let mut chars = seeds[round % 2].clone();
        for _ in 0..1 + pick(4) {
            if chars.is_empty() {
                break;
            }
            let at = pick(chars.len());
            let with = alphabet[pick(alphabet.len())];
            match pick(4) {
                0 => chars[at] = with,
                1 => chars.insert(at, with),
                2 => drop(chars.remove(at)),
                _ => chars.truncate(at.max(1)),
            }
        }
        let damaged: String = chars.into_iter().collect();
        match Trf::read(&damaged) {
            Err(error) => {
                errors += 1;
                assert!(error.line >= 1 && error.column >= 1);
                assert!(error.line <= damaged.split(['\n', '\r', '\u{2028}']).count());
            }
            Ok(trf) => {
                tables += 1;
                let again = read(&trf.write(Edition::Trf16));
                assert_eq!(again.players.len(), trf.players.len());
                // whether it can be played on is another question, but it is answered
                if let Ok(tournament) = trf.to_tournament() {
                    let _ = next_pairing(&tournament);
                }
            }
        }
    }
    assert!(errors > 1000 && tables > 200, "{errors} errors, {tables} tables");
}

/// A file that records what people type by hand: names with controls, and points beyond the columns.
#[test]
fn names_cannot_break_lines() {
    let mut evening = Evening::new(swiss(2));
    for name in ["Ada\n001", "Bo\r\u{2028}XXR 9", "王\t天一", &"x".repeat(99)] {
        evening.expect(Event::Entered(crate::support::entry(name)));
    }
    evening.expect(Event::Started { seed: 0 });
    evening.round(&[None, None]);
    let again = read(&Trf::of(&evening.tournament, "A\nB").write(Edition::Trf16));
    assert_eq!(again.name, "A B");
    assert_eq!(again.rounds, Some(2));
    let names: Vec<&str> = again.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ada 001", "Bo  XXR 9", "王 天一", &"x".repeat(33)]);
}
