//! Figures agree with the rules and show what their captions say.

use super::luzhanqi::Content;
use super::*;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{LinkKind, Move as Step, PieceView, Position as FullGame, Station, Strength};
use chuhe_rules::xiangqi::{IllegalMove, Move, Square};

fn items() -> impl Iterator<Item = &'static Item> {
    Page::ALL.into_iter().flat_map(Page::sections).flat_map(|section| section.items)
}

fn figures() -> impl Iterator<Item = (Topic, usize, &'static Figure)> {
    items().flat_map(|item| item.figures.iter().enumerate().map(|(n, figure)| (item.topic, n, figure)))
}

fn board(topic: Topic, number: usize) -> &'static BoardFigure {
    let found = figures().find(|&(of, n, _)| (of, n) == (topic, number));
    let Some((_, _, Figure::Board(figure))) = found else { panic!("{topic:?} has no board {number}") };
    figure
}

fn stations(topic: Topic) -> (&'static StationFigure, Marks) {
    let found = figures().find(|&(of, ..)| of == topic);
    let Some((_, _, Figure::Stations(figure))) = found else { panic!("{topic:?} has no stations") };
    (figure, figure.marks())
}

fn squares(names: &str) -> Vec<Square> {
    let mut squares: Vec<Square> = names.split_whitespace().map(|name| name.parse().unwrap()).collect();
    squares.sort_unstable();
    squares
}

fn named(names: &str) -> Vec<Station> {
    let mut named: Vec<Station> = names.split_whitespace().map(|name| name.parse().unwrap()).collect();
    named.sort_unstable();
    named
}

#[test]
fn every_move_marked_on_a_xiangqi_board_is_legal_and_every_legal_one_is_marked() {
    for (topic, _, figure) in figures() {
        let Figure::Board(figure) = figure else { continue };
        let (mut position, marks) = (figure.position(), figure.marks());
        let Some(from) = figure.from() else {
            assert_eq!(marks, BoardMarks::default());
            continue;
        };
        let mut marked: Vec<Square> = marks.quiet.iter().chain(&marks.captures).copied().collect();
        marked.sort_unstable();
        let moves = position.legal_moves();
        let mut legal: Vec<Square> = moves.iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect();
        legal.sort_unstable();
        assert_eq!(marked, legal, "{topic:?}");
        for &to in &marks.crosses {
            assert!(position.play(Move { from, to }).is_err(), "{topic:?} {to:?}");
        }
    }
}

#[test]
fn every_xiangqi_figure_shows_its_piece_and_its_crosses() {
    for (topic, number, figure) in figures() {
        let Figure::Board(figure) = figure else { continue };
        let marks = figure.marks();
        for square in figure.from().into_iter().chain(marks.crosses.iter().copied()).chain(marks.captures) {
            assert!(figure.shows(square), "{topic:?} {number} {square:?}");
        }
        let position = figure.position();
        for &why in figure.crosses {
            let crossed = |to: &&Square| {
                let mv = Move { from: figure.from().unwrap(), to: **to };
                position.validate(mv) == Err(why)
            };
            // the end of a game has one of two reasons
            let either = matches!(why, IllegalMove::GeneralInCheck | IllegalMove::GeneralsWouldFace);
            assert!(either || marks.crosses.iter().any(|to| crossed(&to)), "{topic:?} {why:?}");
        }
    }
}

#[test]
fn xiangqi_figures_mark_the_moves_of_each_piece() {
    let check = |topic, number, quiet: &str, captures: &str, crosses: &str| {
        let mut marks = board(topic, number).marks();
        marks.quiet.sort_unstable();
        marks.crosses.sort_unstable();
        assert_eq!(marks.quiet, squares(quiet), "{topic:?} {number}");
        assert_eq!(marks.captures, squares(captures), "{topic:?} {number}");
        assert_eq!(marks.crosses, squares(crosses), "{topic:?} {number}");
    };
    check(Topic::Xiangqi(XiangqiTopic::King), 0, "d1 e0 e2 f1", "", "");
    check(Topic::Xiangqi(XiangqiTopic::King), 1, "e0 e2 f1", "", "d1");
    check(Topic::Xiangqi(XiangqiTopic::Advisor), 0, "d0 d2 f0 f2", "", "");
    check(Topic::Xiangqi(XiangqiTopic::Elephant), 0, "c0 g0 g4", "", "c4");
    check(Topic::Xiangqi(XiangqiTopic::Elephant), 1, "a2 e2", "", "a6 e6");
    check(Topic::Xiangqi(XiangqiTopic::Horse), 0, "c3 c5 d2 f2 g3", "g5", "d6 f6");
    check(Topic::Xiangqi(XiangqiTopic::Rook), 0, "d4 e1 e2 e3 e5 f4 g4 h4 i4", "c4", "");
    check(Topic::Xiangqi(XiangqiTopic::Cannon), 0, "a4 b4 d4 c0 c1 c2 c3 c5", "g4", "c6");
    check(Topic::Xiangqi(XiangqiTopic::Pawn), 0, "e4", "", "d3 f3");
    check(Topic::Xiangqi(XiangqiTopic::Pawn), 1, "d6 e7 f6", "", "");
}

