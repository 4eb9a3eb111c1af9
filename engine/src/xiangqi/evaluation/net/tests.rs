use super::*;
use proptest::prelude::*;
use proptest::test_runner::TestRng;

/// A net with random weights that cannot overflow.
fn random_net(seed: u8) -> Net {
    let mut random = TestRng::from_seed(prop::test_runner::RngAlgorithm::ChaCha, &[seed; 32]);
    let mut below = move |bound: i32| (random.next_u32() % (2 * bound as u32 + 1)) as i32 - bound;
    Net::new(&Weights {
        input: (0..FEATURES * HIDDEN).map(|_| below(400) as i16).collect(),
        input_bias: (0..HIDDEN).map(|_| below(500) as i16).collect(),
        output: (0..BUCKETS * 2 * HIDDEN).map(|_| below(500) as i16).collect(),
        output_bias: (0..BUCKETS).map(|_| below(1_000_000)).collect(),
    })
    .unwrap()
}

/// Plays the moves with these numbers among the legal ones, and calls `visit` before and after each.
fn play(choices: &[usize], mut visit: impl FnMut(&Position, Move, &Position)) {
    let mut position = Position::start();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice % moves.len()];
        let before = position.clone();
        position.make(mv);
        visit(&before, mv, &position);
    }
}

/// The board turned by half a circle, or mirrored from left to right, with the colours exchanged if
/// turned.
fn transformed(board: &Board, turned: bool) -> Board {
    let mut other = Board::empty();
    for (square, piece) in board.iter() {
        let (file, rank) = (square.file(), square.rank());
        let (square, color) = if turned {
            (Square::new(file, 9 - rank), piece.color.opponent())
        } else {
            (Square::new(8 - file, rank), piece.color)
        };
        other.set(square.unwrap(), Some(Piece::new(color, piece.kind)));
    }
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn updated_accumulator_equals_a_new_one(
        seed in any::<u8>(),
        choices in prop::collection::vec(any::<usize>(), 1..200),
    ) {
        let net = random_net(seed);
        let mut accumulator = Accumulator::new(&net, Position::start().board());
        play(&choices, |before, mv, after| {
            accumulator = accumulator.after(&net, before, mv);
            assert_eq!(accumulator, Accumulator::new(&net, after.board()));
            let pieces = after.board().occupied().count();
            assert_eq!(
                net.evaluate(&accumulator, after.side_to_move(), pieces),
                net.evaluate_board(after.board(), after.side_to_move()),
            );
        });
    }

    #[test]
    fn both_sides_evaluate_alike(seed in any::<u8>(), choices in prop::collection::vec(any::<usize>(), 1..100)) {
        let net = random_net(seed);
        play(&choices, |_, _, after| {
            let value = net.evaluate_board(after.board(), after.side_to_move());
            let turned = transformed(after.board(), true);
            assert_eq!(value, net.evaluate_board(&turned, after.side_to_move().opponent()));
        });
    }

    #[test]
    fn garbage_is_no_net(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        prop_assert!(Net::from_bytes(&bytes).is_err());
    }
}

/// The sum of [`weigh_squares`] in 64-bit arithmetic without shifts.
fn exact(sums: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i64 {
    let one = i64::from(INPUT_ONE);
    sums.iter()
        .zip(weights)
        .map(|(&sum, &weight)| i64::from(sum).clamp(0, one).pow(2) / 8 * i64::from(weight))
        .sum()
}

#[test]
fn squares_of_sums_are_exact() {
    for sum in i16::MIN..=i16::MAX {
        let (sums, weights) = ([sum; HIDDEN], [1; HIDDEN]);
        assert_eq!(i64::from(weigh_squares(&sums, &weights)), exact(&sums, &weights), "{sum}");
    }
}

#[test]
fn file_reads_back() {
    let net = random_net(1);
    assert_eq!(Net::from_bytes(&net.to_bytes()), Ok(net.clone()));
    assert_eq!(Net::new(&net.weights()), Ok(net));
}

#[test]
fn damaged_files_are_refused() {
    let bytes = random_net(2).to_bytes();
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] ^= byte;
        Net::from_bytes(&bytes)
    };
    assert_eq!(Net::from_bytes(&[]), Err(NetError::NotANet));
    assert_eq!(with(0, 1), Err(NetError::NotANet));
    assert_eq!(with(8, 2), Err(NetError::UnknownVersion(3)));
    for at in [10, 12, 14] {
        assert_eq!(with(at, 1), Err(NetError::WrongShape));
    }
    for at in [16, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(with(at, 0x10), Err(NetError::WrongChecksum));
    }
    for length in [8, 15, 16, 1_000, bytes.len() - 1] {
        assert_eq!(Net::from_bytes(&bytes[..length]), Err(NetError::WrongLength(length)));
    }
    let longer = [bytes.as_slice(), &[0]].concat();
    assert_eq!(Net::from_bytes(&longer), Err(NetError::WrongLength(longer.len())));
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let weights = random_net(3).weights();
    let mut large_input = weights.clone();
    for row in 0..40 {
        large_input.input[row * HIDDEN] = 1_000;
    }
    assert_eq!(Net::new(&large_input), Err(NetError::Overflow));
    let mut large_output = weights.clone();
    large_output.output.fill(600);
    assert_eq!(Net::new(&large_output), Err(NetError::Overflow));
    let mut short = weights;
    short.input.truncate(FEATURES * HIDDEN - HIDDEN);
    assert_eq!(Net::new(&short), Err(NetError::WrongShape));
}

#[test]
fn each_number_of_pieces_has_a_bucket() {
    let buckets: Vec<usize> = (0..=40).map(bucket).collect();
    assert!(buckets.is_sorted());
    assert_eq!((bucket(2), bucket(32), bucket(90)), (0, BUCKETS - 1, BUCKETS - 1));
}

#[test]
fn net_of_the_engine_prefers_more_pieces() {
    let net = Net::embedded();
    let value = |fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        net.evaluate_board(position.board(), position.side_to_move())
    };
    let start = value("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    assert!(start.abs() < 100, "{start}");
    assert!(value("rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w") > 400);
    assert!(value("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w") < -200);
}
