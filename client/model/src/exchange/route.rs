//! Links to places of the program, as text: routes, and whole links with the address of a server.
//!
//! A route is the fragment of an address, such as `#/watch/1838424461472784`. A whole link is
//! `https://play.example.org/#/watch/1838424461472784`, or `https://play.example.org/?play=7k3m9qpx02ab`
//! for an invitation, for a browser, or begins with `chuhe://` or
//! `chuhes://` (with TLS) and the address at which programs reach the server.

use super::servers::DEFAULT_PORT;
use crate::choices::game_choice::GameChoice;
use chuhe_protocol::{EveningCode, GameId, HallName, InvitationCode, PlayerName, WebAddress, limits};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::xiangqi::Position;
use std::fmt;
use std::str::FromStr;
use strum::VariantArray as _;

/// The maximum number of bytes in a link.
pub const LINK_BYTES: usize = 1_024;

/// A place of the program that a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The place.
    pub place: Place,
    /// The hall of the server; `None` leaves the choice to the program.
    pub hall: Option<HallName>,
    /// The TCP port of the server, for programs that do not run in a browser, if it is not
    /// [`DEFAULT_PORT`].
    pub port: Option<u16>,
    /// Whether the user is on the server behind a review or a game without a server, to which a page that is loaded
    /// again then comes back.
    pub is_joined: bool,
}

/// What a route leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The lobby: `#/join`.
    Lobby,
    /// The form to challenge a player: `#/challenge/NAME`.
    Challenge(PlayerName),
    /// A running game, to watch: `#/watch/GAME`.
    Watch(GameId),
    /// A review that begins with a position of xiangqi: `#/review?fen=FEN`.
    Review(Box<Position>),
    /// An invitation: `#/play/CODE`.
    Invitation(InvitationCode),
    /// A tournament of the server: `#/tournament/CODE`.
    Evening(EveningCode),
    /// The form to look for an opponent: `#/seek?games=xiangqi,luzhanqi_cross&minutes=10&increment=5`.
    Seek(SeekChoice),
    /// A puzzle or an endgame, without a server.
    Puzzle(PuzzleLink),
}

/// Which puzzle a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleLink {
    /// That of the day: `#/puzzle/today`.
    Daily,
    /// The next of the user's own mistakes: `#/puzzle/own`.
    OwnMistake,
    /// The one with this name: `#/puzzle/NAME`.
    Named(String),
    /// The endgame with this name: `#/endgame/NAME`.
    Endgame(String),
    /// The puzzle of luzhanqi with this name: `#/flag/NAME`.
    Flag(String),
}

/// What a link proposes to play, to whoever looks for an opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeekChoice {
    /// The games, the preferred one first; none leaves the choice to the user.
    pub games: Vec<GameChoice>,
    /// The time of both; `None` leaves the choice to the user.
    pub time: Option<TimeControl>,
}

/// A link with the address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLink {
    /// The name or address of the server.
    pub host: String,
    /// Its TCP port.
    pub port: u16,
    /// Whether the link asks for TLS.
    pub tls: bool,
    /// The place on the server.
    pub route: Route,
}

/// Why a text is no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLink {
    /// It is longer than [`LINK_BYTES`].
    #[error("the link is too long")]
    TooLong,
    /// It does not begin as a link does.
    #[error("not a link of this program")]
    NoLink,
    /// The address of the server is incomplete.
    #[error("the address is incomplete")]
    Address,
    /// It leads to no place of this program.
    #[error("the link leads to an unknown place")]
    Place,
    /// The name, number, code or position in it cannot be read.
    #[error("the link is damaged")]
    Damaged,
}

impl Route {
    /// A route to a place, in whichever hall.
    #[must_use]
    pub const fn to(place: Place) -> Self {
        Self { place, hall: None, port: None, is_joined: false }
    }

    /// Returns the whole link to this place on a page.
    ///
    /// An invitation is a query, which reaches the server, so that it can describe it to messengers.
    #[must_use]
    pub fn on_page(&self, page: &WebAddress) -> String {
        let page = page.as_str().trim_end_matches('/');
        let Place::Invitation(code) = &self.place else { return format!("{page}/{self}") };
        let mut query = vec![format!("play={code}")];
        query.extend(self.parameters());
        format!("{page}/?{}", query.join("&"))
    }

