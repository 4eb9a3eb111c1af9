//! Rulings by each rule set, on positions made for each rule.

use crate::differential::{SETS, judgement};
use crate::reference::arbiter::judge;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::arbiter::{Exemption, JudgedMove, Nature, Ruling, Verdict};
use chuhe_rules::xiangqi::{Game, Position, RuleSet, Rules, Square};

/// A rule, a start position, a cycle, and the verdicts of the Asian, Chinese and simple rules.
const TABLE: &str = include_str!("rulings.tsv");

/// The game in which the cycle has been played twice.
fn played_twice(fen: &str, cycle: &str, set: RuleSet) -> Game {
    let mut game = Game::new(Position::from_fen(fen).unwrap(), Rules::current(set));
    for _ in 0..2 {
        for text in cycle.split(' ') {
            let by = game.turn().expect("the game goes on");
            game.play(by, text.parse().unwrap()).unwrap();
        }
    }
    game
}

fn ruling(fen: &str, cycle: &str, set: RuleSet) -> Ruling {
    *played_twice(fen, cycle, set).ruling().expect("the position stands for the third time")
}

/// The grounds of the ruling when the cycle has been played twice.
fn grounds(fen: &str, cycle: &str, set: RuleSet) -> Vec<JudgedMove> {
    let game = played_twice(fen, cycle, set);
    game.judged_moves(game.ruling().expect("the position stands for the third time"))
}

/// The columns of each row.
fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

fn row(rule: &str) -> [&'static str; 2] {
    let row = rows().find(|row| row[0] == rule).unwrap_or_else(|| panic!("no row for {rule:?}"));
    [row[1], row[2]]
}

#[test]
fn each_rule_has_its_verdict() {
    let mut wrong = Vec::new();
    for columns in rows() {
        let [rule, fen, cycle, expected @ ..] = &columns[..] else { panic!("{columns:?}") };
        let verdicts = RuleSet::ALL.map(|set| match ruling(fen, cycle, set).verdict {
            Verdict::Draw => "draw".to_owned(),
            Verdict::Loss { loser: Color::Red, offence } => format!("red {offence:?}"),
            Verdict::Loss { loser: Color::Black, offence } => format!("black {offence:?}"),
        });
        if verdicts != *expected {
            wrong.push(
                [&[*rule, *fen, *cycle], &verdicts.each_ref().map(String::as_str)[..]].concat().join("\t"),
            );
        }
    }
    assert!(wrong.is_empty(), "the verdicts are:\n{}", wrong.join("\n"));
}

#[test]
fn the_reference_judge_agrees_on_each_row() {
    for columns in rows() {
        let [rule, fen, cycle, ..] = columns[..] else { panic!("{columns:?}") };
        let moves: Vec<String> = cycle.split(' ').chain(cycle.split(' ')).map(str::to_owned).collect();
        for (set, rules) in SETS {
            let game = played_twice(fen, cycle, set);
            let ruling = game.ruling().expect("the position stands for the third time");
            assert_eq!(judgement(&game, ruling), judge(fen, &moves, rules), "{rule}, {set:?}");
        }
    }
}

#[test]
fn a_ruling_names_attackers_victims_and_the_chased_piece() {
    let [fen, cycle] = row("one victim among several is chased with every move");
    let ruling = ruling(fen, cycle, RuleSet::Asian);
    let square = |text: &str| -> Square { text.parse().unwrap() };
    assert_eq!(ruling.conduct.red.victims.iter().collect::<Vec<_>>(), [square("c6")]);
    assert!(ruling.conduct.black.victims.is_empty());
    let moves = grounds(fen, cycle, RuleSet::Asian);
    let first: Vec<_> =
        moves[0].attacks.iter().map(|attack| (attack.attacker, attack.victim, attack.exemption)).collect();
    assert_eq!(first, [(square("a5"), square("b3"), None), (square("a5"), square("c6"), None)]);
    assert_eq!(moves[0].nature, Nature::Chase);
}

#[test]
fn a_ruling_names_why_an_attack_is_no_chase() {
    let reasons = [
        ("a general chases", Exemption::ByGeneral),
        ("a pawn chases", Exemption::ByPawn),
        ("attacks on pawns that have not crossed the river", Exemption::UncrossedPawn),
        ("a chase of a protected piece", Exemption::Protected),
        ("rooks attack each other", Exemption::Exchange),
    ];
    for (rule, reason) in reasons {
        let [fen, cycle] = row(rule);
        for judged in grounds(fen, cycle, RuleSet::Asian).iter().step_by(2) {
            assert_eq!(judged.nature, Nature::Idle, "{rule}");
            let exemptions: Vec<_> = judged.attacks.iter().map(|attack| attack.exemption).collect();
            assert_eq!(exemptions, [Some(reason)], "{rule}");
        }
    }
}

#[test]
fn an_idle_round_between_two_of_a_chase_makes_it_a_draw() {
    let [fen, chase] = row("a rook chases an unprotected horse");
    let idle = "i7i6 e8e9 i6i7 e9e8";
    assert_eq!(ruling(fen, chase, RuleSet::Asian).verdict.loser(), Some(Color::Red));
    let mut game = Game::new(Position::from_fen(fen).unwrap(), Rules::default());
    for text in idle.split(' ').chain(chase.split(' ')) {
        let by = game.turn().expect("the game goes on");
        game.play(by, text.parse().unwrap()).unwrap();
    }
    let ruling = game.ruling().expect("the position stands for the third time");
    assert_eq!((ruling.verdict, ruling.from_ply), (Verdict::Draw, 0));
}

#[test]
fn a_rule_set_is_read_by_its_name_in_any_case() {
    for set in RuleSet::ALL {
        assert_eq!(set.name().parse(), Ok(set));
        assert_eq!(set.name().to_lowercase().parse(), Ok(set));
    }
    assert_eq!("".parse::<RuleSet>().unwrap_err().to_string(), "the rule sets are asian, chinese and simple");
}
