//! The forms for joining a server and for hosting one.

use super::connection::{is_joining, is_name_refused, joining, wrong_field};
use super::pieces::{LocalRow, pieces};
use super::{Button, Fact, Field, Group, GroupKind, Model, Part, Role, Tick, Tone, parts};
use chuhe_model::actions::action::{self, Action, JoinAction, JoinField, SecretField};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::exchange::hosting::{Hosting, is_this_machine};
use chuhe_model::exchange::route::{ServerLink, address};
use chuhe_model::exchange::servers::DEFAULT_PORT;
use chuhe_model::notices::notice::Notice;

/// Asks for the password of the user's name.
pub const ASK_PASSWORD: Action = Action::Join(JoinAction::AskPassword);

/// Joins the server at an address, or follows it if it is a link; empty for the one in the form.
#[must_use]
pub fn to(model: &Model<'_>, address: &str, name: &str) -> Vec<Action> {
    let (form, name) = (&model.app.entrance().join, (!name.is_empty()).then(|| name.to_owned()));
    if ServerLink::looks_like_one(address) {
        let named = name.map(|name| Action::Edit(action::Field::Join(JoinField::Name), name));
        return named.into_iter().chain([Action::Follow(address.to_owned())]).collect();
    }
    let address =
        if address.is_empty() { format!("{}:{}", form.host, form.port) } else { address.to_owned() };
    let (host, port) = match address.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => (host, port.parse().unwrap_or(0)),
        Some(_) | None => (address.as_str(), DEFAULT_PORT),
    };
    let host = host.trim_matches(['[', ']']).to_owned();
    vec![JoinAction::To { host, port, name, tls: form.tls, hall: None }.into()]
}

/// The form for joining a server.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinView {
    /// What the form is for.
    pub heading: &'static str,
    /// The address and the port; a page reaches only the server from which it came.
    pub address: Option<[Field; 2]>,
    /// The user's name.
    pub name: Field,
    /// The password, once it is asked for.
    pub password: Option<Field>,
    /// Asks for the password.
    pub have_password: Option<Button>,
    /// Joins, or ends the attempt.
    pub submit: Button,
    /// Whether an attempt is under way.
    pub is_joining: bool,
    /// Whether to encrypt; the browser decides for a page.
    pub tls: Option<Tick>,
    /// How the attempt goes, or why it failed.
    pub state: Option<Fact>,
    /// The field that must be filled in, by its name.
    pub wrong: Option<&'static str>,
    /// The pieces for the first game of somebody who reads no Chinese.
    pub pieces: Option<LocalRow>,
    /// The halls of the server, and without a page, which reaches no other server, those found on the local network and those
    /// joined last.
    pub lists: Vec<ServerList>,
}

/// The password of a registered name, once it is asked for.
pub(super) fn password(model: &Model<'_>) -> Option<Field> {
    let secret = |typed| Field::secret("join.password", model.text.password, SecretField::Join, typed);
    model.app.entrance().join.password.as_ref().map(secret)
}

/// A list of servers or halls.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerList {
    /// Identifies the list.
    pub id: &'static str,
    /// What it lists.
    pub heading: &'static str,
    /// Its rows.
    pub rows: Vec<ServerRow>,
}

/// A server or a hall.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerRow {
    /// Joins it. Its label is the name and the detail.
    pub join: Button,
    /// Its name.
    pub name: String,
    /// Its address, or how many players are there.
    pub detail: String,
    /// Whether it is the one that was chosen last.
    pub is_last: bool,
    /// Whether it has no room.
    pub is_full: bool,
    /// Removes it from the list.
    pub forget: Option<Button>,
}

impl JoinView {
    /// The form as it is.
    pub fn of(model: &Model<'_>) -> Self {
        let (app, text, form) = (model.app, model.text, &model.app.entrance().join);
        let (is_page, is_joining) = (app.desk().is_page(), is_joining(model));
        let is_hosting = matches!(&app.entrance().hosting, Hosting::Running { .. });
        let submit = if is_joining {
            Button::new("join.cancel", text.cancel, JoinAction::Leave)
        } else {
            // while this computer hosts a server, the user probably joins that one
            let role = if is_hosting { Role::Plain } else { Role::Primary };
            Button::new("join.submit", text.join, JoinAction::Submit).role(role)
        };
        let settled = app.entrance().is_tls_required(app.desk());
        let tls = Button::new("join.tls", text.tls, JoinAction::Tls(!form.tls));
        let tls = tls.permit(if settled { Err(text.tls_settled.to_owned()) } else { Ok(()) });
        let address = || {
            let host = Field::new("join.host", text.host, JoinField::Host, &form.host);
            let port = Field::new("join.port", text.port, JoinField::Port, &form.port);
            [host.example(text.host_hint), port.example("9899")]
        };
        let have_password = Button::new("join.have_password", text.have_password, JoinAction::AskPassword);
        let wrong = match wrong_field(model) {
            Some(Notice::Name(_)) => Some("join.name"),
            Some(Notice::NoHost) => Some("join.host"),
            Some(_) => Some("join.port"),
            None => is_name_refused(model).then_some("join.name"),
        };
        Self {
            heading: text.join_title,
            address: (!is_page).then(address),
            name: name("join.name", model),
            password: password(model),
            have_password: form.password.is_none().then_some(have_password),
            submit,
            is_joining,
            tls: (!is_page).then_some(Tick { button: tls, on: settled || form.tls }),
            state: joining(model),
            wrong,
            pieces: pieces(model, GameChoice::default()),
            lists: lists(model),
        }
    }