    /// The parameters that every place may have.
    fn parameters(&self) -> impl Iterator<Item = String> {
        let hall = self.hall.as_ref().map(|hall| format!("hall={}", encode(hall.as_str())));
        let joined = self.is_joined.then(|| "joined".to_owned());
        hall.into_iter().chain(self.port.map(|port| format!("port={port}"))).chain(joined)
    }

    /// Reads the query of the address of a page, which may name an invitation.
    fn of_page(query: &str) -> Result<Self, InvalidLink> {
        let Query { play, hall, port, .. } = Query::parse(query)?;
        let place = match play {
            Some(code) => Place::Invitation(code.parse().map_err(|_| InvalidLink::Damaged)?),
            None => Place::Lobby,
        };
        Ok(Self { hall, port, ..Self::to(place) })
    }
}

impl Place {
    /// Whether it is a place of a server that is reached through the lobby, as a game or an invitation is.
    #[must_use]
    pub const fn is_beyond_lobby(&self) -> bool {
        !matches!(self, Self::Lobby | Self::Review(_) | Self::Puzzle(_))
    }
}

impl PuzzleLink {
    /// The puzzle with this name, or what the name stands for.
    fn named(name: &str) -> Result<Self, InvalidLink> {
        Ok(match decode(name)?.as_str() {
            "" => return Err(InvalidLink::Damaged),
            "today" => Self::Daily,
            "own" => Self::OwnMistake,
            name => Self::Named(name.to_owned()),
        })
    }

    /// The kind, and the name.
    fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Daily => ("puzzle", "today"),
            Self::OwnMistake => ("puzzle", "own"),
            Self::Named(name) => ("puzzle", name),
            Self::Endgame(name) => ("endgame", name),
            Self::Flag(name) => ("flag", name),
        }
    }
}

impl SeekChoice {
    fn parse(query: Query) -> Result<Self, InvalidLink> {
        let mut games: Vec<GameChoice> = Vec::new();
        for name in query.games.iter().flat_map(|games| games.split(',')) {
            let named = |game: &&GameChoice| <&str>::from(*game) == name;
            let game = *GameChoice::VARIANTS.iter().find(named).ok_or(InvalidLink::Damaged)?;
            if !games.contains(&game) {
                games.push(game);
            }
        }
        let number = |text: &String| text.parse::<u16>().map_err(|_| InvalidLink::Damaged);
        let [minutes, increment] = [&query.minutes, &query.increment];
        let seconds = increment.as_ref().map_or(Ok(0), number)?;
        let time = minutes.as_ref().map(number).transpose()?.map(|minutes| TimeControl {
            game_ms: 60_000 * u32::from(minutes),
            increment_ms: 1_000 * u32::from(seconds),
            ..TimeControl::UNTIMED
        });
        if time.is_none() && increment.is_some()
            || time.is_some_and(|time| time.is_untimed() || time.validate().is_err())
        {
            return Err(InvalidLink::Damaged);
        }
        Ok(Self { games, time })
    }

    /// The parameters that say it.
    fn parameters(&self) -> Vec<String> {
        let games: Vec<&str> = self.games.iter().map(<&str>::from).collect();
        let mut parameters = Vec::new();
        if !games.is_empty() {
            parameters.push(format!("games={}", games.join(",")));
        }
        if let Some(time) = self.time {
            parameters.push(format!("minutes={}", time.game_ms / 60_000));
            if time.increment_ms > 0 {
                parameters.push(format!("increment={}", time.increment_ms / 1_000));
            }
        }
        parameters
    }
}

/// The parameters of a route.
#[derive(Debug, Default)]
struct Query {
    games: Option<String>,
    minutes: Option<String>,
    increment: Option<String>,
    fen: Option<String>,
    play: Option<String>,
    hall: Option<HallName>,
    port: Option<u16>,
    joined: bool,
}

impl Query {
    fn parse(query: &str) -> Result<Self, InvalidLink> {
        let mut parsed = Self::default();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = decode(&value.replace('+', " "))?;
            match name {
                "fen" => parsed.fen = Some(value),
                "play" => parsed.play = Some(value),
                "hall" => parsed.hall = Some(HallName::parse(&value).map_err(|_| InvalidLink::Damaged)?),
                "port" => parsed.port = Some(value.parse().map_err(|_| InvalidLink::Damaged)?),
                "joined" => parsed.joined = true,
                "games" => parsed.games = Some(value),
                "minutes" => parsed.minutes = Some(value),
                "increment" => parsed.increment = Some(value),
                // of a newer version
                _ => {}
            }
        }
        Ok(parsed)
    }
}

