//! The list of the texts about the analysis of a record.

use super::define::texts;
use crate::core::analysis::Judgement;
use chuhe_rules::Color;

texts! {
    /// The texts about the analysis of a record.
    AnalysisText
    fixed {
        analyse, analyse_hint, whole_game, whole_game_hint, practise, practise_hint, engine, engine_hint,
        annotate, annotate_hint, thinking,
        // options
        options_title, options_explained, threads, memory, lines,
        // learning from mistakes
        checking, wrong, right, try_again, solve, next_mistake, end_practice,
    }
    listed {}
    computed {
        better: fn(Judgement, &str) -> String,
        mate: fn(Color, u32) -> String,
        ruling: fn(Color) -> String,
        progress: fn(usize, usize) -> String,
        question: fn((usize, usize), &str) -> String,
        solution: fn(&str) -> String,
        mib: fn(usize) -> String,
    }
}