    /// The form as parts.
    pub fn parts(&self) -> Vec<Part> {
        let Self { address, name, password, have_password, submit, tls, state, pieces, lists, .. } = self;
        let lists: Vec<Group> = lists.iter().map(ServerList::section).collect();
        let pieces = pieces.as_ref().map(|row| &row.choice);
        parts![address, name, password, have_password, tls, submit, state, pieces, lists]
    }
}

impl ServerList {
    fn section(&self) -> Group {
        let row = |row: &ServerRow| {
            let forget = row.forget.clone();
            let forget =
                forget.map(|it| Button { label: format!("{} · {}", it.label, row.join.label), ..it });
            parts![&row.join, forget]
        };
        GroupKind::Section.of(self.id, self.heading, self.rows.iter().flat_map(row).collect())
    }
}

/// The field of the user's name.
pub(crate) fn name(id: &'static str, model: &Model<'_>) -> Field {
    let field = Field::new(id, model.text.name, JoinField::Name, &model.app.entrance().join.name);
    field.example(model.text.name_hint)
}

fn lists(model: &Model<'_>) -> Vec<ServerList> {
    let (app, text, form) = (model.app, model.text, &model.app.entrance().join);
    let (host, port) = form.address();
    let remembered = port.and_then(|port| app.desk().settings.servers.hall(&host, port));
    let row = |id: String, name: &str, detail: String, action: JoinAction| {
        let join = Button::new(id, format!("{name} · {detail}"), action);
        ServerRow { join, name: name.to_owned(), detail, is_last: false, is_full: false, forget: None }
    };
    let halls = form.halls.of(&host, port).iter().enumerate().map(|(index, hall)| {
        let players = text.hall_players(hall.players, hall.capacity);
        let players = if hall.has_room() { players } else { text.hall_full.to_owned() };
        let enter = JoinAction::Hall(hall.name.clone());
        let row = row(format!("join.hall.{index}"), hall.name.as_str(), players, enter);
        ServerRow { is_last: remembered == Some(&hall.name), is_full: !hall.has_room(), ..row }
    });
    let nearby = app.entrance().nearby().enumerate().map(|(index, server)| {
        let join = JoinAction::Nearby(index);
        row(format!("join.nearby.{index}"), &server.name, server.address_and_port(), join)
    });
    let recent = app.desk().settings.servers.recent.iter().enumerate().map(|(index, server)| {
        let address = format!("{}:{}", server.host, server.port);
        let row = row(format!("join.recent.{index}"), &server.name, address, JoinAction::Recent(index));
        let forget = Button::new(format!("join.forget.{index}"), text.forget, JoinAction::Forget(index));
        ServerRow { forget: Some(forget), ..row }
    });
    let halls = ServerList { id: "join.halls", heading: text.hall, rows: halls.collect() };
    let others = [
        ServerList { id: "join.found", heading: text.nearby, rows: nearby.collect() },
        ServerList { id: "join.recents", heading: text.recent, rows: recent.collect() },
    ];
    let others = others.into_iter().filter(|_| !app.desk().is_page());
    std::iter::once(halls).chain(others).filter(|list| !list.rows.is_empty()).collect()
}

/// Addresses of a server to pass on.
#[derive(Clone, Debug, PartialEq)]
pub struct AddressesView {
    /// What to do with them.
    pub explained: Fact,
    /// Copies each; the hint is the address.
    pub copies: Vec<Button>,
}

