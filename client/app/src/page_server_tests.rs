//! Tests of a page whose server does not answer when it is opened, and answers later.

use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, JoinAction, JoinField, SettingsAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::call::CallSettings;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::connection::link::Status;
use chuhe_model::exchange::effect::MachineEffect;
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::exchange::event::{ConnectFailure, NetworkEvent};

const PLAY: &str = "#/play/7k3m9qpx02ab";

/// A page that was opened with a link while its server did not answer.
fn opened_in_an_outage(name: &str, link: Option<&str>) -> World {
    let mut world = World::new();
    world.app.desk.environment.surface = Surface::Page { server: PageServer::Silent };
    world.act(Action::Edit(Field::Join(JoinField::Name), name.to_owned()));
    if let Some(link) = link {
        world.act(Action::Follow(link.to_owned()));
    }
    world
}

fn answer(world: &mut World) {
    world.effects.clear();
    world.update(Event::PageServer(PageServer::Answers));
}

#[test]
fn a_link_is_followed_once_the_server_answers() {
    let mut world = opened_in_an_outage("Bo", Some(PLAY));
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::Unreachable));
    assert!(world.app.desk.start_entries().any(|entry| entry == StartEntry::Join), "it has a server");
    assert_eq!(world.app.route().map(|route| route.to_string()).as_deref(), Some(PLAY), "the link stays");
    answer(&mut world);
    assert!(world.connects());
    assert_eq!(world.notice(), Some(&Notice::ServerAnswers));
    world.effects.clear();
    world.update(Event::Tick);
    assert!(!world.connects(), "once");
}

#[test]
fn a_link_waits_for_the_name_and_for_the_end_of_a_local_game() {
    let mut world = opened_in_an_outage("", Some(PLAY));
    answer(&mut world);
    assert!(!world.connects(), "nobody has said a name");
    assert!(world.app.route().is_some());

    let mut world = opened_in_an_outage("Bo", Some(PLAY));
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::Unreachable));
    world.act(Action::Start(StartAction::Show(StartEntry::Two)));
    world.act(Action::Start(StartAction::Play));
    assert_eq!(world.app.screen(), Screen::Table);
    answer(&mut world);
    assert!(!world.connects(), "the game goes on");
    world.act(Action::Back);
    assert!(world.connects(), "the link is followed after it");
}

#[test]
fn an_attempt_that_failed_is_repeated_and_one_that_was_cancelled_is_not() {
    let mut world = opened_in_an_outage("Bo", None);
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::TimedOut));
    answer(&mut world);
    assert!(world.connects());
    assert_eq!(world.app.sessions.link().status(), Status::Connecting);

    let mut world = opened_in_an_outage("Bo", None);
    world.act(Action::Join(JoinAction::Submit));
    world.act(Action::Join(JoinAction::Leave));
    answer(&mut world);
    assert!(!world.connects());
}

#[test]
fn a_page_of_a_host_of_files_offers_its_server_once_there_is_one() {
    let mut world = World::new();
    world.app.desk.environment.surface = Surface::Page { server: PageServer::None };
    let offers = |world: &World| world.app.desk.start_entries().any(|entry| entry == StartEntry::Join);
    assert!(!offers(&world));
    answer(&mut world);
    assert!(offers(&world));
    world.update(Event::PageServer(PageServer::Silent));
    assert_eq!(world.notice(), Some(&Notice::ServerSilent));
}

#[test]
fn a_page_without_a_server_follows_no_link_to_one_and_takes_no_seat_again() {
    let mut world = World::new();
    world.app.desk.environment.surface = Surface::Page { server: PageServer::None };
    world.act(Action::Follow(PLAY.to_owned()));
    assert!(!world.connects());
    assert_eq!(world.notice(), Some(&Notice::NoServer));
    world.act(Action::Follow("#/review".to_owned()));
    assert_eq!(world.app.screen(), Screen::Review);

    let mut playing = World::in_lobby();
    playing.receive_event(started(ME, OTHER));
    let settings = playing.app.desk.settings.clone();
    assert!(settings.servers.playing.is_some());
    let surface = Surface::Page { server: PageServer::None };
    let mut app = App::new(Environment { surface, ..Environment::default() }, settings);
    assert!(app.take_seat_again().is_none());
}

#[test]
fn a_page_asks_for_notifications_when_they_are_turned_on_and_says_when_they_are_refused() {
    let wanted = CallSettings { notification: true, ..CallSettings::default() };
    let asks = |world: &World| world.effects.contains(&MachineEffect::AllowNotifications.into());
    let mut window = World::new();
    window.act(Action::Settings(SettingsAction::Calls(wanted)));
    assert!(!asks(&window), "a desktop asks nobody");

    let mut page = World::new();
    page.app.desk.environment.surface = Surface::Page { server: PageServer::Answers };
    page.update(Event::Tick);
    assert!(!asks(&page), "not by itself");
    page.act(Action::Settings(SettingsAction::Calls(wanted)));
    assert!(asks(&page));
    page.effects.clear();
    page.act(Action::Settings(SettingsAction::Calls(CallSettings { urgent: false, ..wanted })));
    assert!(!asks(&page), "it is on already");
    page.update(Event::NotificationsRefused);
    assert!(!page.app.desk.settings.attention.calls.notification);
    assert_eq!(page.notice(), Some(&Notice::NotificationsRefused));
}
