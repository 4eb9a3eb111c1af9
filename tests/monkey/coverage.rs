//! What a run has reached: the actions of the client, the requests of the protocol, and the widgets.

use crate::program::workspace;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// How often everything must be taken in an hour.
pub(super) const ENOUGH: u64 = 10;

/// The forms on the page, and all with a real program.
const PAGES: &[&str] = &["chromium", "firefox"];
const REAL: &[&str] = &["windows", "chromium", "firefox"];

/// Why something cannot be taken: the forms to which it applies, all if there are none, a name, or the beginning of
/// names up to a dot, and the reason. That another form takes it is no reason: `reached` counts whether it does.
const REASONS: &[(&[&str], &str, &str)] = &[
    (&[], "Lobby.NextBoards", "needs more than six running games; `client` tests it"),
    (&[], "Lobby.Page", "needs more than 500 players in the lobby; `client` tests it"),
    (&[], "ListPlayers", "needs more than 500 players in the lobby; `client` tests it"),
    (&[], "FollowPlayers", "needs more than 500 players in the lobby; `client` tests it"),
    (&[], "FindPlayer", "needs more than 500 players in the lobby; `client` tests it"),
    (&[], "Games.More", "needs more than twenty games of one player; `client` tests it"),
    (&[], "Profile.Page", "needs more than fifty rated players; `client` tests it"),
    (&[], "Profile.Rating", "needs a player with ratings in two classes; `client` tests it"),
    (REAL, "Report.Read", "needs a moderator, whom the server of this form does not have"),
    (REAL, "Report.Appeal", "needs a moderator, whom the server of this form does not have"),
    (REAL, "Edit.Report.Appeal", "needs a moderator, whom the server of this form does not have"),
    (REAL, "AppealBan", "needs a moderator, whom the server of this form does not have"),
    (REAL, "AppealName", "needs a moderator, whom the server of this form does not have"),
    (REAL, "Report.List", "needs a moderator, whom the server of this form does not have"),
    (REAL, "Report.Term", "needs a moderator, whom the server of this form does not have"),
    (REAL, "Report.Decide", "needs a moderator, whom the server of this form does not have"),
    (REAL, "Edit.Report.Reason", "needs a moderator, whom the server of this form does not have"),
    (&[], "Table.Play", "the tree for screen readers and the text mode do it; their tests do"),
    (&[], "Evening.Rows", "the tree for screen readers and the text mode do it; their tests do"),
    (&[], "Edit.SetUp.Squares", "the tree for screen readers and the text mode do it; their tests do"),
    (&[], "SetUp.UseTool", "the tree for screen readers and the text mode do it; their tests do"),
    (&[], "Join.To", "only the command line and a start in a running game do it"),
    (&[], "Review.OpenPath", "only the command line does it"),
    (REAL, "Review.ReadAs", "people drop files in UTF-8 only"),
    (&["windows"], "FollowAgain", "only a page is loaded again at its link"),
    (&["windows"], "Invitation.Share", "only a page has the system's own means"),
    (&["windows"], "Join.Nearby", "windows start without the search of the local network"),
    (PAGES, "Edit.Join.Host", "a page reaches only the server from which it came"),
    (PAGES, "Edit.Join.Port", "a page reaches only the server from which it came"),
    (PAGES, "Join.Tls", "a page reaches only the server from which it came"),
    (PAGES, "Join.Recent", "a page reaches only the server from which it came"),
    (PAGES, "Join.Forget", "a page reaches only the server from which it came"),
    (PAGES, "Join.Nearby", "a page reaches only the server from which it came"),
    (PAGES, "Join.StartHost", "a page hosts no server"),
    (PAGES, "Join.StopHost", "a page hosts no server"),
    (PAGES, "Join.JoinHosted", "a page hosts no server"),
    (PAGES, "Join.Announce", "a page hosts no server"),
    (PAGES, "Edit.Join.HostPort", "a page hosts no server"),
    (PAGES, "Compose", "the system's input methods reach a page"),
    (PAGES, "Compose.", "the system's input methods reach a page"),
    (PAGES, "Edit.Engine.", "a page starts no other program"),
    (PAGES, "Engines.", "a page starts no other program"),
    (PAGES, "Start.MoveTime", "a page starts no other program"),
    (PAGES, "Start.RetryEngine", "a page starts no other program"),
    (PAGES, "Start.UseOwnEngine", "a page starts no other program"),
    (&["windows"], "Back", "a desktop has no button for it"),
    (&["windows"], "Sleep", "only a phone says that it sleeps"),
];

