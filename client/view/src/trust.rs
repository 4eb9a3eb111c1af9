//! The dialog about a server whose certificate has changed.

use super::{Button, Fact, Group, GroupKind, Model, Role, Tick, parts};
use chuhe_model::actions::action::TrustAction;
use chuhe_model::exchange::trust::Trust;

/// What has changed, and the answers.
#[derive(Clone, Debug, PartialEq)]
pub struct TrustView {
    /// What has happened.
    pub heading: &'static str,
    /// The server.
    pub server: Option<Fact>,
    /// What it means, and what to do.
    pub explained: Fact,
    /// What was known before, and what the server shows now, each with its fingerprint, if that is known, and with
    /// the words for an authority that vouches for it.
    pub certificates: [(Fact, Option<&'static str>); 2],
    /// Whether the user has compared the fingerprint.
    pub compared: Tick,
    /// The safe answer.
    pub refuse: Button,
    /// Trusts the new certificate, once it was compared.
    pub trust: Button,
}

impl TrustView {
    /// The dialog; `None` unless a certificate has changed.
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let (text, prompt) = (model.text, model.app.entrance().trust_prompt()?);
        let shown = &prompt.mismatch.shown;
        let (before, by_authority) = match prompt.mismatch.expected {
            Trust::FirstUse => (None, false),
            Trust::Authority => (None, true),
            Trust::Pinned(pinned) => (Some(pinned.to_string()), false),
        };
        let certificate = |id: &'static str, label: &str, fingerprint: Option<String>, signed: bool| {
            let fingerprint = Fact::new(id, label).detail(fingerprint.unwrap_or_default());
            (fingerprint, signed.then_some(text.signed_by_authority))
        };
        let known = certificate("trust.before", text.previous_fingerprint, before, by_authority);
        let now = Some(shown.fingerprint.to_string());
        let now = certificate("trust.now", text.new_fingerprint, now, shown.vouched_for);
        let checked = if prompt.compared { Ok(()) } else { Err(text.trust_check_first.to_owned()) };
        let compare = TrustAction::Compared(!prompt.compared);
        Some(Self {
            heading: text.certificate_changed,
            server: model.server().map(|server| Fact::new("trust.server", server)),
            explained: Fact::new("trust.explained", text.certificate_changed_explained),
            certificates: [known, now],
            compared: Tick {
                button: Button::new("trust.compared", text.fingerprint_checked, compare),
                on: prompt.compared,
            },
            refuse: Button::new("trust.refuse", text.do_not_trust, TrustAction::Refuse).role(Role::Primary),
            trust: Button::new("trust.trust", text.trust, TrustAction::Trust)
                .role(Role::Danger)
                .permit(checked),
        })
    }

    /// The dialog as parts.
    pub fn dialog(&self) -> Group {
        let certificates = self.certificates.iter().filter_map(|(fingerprint, authority)| {
            let known = [fingerprint.detail.as_str(), authority.unwrap_or_default()];
            let known: Vec<&str> = known.into_iter().filter(|known| !known.is_empty()).collect();
            (!known.is_empty()).then(|| fingerprint.clone().detail(known.join(" · ")))
        });
        let parts =
            parts![&self.server, &self.explained, certificates, &self.compared, &self.refuse, &self.trust];
        GroupKind::Dialog.of("trust", self.heading, parts)
    }
}
