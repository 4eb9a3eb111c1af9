//! The settings: their pages, and the rows of the open one.

use super::parts::all;
use super::{Button, Choice, Fact, Group, Model, Part, Role, Tick, Tone, apart, named, parts};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{ScaleChange, SettingsAction};
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::choices::call::CallSettings;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::look::LookSwitch;
use chuhe_model::choices::notation_choice::NotationChoice;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::choices::sound::SoundSettings;
use chuhe_model::drawing::theme::{Appearance, BoardStyle, MotionChoice, Palette, PieceSet};
use chuhe_model::exchange::hosting::Hosting;
use chuhe_model::exchange::settings::AttentionSettings;
use chuhe_model::layout::ui_scale::SCALES;
use chuhe_protocol::{BlockedPlayer, ChallengePolicy, ProfileAudience, ProfileChoice};
use chuhe_rules::luzhanqi::Strength;
use strum::VariantArray as _;

/// The open settings.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingsView {
    /// The pages that have something to choose.
    pub pages: Choice,
    /// The page that is open.
    pub page: SettingsPage,
    /// What is on it. The blocked players are a group, `settings.blocked`, of groups with a button each.
    pub rows: Vec<Part>,
    /// The heading.
    pub title: &'static str,
    /// Closes the settings.
    pub close: Button,
}

impl SettingsView {
    /// The open settings; `None` if they are closed.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        model.app.dialogs().settings_open.then(|| apart(Self::described, model))
    }

    fn described(model: &Model<'_>) -> Self {
        let text = model.text;
        let is_hosting = matches!(&model.app.entrance().hosting, Hosting::Running { .. });
        let has_server = is_hosting || visit(model).is_some();
        let pages = SettingsPage::ALL.into_iter().filter(|page| *page != SettingsPage::Server || has_server);
        let pages: Vec<SettingsPage> = pages.collect();
        let open = model.app.dialogs().settings_page;
        let page = if pages.contains(&open) { open } else { SettingsPage::General };
        let tabs = pages.into_iter().map(|it| {
            Button::new(it.name(), text.settings_page(it), SettingsAction::Page(it)).chosen(it == page)
        });
        Self {
            pages: Choice::of("settings.page", text.settings, tabs),
            page,
            rows: match page {
                SettingsPage::General => general(model),
                SettingsPage::Board => board(model),
                SettingsPage::Display => display(model),
                SettingsPage::Sounds => sounds(model),
                SettingsPage::Server => visit(model).map_or_else(Vec::new, |it| preferences(model, it)),
            },
            title: text.settings,
            close: Button::new("settings.close", text.close, SettingsAction::Close).role(Role::Primary),
        }
    }

    /// The open page with all that is on it.
    pub(crate) fn group(self) -> Group {
        let parts = [self.pages.into()].into_iter().chain(self.rows);
        Group::dialog("settings.dialog", self.title, parts, vec![self.close])
    }
}

/// The visit to a server other than the one in this program.
fn visit<'a>(model: &Model<'a>) -> Option<&'a Visit> {
    model.app.sessions().visit().filter(|_| model.app.sessions().local().is_none())
}

/// An option of a row, or a switch in it.
fn option(id: &str, label: impl Into<String>, action: SettingsAction, chosen: bool) -> Button {
    Button::new(format!("settings.{id}"), label, action).chosen(chosen)
}

fn choice(id: &'static str, label: &str, options: impl IntoIterator<Item = Button>) -> Part {
    Choice::of(id, label, options).into()
}

/// What can be switched on and off, each by itself.
fn switches(id: &'static str, label: &str, switches: impl IntoIterator<Item = Button>) -> Part {
    Group::section(id, label, all(switches)).into()
}

/// What can be switched on and off of the looks on this page.
fn looks(model: &Model<'_>, page: SettingsPage) -> impl Iterator<Item = Button> {
    let (text, look) = (&model.text.look, &model.app.desk().settings.look);
    let of_page = LookSwitch::VARIANTS.iter().copied().filter(move |switch| switch.page() == page);
    of_page.map(|switch| {
        let action = SettingsAction::Turn(switch, !look.is_on(switch));
        option(<&str>::from(switch), text.switch(switch), action, look.is_on(switch))
    })
}

fn remark(id: &'static str, words: impl Into<String>) -> Part {
    Fact::new(id, words).tone(Tone::Remark).into()
}

/// The languages.
#[must_use]
pub fn languages(model: &Model<'_>) -> Choice {
    let (text, chosen) = (model.text, model.app.desk().settings.language);
    let language = |id: &str, label, it| option(id, label, SettingsAction::Language(it), chosen == it);
    let languages = Lang::ALL.map(|lang| {
        let id = format!("language.{}", lang.tag()).to_lowercase();
        language(&id, lang.own_name(), Some(lang))
    });
    let system = language("language.system", text.language_of_system, None);
    Choice::of("settings.language", text.language, [system].into_iter().chain(languages))
}