impl AddressesView {
    /// The addresses under which others reach the server of this lobby; `None` if only this machine does.
    pub(crate) fn of_lobby(model: &Model<'_>) -> Option<Self> {
        if let Hosting::Running { port, addresses } = &model.app.entrance().hosting {
            return Some(Self::hosted(model, *port, addresses));
        }
        let server = model.app.sessions().link().server().filter(|server| !is_this_machine(&server.host))?;
        Some(Self::new(model, model.text.lobby_address, std::slice::from_ref(&server.host), server.port))
    }

    /// The addresses of the server that this program hosts.
    pub fn hosted(model: &Model<'_>, port: u16, addresses: &[String]) -> Self {
        let text = model.text;
        let tell = || format!("{}\n{}", text.hosting_elsewhere(port), text.hosting_tell);
        let explained = if addresses.is_empty() { text.hosting_no_address.to_owned() } else { tell() };
        Self::new(model, &explained, addresses, port)
    }

    fn new(model: &Model<'_>, explained: &str, hosts: &[String], port: u16) -> Self {
        let copy = |(index, host): (usize, &String)| {
            let address = address(host, port);
            let copy = JoinAction::Copy(address.clone());
            Button::new(format!("host.copy.{index}"), model.text.copy, copy).hint(address)
        };
        let explained = Fact::new("host.addresses", explained);
        Self { explained, copies: hosts.iter().enumerate().map(copy).collect() }
    }

    /// The addresses as parts.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let named = |it: &Button| Button { label: format!("{} · {}", it.label, it.hint), ..it.clone() };
        parts![&self.explained, self.copies.iter().map(named)]
    }
}

/// The form for hosting a server.
#[derive(Clone, Debug, PartialEq)]
pub struct HostView {
    /// What the form is for.
    pub heading: &'static str,
    /// What hosting means, or where the server runs.
    pub explained: Fact,
    /// The addresses to pass on, once the server runs.
    pub addresses: Option<AddressesView>,
    /// The port before the server runs, then the user's name.
    pub field: Field,
    /// Starts the server; then joins and stops it.
    pub buttons: Vec<Button>,
    /// Whether the local network hears of the server, before it runs.
    pub announce: Option<Tick>,
    /// What is wrong with the field, after an attempt.
    pub wrong: Option<Fact>,
    /// The pieces for the first game of somebody who reads no Chinese.
    pub pieces: Option<LocalRow>,
}

impl HostView {
    /// The form as it is.
    pub fn of(model: &Model<'_>) -> Self {
        let (app, text) = (model.app, model.text);
        let wrong = wrong_field(model);
        let wrong = wrong.map(|notice| Fact::new("host.wrong", text.notice(notice)).tone(Tone::Wrong));
        if let Hosting::Running { port, addresses } = &app.entrance().hosting {
            let join = Button::new("host.join", text.hosting_join, JoinAction::JoinHosted);
            let stop = Button::new("host.stop", text.hosting_stop, JoinAction::StopHost);
            return Self {
                heading: text.hosting_title,
                explained: Fact::new("host", text.hosting_at(*port)).tone(Tone::Good),
                addresses: Some(AddressesView::hosted(model, *port, addresses)),
                field: name("host.name", model),
                buttons: vec![join.role(Role::Primary), stop],
                announce: None,
                pieces: pieces(model, GameChoice::default()),
                wrong,
            };
        }
        let starting = app.entrance().hosting == Hosting::Starting;
        let label = if starting { text.hosting_starting } else { text.hosting_start };
        let start = Button::new("host.start", label, JoinAction::StartHost).role(Role::Primary);
        let start = start.permit(if starting { Err(label.to_owned()) } else { Ok(()) });
        let port = Field::new("host.port", text.port, JoinField::HostPort, &app.entrance().join.host_port);
        let announced = app.desk().settings.hosting.announce;
        let announce = Button::new("host.announce", text.hosting_announce, JoinAction::Announce(!announced));
        let announce = announce.hint(text.hosting_announce_explained);
        let explained = match app.entrance().seat_here.as_ref().filter(|_| !starting) {
            Some(seat) => Fact::new("host", text.hosting_seat(&seat.name)).tone(Tone::Warning),
            None => Fact::new("host", text.hosting_explained),
        };
        Self {
            heading: text.hosting_title,
            explained,
            addresses: None,
            field: port.example("9899"),
            buttons: vec![start],
            announce: Some(Tick { button: announce, on: announced }),
            pieces: pieces(model, GameChoice::default()),
            wrong,
        }
    }

    /// The form as parts.
    pub fn parts(&self) -> Vec<Part> {
        let addresses = self.addresses.as_ref().map(AddressesView::parts);
        let pieces = self.pieces.as_ref().map(|row| &row.choice);
        parts![&self.explained, addresses, &self.field, &self.wrong, &self.buttons, &self.announce, pieces]
    }
}