/// How often everything was taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Coverage {
    /// By the names of the variants of `Action` and of the enums in it, such as `Table.Resign` and `Edit.Join.Name`.
    pub(crate) actions: BTreeMap<String, u64>,
    /// By the name of the request, without its area.
    pub(crate) requests: BTreeMap<String, u64>,
    /// By the kinds of widgets that were clicked; 0 for those that were only seen.
    pub(crate) widgets: BTreeMap<String, u64>,
    /// By what was compared: a judge that never has anything to compare finds nothing.
    pub(crate) judged: BTreeMap<String, u64>,
}

/// The kind of a widget: its name without what differs from one of its kind to the next.
pub(crate) fn kind_of(id: &str) -> String {
    let is_fixed =
        |part: &&str| part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && part.len() < 20;
    let mut kind = String::with_capacity(id.len());
    for part in id.split('.') {
        if !kind.is_empty() {
            kind.push('.');
        }
        kind.push_str(Some(part).filter(is_fixed).unwrap_or("*"));
    }
    kind
}

impl Coverage {
    /// Adds another one.
    pub(crate) fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.actions, &other.actions),
            (&mut self.requests, &other.requests),
            (&mut self.widgets, &other.widgets),
            (&mut self.judged, &other.judged),
        ];
        for (own, other) in pairs {
            for (name, count) in other {
                *own.entry(name.clone()).or_default() += count;
            }
        }
    }

    /// Counts something that was compared.
    pub(crate) fn judge(&mut self, what: &str) {
        *self.judged.entry(what.to_owned()).or_default() += 1;
    }

    /// The report: everything with its count, and what was taken too seldom.
    ///
    /// The form decides which reasons apply.
    pub(crate) fn report(&self, form: &str) -> String {
        let mut text = String::new();
        let parts = [
            ("actions", all_actions(self)),
            ("requests", all_requests(self)),
            ("widgets", self.widgets.clone()),
            ("comparisons", self.judged.clone()),
        ];
        for (title, counts) in parts {
            let reason = |name: &String, count: u64| {
                if count < ENOUGH { reason_of(form, name) } else { None }
            };
            let seldom = counts.iter().filter(|(_, count)| **count < ENOUGH);
            let is_open = |(name, count): &(&String, &u64)| reason(name, **count).is_none();
            let (all, open) = (seldom.clone().count(), seldom.filter(is_open).count());
            let _ = writeln!(
                text,
                "{title}: {}, of which {all} fewer than {ENOUGH} times, {open} of these without a reason",
                counts.len()
            );
            for (name, count) in &counts {
                let reason = reason(name, *count);
                let mark = if *count < ENOUGH && reason.is_none() { "!" } else { " " };
                let _ = writeln!(text, " {mark}{count:>8} {name} {}", reason.unwrap_or_default());
            }
        }
        text
    }
}

/// How often each action was taken, also those that were not.
pub(super) fn all_actions(coverage: &Coverage) -> BTreeMap<String, u64> {
    with_names(&coverage.actions, &actions())
}

/// How often each request was taken, also those that were not.
pub(super) fn all_requests(coverage: &Coverage) -> BTreeMap<String, u64> {
    with_names(&coverage.requests, &requests())
}

/// Why a form does not take this, if there is a reason.
pub(super) fn reason_of(form: &str, name: &str) -> Option<&'static str> {
    let applies = |forms: &[&str]| forms.is_empty() || forms.contains(&form);
    REASONS.iter().find(|(forms, of, _)| applies(forms) && is_of(of, name)).map(|(.., reason)| *reason)
}

/// Whether a reason that stands for this is one for something of this name.
fn is_of(of: &str, name: &str) -> bool {
    name == of || of.ends_with('.') && name.starts_with(of)
}