/// Words: the language, the notation, the list of moves, the names on tiles.
fn general(model: &Model<'_>) -> Vec<Part> {
    let (text, now) = (model.text, &model.app.desk().settings);
    let notation =
        |id: &str, label, it| option(id, label, SettingsAction::Notation(it), now.look.notation == it);
    let notations = NotationChoice::ALL.map(|choice| {
        let id = format!("notation.{choice:?}").to_lowercase();
        notation(&id, text.records.notation_choice(choice), Some(choice))
    });
    let usual = notation("notation.usual", text.records.notation_of_language, None);
    let mut rows = vec![
        languages(model).into(),
        choice("settings.notation", text.records.notation, [usual].into_iter().chain(notations)),
        switches("settings.moves", text.moves, looks(model, SettingsPage::General)),
    ];
    if !model.app.desk().lang().is_chinese() {
        rows.push(tile_names(model, "settings.tiles").into());
    }
    rows
}

/// The language of the names on tiles, for those who read no Chinese.
pub(crate) fn tile_names(model: &Model<'_>, id: &'static str) -> Choice {
    let (text, chosen) = (model.text, model.app.desk().settings.look.translates_tiles());
    Choice::among(id, text.table.tile_names, [false, true], chosen, |translated| {
        let name = if translated { "translated" } else { "chinese" };
        let written = |it: Strength| if translated { text.short_strength(it) } else { it.chinese() };
        let label = [Strength::General, Strength::Engineer, Strength::Bomb].map(written).join(" ");
        Button::new(format!("{id}.{name}"), label, SettingsAction::TranslateTiles(translated))
    })
}

/// The board and the pieces, whose options have the order of their enums.
fn board(model: &Model<'_>) -> Vec<Part> {
    let (text, look) = (&model.text.look, model.app.desk().look());
    let boards = BoardStyle::ALL.map(|it| {
        let id = format!("board.{it:?}").to_lowercase();
        option(&id, text.board_style(it), SettingsAction::Board(it), look.board == it)
    });
    let sets = PieceSet::ALL.map(|it| {
        let id = format!("pieces.{it:?}").to_lowercase();
        option(&id, text.piece_set(it), SettingsAction::Pieces(it), look.pieces == it)
    });
    vec![
        choice("settings.board", text.board, boards),
        remark("settings.board.note", text.board_note),
        choice("settings.pieces", text.pieces, sets),
    ]
}

/// The window: light or dark, the colours, the size, and motion.
fn display(model: &Model<'_>) -> Vec<Part> {
    let (text, now) = (&model.text.look, &model.app.desk().settings);
    let light = |id, label, it| option(id, label, SettingsAction::Appearance(it), now.look.appearance == it);
    let lights = [
        light("appearance.system", text.motion_system, None),
        light("light", model.text.light, Some(Appearance::Light)),
        light("dark", model.text.dark, Some(Appearance::Dark)),
    ];
    let palette = |id, label, it| option(id, label, SettingsAction::Palette(it), now.look.palette == it);
    let palettes = [
        ("palette.usual", Palette::Usual),
        ("palette.color_blind", Palette::ColorBlind),
        ("palette.high_contrast", Palette::HighContrast),
    ];
    let palettes = palettes.map(|(id, it)| palette(id, text.palette_name(it), Some(it)));
    let palettes = [palette("palette.system", text.motion_system, None)].into_iter().chain(palettes);
    let scale = |id: &str, label, change, percent| {
        option(id, label, SettingsAction::Scale(change), now.look.scale == percent)
    };
    let scales = SCALES.map(|percent| {
        let (id, label) = (format!("scale.{percent}"), format!("{percent}%"));
        scale(&id, label, ScaleChange::To(percent), Some(percent))
    });
    let automatic = scale("scale.automatic", text.scale_automatic.to_owned(), ScaleChange::Automatic, None);
    let (shown, has_keys) = (model.app.desk().scale(), !model.app.desk().uses_fingers());
    let note = match now.look.scale {
        Some(chosen) if chosen > shown => Some(text.scale_limited(shown)),
        Some(_) => has_keys.then(|| text.scale_keys.to_owned()),
        None if has_keys => Some(text.scale_now(shown)),
        None => Some(text.scale_now_fingers(shown)),
    };
    let of_board = model.app.desk().board_scale();
    let of_board = (of_board < shown).then(|| text.scale_board(of_board));
    let motions = MotionChoice::ALL.map(|it| {
        let id = format!("motion.{it:?}").to_lowercase();
        option(&id, text.motion_choice(it), SettingsAction::Motion(it), now.look.motion == it)
    });
    parts![
        choice("settings.appearance", model.text.appearance, lights),
        choice("settings.palette", text.palette, palettes),
        remark("settings.palette.note", text.palette_note(model.app.desk().look().palette)),
        choice("settings.scale", text.scale, [automatic].into_iter().chain(scales)),
        note.map(|note| remark("settings.scale.note", note)),
        of_board.map(|note| remark("settings.scale.board", note)),
        switches("settings.window", text.window, looks(model, SettingsPage::Display)),
        choice("settings.motion", text.motion, motions),
    ]
}