impl FromStr for Route {
    type Err = InvalidLink;

    fn from_str(text: &str) -> Result<Self, InvalidLink> {
        if text.len() > LINK_BYTES {
            return Err(InvalidLink::TooLong);
        }
        let path = text.strip_prefix("#/").ok_or(InvalidLink::NoLink)?;
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let mut query = Query::parse(query)?;
        let (hall, port, is_joined) = (query.hall.take(), query.port, query.joined);
        let damaged = InvalidLink::Damaged;
        let place = match path.trim_end_matches('/').split_once('/') {
            None if matches!(path, "" | "join" | "join/") => Place::Lobby,
            None if path == "review" => {
                let start = || Position::start().fen();
                let position =
                    Position::from_loose_fen(&query.fen.unwrap_or_else(start)).map_err(|_| damaged)?;
                Place::Review(Box::new(position))
            }
            None if matches!(path, "seek" | "seek/") => Place::Seek(SeekChoice::parse(query)?),
            Some(("challenge", name)) => {
                Place::Challenge(PlayerName::parse(&decode(name)?).map_err(|_| damaged)?)
            }
            Some(("watch", game)) => Place::Watch(GameId(game.parse().map_err(|_| damaged)?)),
            Some(("play", code)) => Place::Invitation(code.parse().map_err(|_| damaged)?),
            Some(("tournament", code)) => Place::Evening(code.parse().map_err(|_| damaged)?),
            Some(("puzzle", name)) => Place::Puzzle(PuzzleLink::named(name)?),
            Some(("endgame", name)) => Place::Puzzle(PuzzleLink::Endgame(decode(name)?)),
            Some(("flag", name)) => Place::Puzzle(PuzzleLink::Flag(decode(name)?)),
            // its end is missing
            None if ["challenge", "watch", "play", "tournament", "puzzle", "endgame", "flag"]
                .contains(&path.trim_end_matches('/')) =>
            {
                return Err(damaged);
            }
            None | Some(_) => return Err(InvalidLink::Place),
        };
        Ok(Self { place, hall, port, is_joined })
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut query = Vec::new();
        match &self.place {
            Place::Lobby => f.write_str("#/join")?,
            Place::Challenge(name) => write!(f, "#/challenge/{}", encode(name.as_str()))?,
            Place::Watch(game) => write!(f, "#/watch/{game}")?,
            Place::Review(position) => {
                query.push(format!("fen={}", encode(&position.fen())));
                f.write_str("#/review")?;
            }
            Place::Invitation(code) => write!(f, "#/play/{code}")?,
            Place::Evening(code) => write!(f, "#/tournament/{code}")?,
            Place::Puzzle(puzzle) => {
                let (kind, name) = puzzle.parts();
                write!(f, "#/{kind}/{}", encode(name))?;
            }
            Place::Seek(choice) => {
                query.extend(choice.parameters());
                f.write_str("#/seek")?;
            }
        }
        query.extend(self.parameters());
        if query.is_empty() { Ok(()) } else { write!(f, "?{}", query.join("&")) }
    }
}

impl ServerLink {
    /// Tests whether a text is meant as a link, and not as the name of a host or a file.
    #[must_use]
    pub fn looks_like_one(text: &str) -> bool {
        let text = text.trim();
        text.starts_with('#')
            || ["http", "https", "chuhe", "chuhes"].iter().any(|scheme| {
                text.split_once("://").is_some_and(|(start, _)| start.eq_ignore_ascii_case(scheme))
            })
    }
}

impl FromStr for ServerLink {
    type Err = InvalidLink;

