//! The protocols.

/// A dialect in which engines of xiangqi are spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Chinese Chess Protocol (中国象棋通用引擎协议).
    Ucci,
}

impl Dialect {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Uci, Self::Ucci];

    /// The first command of a conversation.
    #[must_use]
    pub const fn first_command(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ucci => "ucci",
        }
    }

    /// The line that ends the answer to the first command.
    #[must_use]
    pub const fn ok(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ucci => "ucciok",
        }
    }
}

/// A protocol that a [`Driver`](crate::Driver) speaks with an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// UCI.
    Uci,
    /// UCCI.
    Ucci,
    /// The protocol of `XBoard` and `WinBoard`.
    Xboard,
}

impl Protocol {
    /// Its dialect; `None` for xboard, which is a protocol of its own.
    #[must_use]
    pub const fn dialect(self) -> Option<Dialect> {
        match self {
            Self::Uci => Some(Dialect::Uci),
            Self::Ucci => Some(Dialect::Ucci),
            Self::Xboard => None,
        }
    }
}

impl From<Dialect> for Protocol {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Uci => Self::Uci,
            Dialect::Ucci => Self::Ucci,
        }
    }
}