/// Sounds, and calls for attention while another window has the focus.
fn sounds(model: &Model<'_>) -> Vec<Part> {
    let (text, AttentionSettings { sound, calls }) = (&model.text.table, model.app.desk().settings.attention);
    let sounds = |to: SoundSettings| SettingsAction::Sound(to);
    let mute = option("mute", text.mute, sounds(SoundSettings { muted: true, ..sound }), sound.muted);
    let volumes = SoundSettings::VOLUMES.map(|volume| {
        let is_chosen = !sound.muted && sound.volume == volume;
        let (id, label) = (format!("volume.{volume}"), format!("{volume}%"));
        option(&id, label, sounds(SoundSettings { muted: false, volume }), is_chosen)
    });
    let urgent = SettingsAction::Calls(CallSettings { urgent: !calls.urgent, ..calls });
    let notification = SettingsAction::Calls(CallSettings { notification: !calls.notification, ..calls });
    let calls = [
        option("urgent", text.call_urgent, urgent, calls.urgent),
        option("notification", text.call_notification, notification, calls.notification),
    ];
    let note = model.app.desk().is_page().then(|| remark("settings.calls.note", text.call_permission));
    let sounds = choice("settings.sounds", text.sounds, [mute].into_iter().chain(volumes));
    [sounds, switches("settings.calls", text.call_user, calls)].into_iter().chain(note).collect()
}

/// Who may challenge the user, what others see of them, and who is blocked.
fn preferences(model: &Model<'_>, visit: &Visit) -> Vec<Part> {
    let (text, known) = (model.text, &visit.preferences);
    let policies = [
        ("settings.policy.everyone", ChallengePolicy::Everyone),
        ("settings.policy.registered", ChallengePolicy::Registered),
        ("settings.policy.nobody", ChallengePolicy::Nobody),
    ];
    let policies = policies.map(|(id, policy)| {
        Button::new(id, text.policy(policy), PreferencesAction::Policy(policy))
            .chosen(known.policy() == policy)
            .permit(model.online())
    });
    let blocked = known.blocked().iter().map(|BlockedPlayer { player, name }| {
        let unblock = PreferencesAction::Unblock(*player);
        let unblock = Button::new(format!("settings.unblock.{name}"), text.unblock, unblock);
        let row = format!("settings.blocked.{}", player.0);
        Group::section(row, text.called(name), all([unblock.permit(model.online())]))
    });
    let blocked = Group::section("settings.blocked", text.blocked_players, all(blocked));
    let policies = Choice::of("settings.policy", text.challenge_policy, policies);
    let blocked = Some(blocked).filter(|blocked| !blocked.parts.is_empty());
    let profile = if visit.account.is_registered { profile(model, known.profile) } else { Vec::new() };
    let marks = Button::new(
        "settings.marked",
        text.show_marked_chat,
        PreferencesAction::ShowMarked(!visit.marks.shows),
    );
    let marks = Tick { button: marks, on: visit.marks.shows };
    [policies.into(), marks.into()].into_iter().chain(profile).chain(blocked.map(Part::from)).collect()
}

/// What others see of the user's profile.
fn profile(model: &Model<'_>, known: ProfileChoice) -> Vec<Part> {
    use ProfileAudience as A;
    let text = model.text.profile();
    let choose = |choice| PreferencesAction::Profile(choice);
    let audiences = [A::Everyone, A::Registered, A::Nobody];
    let audience = Choice::among("settings.audience", text.audience, audiences, known.audience, |audience| {
        let action = choose(ProfileChoice { audience, ..known });
        Button::new(named("settings.audience", audience), text.audience_of(audience), action)
            .permit(model.online())
    });
    let seen = choose(ProfileChoice { last_seen: !known.last_seen, ..known });
    let seen = Button::new("settings.seen", text.show_seen, seen).permit(model.online());
    let note = Fact::new("settings.audience.note", text.note).tone(Tone::Remark);
    vec![audience.into(), note.into(), Tick { button: seen, on: known.last_seen }.into()]
}