    /// Reads a whole link. Without a route it leads to the lobby.
    ///
    /// In a link for browsers, the port of the address is that of the page: the TCP port is the
    /// `port` of the route, or [`DEFAULT_PORT`].
    fn from_str(text: &str) -> Result<Self, InvalidLink> {
        let text = text.trim();
        if text.len() > LINK_BYTES {
            return Err(InvalidLink::TooLong);
        }
        let (scheme, rest) = text.split_once("://").ok_or(InvalidLink::NoLink)?;
        let (is_page, tls) = match scheme.to_ascii_lowercase().as_str() {
            "https" => (true, true),
            "http" => (true, false),
            "chuhes" => (false, true),
            "chuhe" => (false, false),
            _ => return Err(InvalidLink::NoLink),
        };
        let (address, fragment) = match rest.find('#') {
            Some(at) => (&rest[..at], Some(&rest[at..])),
            None => (rest, None),
        };
        let query = address.split_once('?').map_or("", |(_, query)| query);
        let address = address.split(['/', '?']).next().unwrap_or_default();
        let (host, port) = host_and_port(address).ok_or(InvalidLink::Address)?;
        let mut route = match fragment {
            Some(fragment) => fragment.parse()?,
            None => Route::of_page(query)?,
        };
        let of_route = route.port.take();
        let port = if is_page { of_route } else { port.or(of_route) };
        Ok(Self { host: host.to_owned(), port: port.unwrap_or(DEFAULT_PORT), tls, route })
    }
}

impl fmt::Display for ServerLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, tls, route } = self;
        let scheme = if *tls { "chuhes" } else { "chuhe" };
        write!(f, "{scheme}://{}/{route}", address(host, *port))
    }
}

/// A host and a port as links have them: an IPv6 address is in brackets.
#[must_use]
pub fn address(host: &str, port: u16) -> String {
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}

/// Splits the address of a link; an IPv6 address is in brackets.
fn host_and_port(address: &str) -> Option<(&str, Option<u16>)> {
    let (host, port) = match address.strip_prefix('[') {
        Some(rest) => {
            let (host, port) = rest.split_once(']')?;
            (host, port.strip_prefix(':'))
        }
        None => address.split_once(':').map_or((address, None), |(host, port)| (host, Some(port))),
    };
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:%".contains(&byte) || !byte.is_ascii();
    let is_valid = !host.is_empty() && host.len() <= limits::ADDRESS_BYTES && host.bytes().all(is_allowed);
    let port = port.map(str::parse::<u16>).transpose().ok()?;
    is_valid.then_some((host, port))
}

