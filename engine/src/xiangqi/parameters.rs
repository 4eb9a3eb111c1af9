//! The numbers that tune the search.
//!
//! They are values, not constants, so that two versions can play each other in one process.

/// Defines the parameters with their defaults, and their access by name.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:expr;)*) => {
        /// The numbers that tune the search. `docs/engine.md` has what was tried.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Parameters {
            /// The names of all parameters.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Sets the parameter called `name`.
            ///
            /// # Errors
            /// If no parameter has this name.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), UnknownParameter> {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return Err(UnknownParameter),
                }
                Ok(())
            }
        }
    };
}

/// No parameter has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownParameter;

parameters! {
    /// Half the first aspiration window, in centipawns.
    aspiration = 18;
    /// Deepest remaining depth for reverse futility pruning.
    reverse_futility_depth = 8;
    /// Reverse futility margin per ply.
    reverse_futility_margin = 75;
    /// Deepest remaining depth for razoring.
    razoring_depth = 3;
    /// Razoring margin.
    razoring_base = 180;
    /// Razoring margin per ply.
    razoring_margin = 160;
    /// Shallowest remaining depth for a null move; 99 turns it off.
    null_depth = 3;
    /// Depth reduction of a null move.
    null_base = 3;
    /// Remaining depth per further ply of reduction of a null move.
    null_divisor = 4;
    /// Centipawns above beta per further ply of reduction of a null move.
    null_margin = 160;
    /// Shallowest remaining depth for ProbCut; 99 turns it off.
    probcut_depth = 5;
    /// Centipawns above beta that ProbCut demands.
    probcut_margin = 160;
    /// Shallowest remaining depth for internal iterative reduction.
    iir_depth = 4;
    /// Quiet moves that are searched at depth 0.
    lmp_base = 3;
    /// Deepest reduced depth for futility pruning of quiet moves.
    futility_depth = 8;
    /// Futility margin.
    futility_base = 90;
    /// Futility margin per ply.
    futility_margin = 90;
    /// Deepest reduced depth for pruning by history.
    history_depth = 4;
    /// History below which a quiet move is pruned, per ply.
    history_margin = -3_500;
    /// Exchange loss per ply at which a capture is pruned.
    see_capture = 200;
    /// Exchange loss per ply squared at which a quiet move is pruned.
    see_quiet = 22;
    /// Reduction of late moves, in hundredths of a ply.
    lmr_base = 70;
    /// Divisor of the product of logarithms, in hundredths.
    lmr_divisor = 220;
    /// History that changes the reduction by one ply.
    lmr_history = 9_000;
    /// Shallowest remaining depth for singular extensions; 99 turns them off.
    singular_depth = 6;
    /// Centipawns per ply by which a singular move must be better.
    singular_margin = 2;
    /// Centipawns beyond which a singular move is extended twice.
    double_margin = 24;
    /// Whether checks are extended: 0 never, 1 if they lose nothing, 2 always.
    check_extension = 1;
    /// Margin of delta pruning in the quiescence search.
    delta = 180;
    /// Whether the evaluation is corrected by its past errors.
    correction = 1;
    /// Plies of the quiescence search that try quiet checks.
    quiet_checks = 2;
    /// Bonus of the quiet move before a node that fails low, in hundredths of the usual one.
    refuted_bonus = 0;
    /// Bonus of a quiet move for the evaluation it brought, in hundredths per centipawn.
    swing_bonus = 0;
    /// Bonus of quiet moves that give check, in the order of moves.
    check_order = 8_192;
    /// Reduction in nodes that are expected to fail high, in hundredths of a ply.
    lmr_cut = 130;
    /// Less reduction on a principal variation.
    lmr_pv = 100;
    /// Less reduction where a principal variation once was.
    lmr_was_pv = 70;
    /// Reduction where the evaluation does not improve.
    lmr_not_improving = 50;
    /// Less reduction of checks and evasions.
    lmr_check = 80;
    /// Reduction where the best move of the table is a capture.
    lmr_table_capture = 60;
    /// Less reduction of captures.
    lmr_capture = 100;
}