#[test]
fn figures_of_check_mate_and_stalemate_show_them() {
    let state = |topic, number| {
        let position = board(topic, number).position();
        (position.in_check(), position.legal_moves().is_empty())
    };
    assert_eq!(state(Topic::Xiangqi(XiangqiTopic::Check), 0), (true, false));
    assert_eq!(state(Topic::Xiangqi(XiangqiTopic::Mate), 0), (true, true));
    assert_eq!(state(Topic::Xiangqi(XiangqiTopic::Mate), 1), (false, true));
}

#[test]
fn every_step_marked_on_a_luzhanqi_board_is_legal_and_every_legal_one_is_marked() {
    for (topic, _, figure) in figures() {
        let Figure::Stations(figure) = figure else { continue };
        let Content::Position { text, from: Some(from), to, crosses } = figure.content else { continue };
        let (full, marks) = (FullGame::from_text(text).unwrap(), figure.marks());
        assert_eq!(full.board(), figure.board, "{topic:?}");
        let from: Station = from.parse().unwrap();
        let mut marked: Vec<Station> = marks.quiet.iter().chain(&marks.captures).copied().collect();
        marked.sort_unstable();
        let moves = full.legal_moves();
        let legal: Vec<Station> = moves.iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect();
        assert_eq!(marked, legal, "{topic:?}");
        assert_eq!(marks.crosses.is_empty(), crosses.is_empty(), "{topic:?}");
        for &station in marks.captures.iter().chain(&marks.crosses).chain(&marks.path).chain([&from]) {
            assert!(figure.shows(station), "{topic:?} {station}");
        }
        if let Some(to) = to {
            let to = to.parse().unwrap();
            assert_eq!(full.path(Step::new(from, to)).unwrap_or_default(), marks.path, "{topic:?}");
            assert!(legal.contains(&to) && marks.path.len() > 2, "{topic:?}");
        }
    }
}

#[test]
fn luzhanqi_figures_mark_roads_rails_and_bends() {
    let (_, road) = stations(Topic::LuzhanqiPlay(PlayTopic::Road));
    assert_eq!(road.quiet, named("s22 s23 s24 s32 s34 s42 s43 s44"), "all eight neighbours of a camp");
    let (_, rail) = stations(Topic::LuzhanqiPlay(PlayTopic::Rail));
    assert_eq!(rail.captures, named("n25"));
    assert_eq!(rail.quiet, named("s11 s21 s31 s41 s42 s52 s53 s61 n15"), "and it does not turn");
    let (_, engineer) = stations(Topic::LuzhanqiPlay(PlayTopic::Engineer));
    assert!(engineer.path.contains(&"s55".parse().unwrap()), "{:?}", engineer.path);
    let board = chuhe_rules::luzhanqi::BoardKind::Cross.board();
    let (_, curve) = stations(Topic::LuzhanqiPlay(PlayTopic::Curve));
    let pairs = || curve.path.windows(2);
    let bends = |pair: &[Station]| {
        let mut links = board.links().iter().filter(|link| link.kind == LinkKind::Curve);
        links.any(|link| [link.a, link.b] == [pair[0].min(pair[1]), pair[0].max(pair[1])])
    };
    assert_eq!(pairs().filter(|pair| bends(pair)).count(), 1, "{:?}", curve.path);
    let (_, centre) = stations(Topic::LuzhanqiPlay(PlayTopic::Centre));
    assert_eq!(centre.captures, named("c12"), "straight through the middle");
    assert!(["s13", "w15", "e11"].iter().all(|name| centre.quiet.contains(&name.parse().unwrap())));
    let (_, camp) = stations(Topic::LuzhanqiPlay(PlayTopic::Camp));
    assert_eq!((camp.crosses, camp.captures), (named("s22"), named("s14")));
}

#[test]
fn set_up_figures_mark_every_admitted_station() {
    let shown = |strength| {
        let found = figures().find_map(|(_, _, figure)| match figure {
            Figure::Stations(figure) if matches!(figure.content, Content::Slots(of) if of == strength) => {
                Some(figure.marks().tokens.len())
            }
            Figure::Stations(_) | Figure::Board(_) | Figure::Set | Figure::Battles => None,
        });
        found.unwrap()
    };
    assert_eq!([Strength::Flag, Strength::Mine, Strength::Bomb].map(shown), [2, 10, 20]);
}

#[test]
fn figures_reveal_nothing_of_the_opponent_but_a_flag_without_its_marshal() {
    for (topic, _, figure) in figures() {
        let Figure::Stations(figure) = figure else { continue };
        let tokens = figure.marks().tokens;
        let known: Vec<Strength> = tokens
            .iter()
            .filter_map(|&(station, token)| match token {
                PieceView::Known(piece) if piece.color == Color::Black && figure.shows(station) => {
                    Some(piece.strength)
                }
                PieceView::Known(_) | PieceView::Unknown(_) => None,
            })
            .collect();
        let expected = if topic == Topic::LuzhanqiPlay(PlayTopic::FlagShown) {
            vec![Strength::Flag]
        } else {
            Vec::new()
        };
        assert_eq!(known, expected, "{topic:?}");
    }
}