/// The counts with a 0 for each of these names that has none.
fn with_names(counts: &BTreeMap<String, u64>, names: &[String]) -> BTreeMap<String, u64> {
    let mut all = counts.clone();
    for name in names {
        let is_counted = |counted: &String| {
            counted.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if !counts.keys().any(is_counted) {
            all.insert(name.clone(), 0);
        }
    }
    all
}

/// Every variant of `Action`, of the enums that are its areas, and of those that are areas of fields.
fn actions() -> Vec<String> {
    let folder = workspace().join("client/model/src");
    let files = std::fs::read_dir(folder.join("actions")).expect("the folder of the actions can be read");
    let files = files.map(|file| file.expect("its files can be read").path());
    let mut enums = BTreeMap::new();
    for file in files.chain([folder.join("engines/request.rs")]) {
        enums.extend(enums_of(&file));
    }
    let area = |(name, first): &(String, Option<String>), is_one: bool| {
        let inner = first.as_ref().filter(|_| is_one).and_then(|first| enums.get(first));
        let inner = inner.into_iter().flatten().cloned();
        let mut names: Vec<_> = inner.map(|(inner, first)| (format!("{name}.{inner}"), first)).collect();
        if names.is_empty() {
            names.push((name.clone(), None));
        }
        names
    };
    let areas = enums["Action"].iter().flat_map(|action| area(action, action.0 != "Compose"));
    // as `Taken` counts them
    let is_area =
        |name: &str| name.starts_with("Edit.") || ["Evening.Organise", "Evening.Plan"].contains(&name);
    let names = areas.flat_map(|it| area(&it, is_area(&it.0)));
    names.map(|(name, _)| name).collect()
}

/// The name of every request of every area.
fn requests() -> Vec<String> {
    let files = std::fs::read_dir(workspace().join("protocol/src")).expect("the folder can be read");
    let files = files.map(|file| file.expect("its files can be read").path());
    let enums = files.filter(|file| file.is_file()).flat_map(|file| enums_of(&file));
    let requests = enums.filter(|(name, _)| name.ends_with("Request"));
    let names = requests.flat_map(|(_, variants)| variants).map(|(name, _)| name);
    names.chain(["Chat".to_owned()]).collect()
}

/// The enums of a file: the names of their variants, and the types of their first unnamed fields.
fn enums_of(path: &Path) -> BTreeMap<String, Vec<(String, Option<String>)>> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let variant = |variant: &syn::Variant| {
        let first =
            if let syn::Fields::Unnamed(fields) = &variant.fields { fields.unnamed.first() } else { None };
        let first = first.and_then(|field| {
            let syn::Type::Path(path) = &field.ty else { return None };
            path.path.get_ident().map(ToString::to_string)
        });
        (variant.ident.to_string(), first)
    };
    let enums = file.items.iter().filter_map(|item| {
        let syn::Item::Enum(item) = item else { return None };
        Some((item.ident.to_string(), item.variants.iter().map(variant).collect()))
    });
    enums.collect()
}

#[test]
fn each_reason_is_one_for_something_that_there_is() {
    let nothing = Coverage::default();
    let (actions, requests) = (all_actions(&nothing), all_requests(&nothing));
    let is_there = |of: &str| {
        let mut names = actions.keys().chain(requests.keys());
        names.any(|name| is_of(of, name) || of.strip_suffix('.') == Some(name))
    };
    for (at, (forms, of, _)) in REASONS.iter().enumerate() {
        assert!(is_there(of), "there is no {of} any more");
        assert!(forms.iter().all(|form| *form == "core" || REAL.contains(form)), "{of}: {forms:?}");
        let again = |(others, other, _): &&(&[&str], &str, &str)| {
            is_of(other, of) && (others.is_empty() || forms.iter().any(|form| others.contains(form)))
        };
        assert_eq!(REASONS[..at].iter().find(again), None, "{of} has a reason already");
    }
}

#[test]
fn every_action_and_request_is_in_the_report() {
    let mut coverage = Coverage::default();
    coverage.actions.insert("Table.Review.Some".to_owned(), 12);
    let report = coverage.report("core");
    let has = |line: &str| report.lines().any(|other| other.trim_end().ends_with(line));
    assert!(
        has(" 12 Table.Review.Some") && has("!       0 Table.Leave") && has("!       0 Edit.Join.Name"),
        "{report}"
    );
    assert!(has("!       0 Evening.Organise.Begin") && has("!       0 Form.Send"), "{report}");
    assert!(has("!       0 AcceptChallenge") && !has(" 0 Table.Review"), "{report}");
    // one of each area: what nobody has ever sent is listed too
    let areas =
        ["Join", "Register", "Seek", "Play", "ListGames", "Leaderboard", "ListOpen", "Organise", "Chat"];
    assert!(areas.iter().all(|name| has(&format!("!       0 {name}"))), "{report}");
}
