//! The flags for encryption.

use clap::builder::FalseyValueParser;
use std::path::{Path, PathBuf};

/// How to encrypt connections.
#[derive(Clone, Debug, clap::Args)]
pub struct TlsArgs {
    /// Require TLS, with a self-signed certificate created once and stored with the data.
    /// Prints its fingerprint
    #[arg(long, env = "CHUHE_TLS", value_parser = FalseyValueParser::new())]
    pub tls: bool,
    /// Require TLS, with the certificate chain in this PEM file
    #[arg(long, value_name = "FILE", requires = "tls_key", env = "CHUHE_TLS_CERT")]
    pub tls_cert: Option<PathBuf>,
    /// PEM file of the certificate's private key
    #[arg(long, value_name = "FILE", requires = "tls_cert", env = "CHUHE_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
}

impl TlsArgs {
    /// The files of the certificate chain and of its key; `None` unless they are given.
    #[must_use]
    pub fn files(&self) -> Option<(&Path, &Path)> {
        self.tls_cert.as_deref().zip(self.tls_key.as_deref())
    }
}
