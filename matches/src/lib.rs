//! Matches between xiangqi engines.
