//! The options of the engine.

use chuhe_engine::xiangqi::{Level, Options};
use chuhe_rules::xiangqi::{RuleSet, Rules};
use chuhe_uci::{EngineOption, OptionValue, SessionConfig};

/// The default size of the hash table in MiB.
const DEFAULT_HASH_MIB: usize = 16;
/// The greatest size of the hash table in MiB that is offered.
///
/// A system that lacks the memory would end the program.
const MAX_HASH_MIB: usize = 4_096;

const HASH: &str = "Hash";
const CLEAR_HASH: &str = "Clear Hash";
const THREADS: &str = "Threads";
const MULTI_PV: &str = "MultiPV";
const SKILL: &str = "Skill";
const FULL_SKILL: &str = "full";
const REPETITION: &str = "Repetition";

/// What the options say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Memory, threads and lines.
    pub(crate) options: Options,
    /// The level to play at; `None` for full strength.
    pub(crate) level: Option<Level>,
    /// The rules for repetitions.
    pub(crate) rules: RuleSet,
}

impl Default for Settings {
    fn default() -> Self {
        let options = Options { hash_mib: DEFAULT_HASH_MIB, ..Options::default() };
        Self { options, level: None, rules: RuleSet::Asian }
    }
}

/// What follows from an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It holds from the next search or position on.
    Later,
    /// The rules of positions change.
    Rules,
    /// The searcher forgets what it learned.
    Clear,
}

/// What the engine says of itself.
pub(crate) fn session_config() -> SessionConfig {
    let spin = |name, default: usize, max: usize| EngineOption::spin(name, default as i64, 1, max as i64);
    let levels = Level::ALL.map(|level| level.number().to_string());
    let mut skills: Vec<&str> = levels.iter().map(String::as_str).collect();
    skills.push(FULL_SKILL);
    SessionConfig {
        name: format!("Chuhe {}", env!("CARGO_PKG_VERSION")),
        author: "the Chuhe developers".to_owned(),
        options: vec![
            spin(HASH, DEFAULT_HASH_MIB, MAX_HASH_MIB),
            EngineOption::button(CLEAR_HASH),
            spin(THREADS, 1, Options::MAX_THREADS),
            spin(MULTI_PV, 1, Options::MAX_MULTI_PV),
            EngineOption::combo(SKILL, FULL_SKILL, &skills),
            EngineOption::combo(REPETITION, "asian", &["asian", "chinese", "simple"]),
        ],
        rules: Rules::default(),
    }
}

impl Settings {
    /// Applies an option that the session has checked.
    pub(crate) fn set(&mut self, name: &str, value: &OptionValue) -> Effect {
        match (name, value) {
            (HASH, &OptionValue::Spin(mib)) => self.options.hash_mib = to_usize(mib),
            (THREADS, &OptionValue::Spin(threads)) => self.options.threads = to_usize(threads),
            (MULTI_PV, &OptionValue::Spin(lines)) => self.options.multi_pv = to_usize(lines),
            (SKILL, OptionValue::Combo(skill)) => self.level = skill.parse().ok().and_then(Level::new),
            (REPETITION, OptionValue::Combo(rules)) => {
                self.rules = rules.parse().unwrap_or(RuleSet::Asian);
                return Effect::Rules;
            }
            (CLEAR_HASH, _) => return Effect::Clear,
            _ => {}
        }
        Effect::Later
    }
}

fn to_usize(number: i64) -> usize {
    usize::try_from(number).unwrap_or(1)
}