/// Encodes a text for a link: other characters than letters, digits and a few marks as percent codes.
fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Decodes percent codes.
fn decode(text: &str) -> Result<String, InvalidLink> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let code = digit().zip(digit()).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        decoded.push(code.ok_or(InvalidLink::Damaged)?);
    }
    String::from_utf8(decoded).map_err(|_| InvalidLink::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

    fn route(text: &str) -> Result<Route, InvalidLink> {
        text.parse()
    }

    #[test]
    fn the_lobby_and_what_needs_no_server_are_not_beyond_the_lobby() {
        let is_beyond = |text: &&str| route(text).unwrap().place.is_beyond_lobby();
        assert!(["#/challenge/Bo", "#/watch/1", "#/play/7k3m9qpx02ab", "#/seek"].iter().all(is_beyond));
        assert!(!["#/join", "#/review", "#/puzzle/own", "#/endgame/rook-advisor"].iter().any(is_beyond));
    }

    #[test]
    fn routes_read_as_they_are_written() {
        let hall = HallName::parse("楚河").ok();
        let places = [
            (Place::Lobby, "#/join"),
            (
                Place::Challenge(PlayerName::parse("云中鹤").unwrap()),
                "#/challenge/%E4%BA%91%E4%B8%AD%E9%B9%A4",
            ),
            (Place::Watch(GameId(1_838_424_461_472_784)), "#/watch/1838424461472784"),
            (Place::Invitation("7k3m9qpx02ab".parse().unwrap()), "#/play/7k3m9qpx02ab"),
            (Place::Evening("7k3m9qpx02ab".parse().unwrap()), "#/tournament/7k3m9qpx02ab"),
            (Place::Puzzle(PuzzleLink::Daily), "#/puzzle/today"),
            (Place::Puzzle(PuzzleLink::OwnMistake), "#/puzzle/own"),
            (Place::Puzzle(PuzzleLink::Named("p476c50b4e9e6d270".into())), "#/puzzle/p476c50b4e9e6d270"),
            (Place::Puzzle(PuzzleLink::Endgame("rook-advisor".into())), "#/endgame/rook-advisor"),
            (Place::Puzzle(PuzzleLink::Flag("f0123456789abcdef".into())), "#/flag/f0123456789abcdef"),
        ];
        for (place, text) in places {
            let plain = Route::to(place);
            assert_eq!((plain.to_string(), route(text)), (text.to_owned(), Ok(plain.clone())));
            let full = Route { hall: hall.clone(), port: Some(7878), ..plain };
            assert_eq!(full.to_string(), format!("{text}?hall=%E6%A5%9A%E6%B2%B3&port=7878"));
            assert_eq!(route(&full.to_string()), Ok(full));
        }
        let fen = "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1";
        let position = Place::Review(Box::new(Position::from_fen(fen).unwrap()));
        let written = Route::to(position.clone()).to_string();
        assert_eq!(route(&written).map(|route| route.place), Ok(position.clone()));
        let placement = fen.split(' ').next().unwrap().to_owned();
        let typed =
            [fen.to_owned(), fen.replace(' ', "+"), fen.replace(' ', "%20"), fen.replace(" 0 1", " 0 0")];
        for typed in typed.into_iter().chain([placement]) {
            let read = route(&format!("#/review?fen={typed}"));
            assert_eq!(read.map(|route| route.place), Ok(position.clone()), "{typed}");
        }
        assert_eq!(
            route("#/review").map(|route| route.place),
            Ok(Place::Review(Box::new(Position::start())))
        );
        let time = TimeControl { game_ms: 600_000, increment_ms: 5_000, ..TimeControl::UNTIMED };
        let games = vec![GameChoice::LuzhanqiCross, GameChoice::Xiangqi];
        let both = Place::Seek(SeekChoice { games, time: Some(time) });
        let text = "#/seek?games=luzhanqi_cross,xiangqi&minutes=10&increment=5";
        assert_eq!(
            (Route::to(both.clone()).to_string(), route(text)),
            (text.to_owned(), Ok(Route::to(both)))
        );
        let any = Place::Seek(SeekChoice::default());
        assert_eq!(
            (Route::to(any.clone()).to_string(), route("#/seek")),
            ("#/seek".into(), Ok(Route::to(any)))
        );
        assert!(route("#/seek/").is_ok() && route("#/watch/7?minutes=x").is_ok());
        assert_eq!(route("#/").map(|route| route.place), Ok(Place::Lobby));
        assert_eq!(route("#/join?of=tomorrow").map(|route| route.place), Ok(Place::Lobby));
    }

    #[test]
    fn damaged_routes_are_refused_with_the_reason() {
        use InvalidLink as E;
        let long = format!("#/challenge/{}", "a".repeat(LINK_BYTES));
        let wrong = [
            ("", E::NoLink),
            ("/join", E::NoLink),
            ("#", E::NoLink),
            ("#/nowhere", E::Place),
            ("#/watch/x", E::Damaged),
            ("#/watch/-1", E::Damaged),
            ("#/watch/99999999999999999999", E::Damaged),
            ("#/play/short", E::Damaged),
            ("#/play", E::Damaged),
            ("#/tournament", E::Damaged),
            ("#/tournament/short", E::Damaged),
            ("#/play/?hall=a", E::Damaged),
            ("#/watch", E::Damaged),
            ("#/challenge/", E::Damaged),
            ("#/challenge/%", E::Damaged),
            ("#/puzzle", E::Damaged),
            ("#/puzzle/%zz", E::Damaged),
            ("#/endgame/", E::Damaged),
            ("#/challenge/%zz", E::Damaged),
            ("#/challenge/%ff", E::Damaged),
            ("#/challenge/%3Cb%3E", E::Damaged),
            ("#/review?fen=9/9", E::Damaged),
            ("#/join?port=70000", E::Damaged),
            ("#/join?hall=%2F", E::Damaged),
            ("#/seek?games=chess", E::Damaged),
            ("#/seek?minutes=0", E::Damaged),
            ("#/seek?increment=5", E::Damaged),
            ("#/seek?minutes=65535", E::Damaged),
            ("#/seek?minutes=10&increment=-1", E::Damaged),
            (&long, E::TooLong),
        ];
        for (text, reason) in wrong {
            assert_eq!(route(text), Err(reason), "{text}");
        }
    }

    #[test]
    fn whole_links_have_the_address_of_the_server() {
        let code = Place::Invitation("7k3m9qpx02ab".parse().unwrap());
        let check = |text: &str, host: &str, port: u16, tls: bool, place: &Place| {
            let link: ServerLink = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            let expected = ServerLink { host: host.into(), port, tls, route: Route::to(place.clone()) };
            assert_eq!(link, expected, "{text}");
            assert!(ServerLink::looks_like_one(text));
            assert_eq!(link.to_string().parse(), Ok(link));
        };
        check("https://play.example.org/#/play/7k3m9qpx02ab", "play.example.org", DEFAULT_PORT, true, &code);
        check("https://a.org:8443/x/#/play/7k3m9qpx02ab?port=77", "a.org", 77, true, &code);
        check(" HTTP://192.168.1.5:8080 ", "192.168.1.5", DEFAULT_PORT, false, &Place::Lobby);
        check("chuhe://[fe80::1]:7878/#/play/7k3m9qpx02ab", "fe80::1", 7878, false, &code);
        check("chuhes://a.org#/join", "a.org", DEFAULT_PORT, true, &Place::Lobby);
        let page: WebAddress = "https://play.example.org/".parse().unwrap();
        let hall = HallName::parse("楚河").ok();
        let invited = Route { port: Some(77), hall, ..Route::to(code.clone()) };
        let link = invited.on_page(&page);
        assert_eq!(link, "https://play.example.org/?play=7k3m9qpx02ab&hall=%E6%A5%9A%E6%B2%B3&port=77");
        let read: ServerLink = link.parse().unwrap();
        assert_eq!((read.port, read.route), (77, Route { port: None, ..invited }));
        check("https://a.org?play=7k3m9qpx02ab", "a.org", DEFAULT_PORT, true, &code);
        check("https://a.org/?play=7k3m9qpx02ab#/join", "a.org", DEFAULT_PORT, true, &Place::Lobby);
        assert_eq!("https://a.org/?play=x".parse::<ServerLink>(), Err(InvalidLink::Damaged));
        let watched = Route::to(Place::Watch(GameId(5))).on_page(&page);
        assert_eq!(watched, "https://play.example.org/#/watch/5");
        let long = format!("chuhe://{}", "a".repeat(LINK_BYTES));
        for (text, reason) in [
            ("play.example.org", InvalidLink::NoLink),
            ("ftp://a.org/#/join", InvalidLink::NoLink),
            ("https://", InvalidLink::Address),
            ("https://:80/#/join", InvalidLink::Address),
            ("https://a b/#/join", InvalidLink::Address),
            ("chuhe://[::1/#/join", InvalidLink::Address),
            ("chuhe://a.org:x/#/join", InvalidLink::Address),
            ("https://a.org/#/nowhere", InvalidLink::Place),
            (&long, InvalidLink::TooLong),
        ] {
            assert_eq!(text.parse::<ServerLink>(), Err(reason), "{text}");
        }
        assert!(!ServerLink::looks_like_one("192.168.1.5:9899") && !ServerLink::looks_like_one("game.pgn"));
    }

    #[test]
    fn any_text_is_read_without_a_panic_and_again_as_written() {
        let parts = [
            "#/",
            "join",
            "watch/",
            "play/",
            "7k3m9qpx02ab",
            "review",
            "?fen=",
            "9",
            "/",
            "%",
            "4b",
            "&",
            "hall=",
            "port=",
            "=",
            "楚",
            "K",
            " ",
            "challenge/",
        ];
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut read = 0;
        for _ in 0..20_000 {
            let count = random.next_u32() % 8;
            let text: String = (0..count).map(|_| parts[random.next_u32() as usize % parts.len()]).collect();
            for text in [text.clone(), format!("#/{text}")] {
                if let Ok(route) = text.parse::<Route>() {
                    assert_eq!(route.to_string().parse(), Ok(route), "{text}");
                    read += 1;
                }
            }
            if let Ok(link) = format!("chuhe://a.org:1/{text}").parse::<ServerLink>() {
                assert_eq!(link.to_string().parse(), Ok(link), "{text}");
            }
        }
        assert!(read > 100, "{read} routes were read");
    }
}
