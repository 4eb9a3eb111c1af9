//! What must hold while the world runs, and at its end.

use crate::model::Harm;
use crate::world::{Node, World};
use chuhe_cluster::{Body, Entry, Fault as Stopped, Hash};
use std::collections::BTreeSet;

/// How many entries a copy may lack at the end.
const LAG: usize = 100;
/// Within which time before the end something must have been acknowledged, in milliseconds.
const QUIET_MS: u64 = 4_000;

impl World {
    /// A node that serves has everything that was acknowledged.
    pub(crate) fn check_complete(&mut self, node: usize) -> Result<(), String> {
        if self.is_harmed {
            return Ok(());
        }
        let it = &mut self.nodes[node];
        for payload in &self.acknowledged[it.checked..] {
            if !it.payloads.contains(payload) {
                return Err(format!("node {node} serves without {payload}, which was acknowledged"));
            }
            it.checked += 1;
        }
        Ok(())
    }

    pub(crate) fn check_end(&self, harm: Option<Harm>) -> Result<(), String> {
        match harm {
            None => {
                self.check_log()?;
                self.check_copies()?;
                if self.acknowledged_at + QUIET_MS < self.now() {
                    return Err(format!("nothing was acknowledged after {} ms", self.acknowledged_at));
                }
                Ok(())
            }
            Some(harm) => self.check_stopped(harm),
        }
    }

    /// Everything that was acknowledged is in the log once, in this order.
    fn check_log(&self) -> Result<(), String> {
        let mut payloads = Vec::new();
        for logged in &self.model.log {
            match Entry::decode(&logged.bytes).map_err(|error| error.to_string())?.body {
                Body::Commit(payload) => {
                    payloads.push(u64::from_be_bytes(payload.try_into().expect("8 bytes")));
                }
                Body::Epoch { .. } => {}
            }
        }
        if payloads.iter().collect::<BTreeSet<_>>().len() != payloads.len() {
            return Err("an entry is in the log twice".to_owned());
        }
        let mut rest = payloads.iter();
        if let Some(lost) = self.acknowledged.iter().find(|payload| !rest.any(|it| it == *payload)) {
            let near = |it: &&u64| it.abs_diff(*lost) < 6;
            let logged: Vec<_> = payloads.iter().filter(near).collect();
            let acknowledged: Vec<_> = self.acknowledged.iter().filter(near).collect();
            return Err(format!("{lost} is not in the log in the order of {acknowledged:?}: {logged:?}"));
        }
        Ok(())
    }

    /// Every copy is a beginning of the log, and nearly all of it.
    fn check_copies(&self) -> Result<(), String> {
        for (number, node) in self.nodes.iter().enumerate() {
            if let Some(at) = self.first_difference(node) {
                return Err(format!("entry {} of node {number} is not the log's", at + 1));
            }
            let (copy, log) = (node.copy.len(), self.model.log.len());
            if copy + LAG < log {
                return Err(format!("node {number} has {copy} of {log} entries"));
            }
        }
        Ok(())
    }

    /// The first entry of a copy that the log does not have there.
    fn first_difference(&self, node: &Node) -> Option<usize> {
        (0..node.copy.len()).find(|at| {
            let logged = self.model.log.get(*at);
            logged.is_none_or(|logged| {
                let payload = match Entry::decode(&logged.bytes).map(|entry| entry.body) {
                    Ok(Body::Commit(payload)) => payload.try_into().ok().map(u64::from_be_bytes),
                    Ok(Body::Epoch { .. }) | Err(_) => None,
                };
                (node.copy[*at].0.hash, node.copy[*at].1) != (Hash::of(&logged.bytes), payload)
            })
        })
    }

    /// The log was harmed: a node has stopped with the fitting fault if it was to notice, and only then.
    fn check_stopped(&self, harm: Harm) -> Result<(), String> {
        for (number, node) in self.nodes.iter().enumerate() {
            let differs = self.first_difference(node).is_some();
            let is_fitting = match (harm, node.stopped) {
                (_, None) => !differs && harm != Harm::Foreign,
                (Harm::Foreign, Some(Stopped::Foreign(..))) => !differs,
                (Harm::Shorten | Harm::Fork, Some(Stopped::Fork(_) | Stopped::Shortened { .. })) => differs,
                (Harm::Shorten | Harm::Fork | Harm::Foreign, Some(_)) => false,
            };
            if !is_fitting {
                let (copy, log) = (node.copy.len(), self.model.log.len());
                return Err(format!(
                    "after {harm:?} node {number}, whose copy ends at {copy} and the log at {log}, has the \
                     fault {:?}; it differs: {differs}",
                    node.stopped
                ));
            }
        }
        Ok(())
    }
}
