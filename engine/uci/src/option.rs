//! The options that an engine offers.

use crate::dialect::Dialect;
use crate::limits::MAX_OPTION_VALUES;
use crate::words::{Words, integer, phrase, quote};
use std::fmt::Write;

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its values.
    pub kind: OptionKind,
}

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The default.
        default: bool,
    },
    /// A number.
    Spin {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: String,
        /// The values.
        values: Vec<String>,
    },
    /// No value: something to do at once.
    Button,
    /// Text.
    Text {
        /// The default.
        default: String,
    },
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Of a check.
    Check(bool),
    /// Of a spin.
    Spin(i64),
    /// Of a combo, as the option writes it.
    Combo(String),
    /// Of a button.
    Pressed,
    /// Of a text.
    Text(String),
}

/// Why an option does not take a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no such option: {0}")]
    Unknown(String),
    /// The value is missing.
    #[error("option {0} needs a value")]
    NoValue(String),
    /// The value must be `true` or `false`.
    #[error("option {0} is true or false")]
    NotABool(String),
    /// The value must be a number in a range.
    #[error("option {name} is a number from {min} to {max}")]
    OutOfRange {
        /// The option.
        name: String,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// The value must be one of several.
    #[error("option {name} is one of: {values}")]
    NotAValue {
        /// The option.
        name: String,
        /// The values.
        values: String,
    },
}

impl EngineOption {
    /// An option that is on or off.
    #[must_use]
    pub fn check(name: &str, default: bool) -> Self {
        Self { name: name.to_owned(), kind: OptionKind::Check { default } }
    }

    /// An option that is a number.
    #[must_use]
    pub fn spin(name: &str, default: i64, min: i64, max: i64) -> Self {
        Self { name: name.to_owned(), kind: OptionKind::Spin { default, min, max } }
    }

    /// An option that is one of several words.
    #[must_use]
    pub fn combo(name: &str, default: &str, values: &[&str]) -> Self {
        let values = values.iter().map(|&value| value.to_owned()).collect();
        Self { name: name.to_owned(), kind: OptionKind::Combo { default: default.to_owned(), values } }
    }

    /// An option that is something to do.
    #[must_use]
    pub fn button(name: &str) -> Self {
        Self { name: name.to_owned(), kind: OptionKind::Button }
    }

    /// Checks a value.
    ///
    /// # Errors
    /// The reason why the option does not take it.
    pub fn read(&self, value: Option<&str>) -> Result<OptionValue, OptionError> {
        let name = || quote(&self.name);
        let given = || value.ok_or_else(|| OptionError::NoValue(name()));
        match &self.kind {
            OptionKind::Button => Ok(OptionValue::Pressed),
            OptionKind::Text { .. } => Ok(OptionValue::Text(value.unwrap_or_default().to_owned())),
            OptionKind::Check { .. } => match given()?.to_ascii_lowercase().as_str() {
                "true" | "on" => Ok(OptionValue::Check(true)),
                "false" | "off" => Ok(OptionValue::Check(false)),
                _ => Err(OptionError::NotABool(name())),
            },
            &OptionKind::Spin { min, max, .. } => {
                let number = integer(given()?).filter(|number| (min..=max).contains(number));
                number.map(OptionValue::Spin).ok_or_else(|| OptionError::OutOfRange {
                    name: name(),
                    min,
                    max,
                })
            }
            OptionKind::Combo { values, .. } => {
                let given = given()?;
                let known = values.iter().find(|value| value.eq_ignore_ascii_case(given));
                let known = known.map(|value| OptionValue::Combo(value.clone()));
                known.ok_or_else(|| OptionError::NotAValue { name: name(), values: values.join(", ") })
            }
        }
    }

    /// Reads what follows the word `option`; `None` if the engine wrote it wrongly.
    pub(crate) fn parse(words: &mut Words<'_>) -> Option<Self> {
        words.next_if_eq(&"name");
        let name = quote(&phrase(words, &["type"]));
        words.next_if_eq(&"type")?;
        let kind = words.next()?;
        let (mut default, mut min, mut max, mut values) = (String::new(), None, None, Vec::new());
        const ENDS: [&str; 4] = ["default", "min", "max", "var"];
        while let Some(word) = words.next() {
            let value = phrase(words, &ENDS);
            match word {
                "default" => default = value,
                "min" => min = integer(&value),
                "max" => max = integer(&value),
                "var" if values.len() < MAX_OPTION_VALUES => values.push(value),
                _ => {}
            }
        }
        if default == "<empty>" {
            default.clear();
        }
        let kind = match kind {
            "check" => OptionKind::Check { default: default == "true" },
            "spin" => {
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                OptionKind::Spin { default: integer(&default)?, min, max }
            }
            "combo" => OptionKind::Combo { default, values },
            "button" => OptionKind::Button,
            "string" => OptionKind::Text { default },
            _ => return None,
        };
        (!name.is_empty()).then_some(Self { name, kind })
    }

    /// Writes the line, without its end.
    #[must_use]
    pub fn write(&self, dialect: Dialect) -> String {
        let mut line = match dialect {
            Dialect::Uci => format!("option name {} type ", self.name),
            Dialect::Ucci => format!("option {} type ", self.name),
        };
        let written = match &self.kind {
            OptionKind::Check { default } => write!(line, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(line, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, values } => {
                line.push_str("combo");
                for value in values {
                    line.push_str(" var ");
                    line.push_str(value);
                }
                write!(line, " default {default}")
            }
            OptionKind::Button => write!(line, "button"),
            OptionKind::Text { default } => {
                write!(line, "string default {}", if default.is_empty() { "<empty>" } else { default })
            }
        };
        written.expect("a string can be written to");
        line
    }
}
