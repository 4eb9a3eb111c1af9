//! Connections to NATS as in production: TLS, nkeys and credentials files.

use crate::nats_server::NatsServer;
use crate::node::config;
use chuhe_server::cluster::{Cluster, ClusterConfig, ClusterError};
use nkeys::KeyPair;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const JETSTREAM: &str = "jetstream { store_dir: STORE, sync_interval: always }";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    fs::write(&file, text).expect("the file is written");
    file
}

async fn joins(config: ClusterConfig) {
    Cluster::connect(config).await.expect("the node connects").leave().await;
}

async fn refusal(config: ClusterConfig) -> ClusterError {
    Cluster::connect(config).await.expect_err("the node is refused")
}

/// An authority, which signs a certificate for the loopback address. Returns the authority's certificate,
/// and the lines of the server.
fn certified(folder: &Path) -> (PathBuf, String) {
    let authority_key = rcgen::KeyPair::generate().expect("a key");
    let mut authority = rcgen::CertificateParams::new(Vec::<String>::new()).expect("no names");
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let root = authority.self_signed(&authority_key).expect("a certificate");
    let issuer = rcgen::Issuer::new(authority, authority_key);
    let key = rcgen::KeyPair::generate().expect("a key");
    let params = rcgen::CertificateParams::new(["127.0.0.1".to_owned()]).expect("an address");
    let certificate = params.signed_by(&key, &issuer).expect("a certificate");
    let ca = write(folder, "ca.pem", &root.pem());
    let [certificate, key] = [("cert.pem", certificate.pem()), ("key.pem", key.serialize_pem())]
        .map(|(name, pem)| write(folder, name, &pem).display().to_string());
    (ca, format!("tls {{ cert_file: \"{certificate}\", key_file: \"{key}\", min_version: \"1.3\" }}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_tls_is_trusted_by_its_authority_alone() {
    let (folder, stranger) = (folder(), folder());
    let (ca, tls) = certified(folder.path());
    let (other_ca, _) = certified(stranger.path());
    let Some(nats) = NatsServer::start_with(&[JETSTREAM, &tls]) else { return };
    let node = |ca: Option<PathBuf>| ClusterConfig { ca, ..config(nats.url(), "a") };
    joins(node(Some(ca.clone()))).await;
    for ca in [Some(other_ca), None] {
        let error = refusal(node(ca)).await;
        assert!(matches!(error, ClusterError::Unreachable { .. }), "{error}");
        assert!(!error.to_string().contains("secret"), "the line has the password: {error}");
    }
    // with an authority, nothing is said to a server without TLS
    let Some(plain) = NatsServer::start() else { return };
    let error = refusal(ClusterConfig { ca: Some(ca), ..config(plain.url(), "a") }).await;
    assert!(matches!(error, ClusterError::Unreachable { .. }), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_of_an_nkey_in_a_file_authenticates() {
    let (user, stranger) = (KeyPair::new_user(), KeyPair::new_user());
    let users = format!("authorization {{ users: [ {{ nkey: {} }} ] }}", user.public_key());
    let Some(nats) = NatsServer::start_as(&users, &[JETSTREAM]) else { return };
    let folder = folder();
    let node = |key: &KeyPair| {
        let seed = format!("{}\n", key.seed().expect("a seed"));
        let credentials = Some(write(folder.path(), "node.nk", &seed));
        ClusterConfig { credentials, ..config(nats.bare_url(), "a") }
    };
    joins(node(&user)).await;
    assert!(matches!(refusal(node(&stranger)).await, ClusterError::Unauthorized { .. }));
}

/// A token of NATS: claims about a key, signed by another.
fn token(issuer: &KeyPair, subject: &KeyPair, kind: &str, claims: serde_json::Value) -> String {
    let mut nats = serde_json::json!({ "type": kind, "version": 2 });
    let own = claims.as_object().expect("claims").clone();
    nats.as_object_mut().expect("claims").extend(own);
    let body = serde_json::json!({
        "jti": subject.public_key(),
        "iat": 1_700_000_000,
        "iss": issuer.public_key(),
        "sub": subject.public_key(),
        "name": kind,
        "nats": nats,
    });
    let encode = |bytes: &[u8]| data_encoding::BASE64URL_NOPAD.encode(bytes);
    let signed = format!(
        "{}.{}",
        encode(br#"{"typ":"JWT","alg":"ed25519-nkey"}"#),
        encode(body.to_string().as_bytes())
    );
    let signature = issuer.sign(signed.as_bytes()).expect("a signature");
    format!("{signed}.{}", encode(&signature))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_credentials_file_of_nats_authenticates() {
    let [operator, system, account] =
        [KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_account()];
    let limits = |storage: i64| {
        serde_json::json!({ "limits": {
            "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1,
            "leaf": -1, "mem_storage": storage, "disk_storage": storage, "streams": -1, "consumer": -1,
        } })
    };
    let operated = format!(
        "operator: {}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload: {{ {}: {}, {}: {} }}",
        token(&operator, &operator, "operator", serde_json::json!({})),
        system.public_key(),
        system.public_key(),
        token(&operator, &system, "account", limits(0)),
        account.public_key(),
        token(&operator, &account, "account", limits(-1)),
    );
    let Some(nats) = NatsServer::start_as(&operated, &[JETSTREAM]) else { return };
    let folder = folder();
    let node = |signer: &KeyPair| {
        let user = KeyPair::new_user();
        let claims = serde_json::json!({ "subs": -1, "data": -1, "payload": -1 });
        let text = format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n\
             ************************* IMPORTANT *************************\n\
             NKEY Seed printed below can be used to sign and prove identity.\n\n\
             -----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
            token(signer, &user, "user", claims),
            user.seed().expect("a seed"),
        );
        let credentials = Some(write(folder.path(), "node.creds", &text));
        ClusterConfig { credentials, ..config(nats.bare_url(), "a") }
    };
    joins(node(&account)).await;
    assert!(matches!(refusal(node(&KeyPair::new_account())).await, ClusterError::Unauthorized { .. }));
}
