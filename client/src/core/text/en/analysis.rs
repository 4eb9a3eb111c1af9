//! The analysis of a record in English.

use crate::core::analysis::Judgement;
use crate::core::text::analysis_catalog::AnalysisText;
use chuhe_rules::Color;

pub(super) static TEXT: AnalysisText = AnalysisText {
    analyse: "Analyse",
    analyse_hint: "Show the best lines of this position",
    whole_game: "Whole game",
    whole_game_hint: "Evaluate each position of the game and mark the mistakes",
    practise: "Learn",
    practise_hint: "Learn from the mistakes of the side at the bottom: find a better move",
    engine: "Engine",
    engine_hint: "Threads, memory and the number of lines",
    annotate: "Add all",
    annotate_hint: "Add the better lines and assessments of all mistakes to the record",
    thinking: "Thinking…",
    options_title: "Analysis engine",
    options_explained: "With more threads and memory it searches deeper. Leave a core to other programs.",
    threads: "Threads",
    memory: "Memory",
    lines: "Lines",
    checking: "Checking your move…",
    wrong: "There is a better move.",
    right: "Good move!",
    try_again: "Try again",
    solve: "Show",
    next_mistake: "Next",
    end_practice: "End",
    better: |of, line| format!("{}. Better: {line}", judgement(of)),
    mate: |winner, moves| {
        let sign = if winner == Color::Red { '+' } else { '−' };
        format!("{sign}M{moves}")
    },
    ruling: |winner| (if winner == Color::Red { "+ruling" } else { "−ruling" }).to_owned(),
    progress: |done, all| format!("{done} of {all}"),
    question: |(place, all), played| format!("{place} of {all}: {played} was a mistake. Find a better move."),
    solution: |line| format!("Better: {line}"),
    mib: |mib| if mib < 1_024 { format!("{mib} MiB") } else { format!("{} GiB", mib / 1_024) },
};

const fn judgement(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "Inaccuracy",
        Judgement::Mistake => "Mistake",
        Judgement::Blunder => "Blunder",
    }
}
