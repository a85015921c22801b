//! The settings of notices to browsers.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::{Origin, Scheme};
use crate::push::{Push, ServerKey, Service, Services};
use crate::store::secret;

/// What a host sets of notices (`docs/notices.md`).
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Notices {
    /// Tell nobody of slow games while his page is not open.
    #[arg(long, global = true, env = "SINDILLO_NO_PUSH")]
    pub no_push: bool,
    /// File with the private key by which browsers know this server, in base64url, in place of the one
    /// in the data directory, which is made at the first start.
    #[arg(long, global = true, env = "SINDILLO_PUSH_KEY_FILE")]
    pub push_key_file: Option<PathBuf>,
    /// Whom push services may turn to about what this server sends: an address with mailto: or https:.
    /// Default: the first --public-url with https.
    #[arg(long, global = true, env = "SINDILLO_PUSH_CONTACT")]
    pub push_contact: Option<String>,
    /// Push service to which notices may be sent: a host, *.host for those under it, or an origin with
    /// its scheme, which is trusted also on the own network. May be given several times. Default: those
    /// of the browsers that there are.
    #[arg(long, global = true, env = "SINDILLO_PUSH_SERVICE", value_delimiter = ',')]
    pub push_service: Vec<Service>,
}

impl Notices {
    /// What is needed to send notices; nothing where none are sent.
    ///
    /// # Errors
    /// The key cannot be read or made, or the contact is none.
    pub fn push(&self, data: &Path, origins: &[Origin]) -> anyhow::Result<Option<Push>> {
        if self.no_push {
            return Ok(None);
        }
        let key = match &self.push_key_file {
            Some(file) => {
                let text = std::fs::read_to_string(file)
                    .with_context(|| format!("cannot read {}", file.display()))?;
                ServerKey::from_text(&text).with_context(|| format!("no key in {}", file.display()))?
            }
            None => secret::push_key(data, |bytes| ServerKey::from_bytes(bytes).ok())?,
        };
        let is_contact = |text: &str| ["mailto:", "https:"].iter().any(|scheme| text.starts_with(scheme));
        let contact = match &self.push_contact {
            Some(contact) => {
                anyhow::ensure!(is_contact(contact), "--push-contact begins with mailto: or https:");
                Some(contact.clone())
            }
            None => origins.iter().find(|origin| origin.scheme == Scheme::Https).map(Origin::to_string),
        };
        Ok(Some(Push { key, services: Services::new(&self.push_service), contact }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_another_may_be_given() {
        let dir = tempfile::tempdir().unwrap();
        let public = |settings: &Notices| {
            settings.push(dir.path(), &[]).map(|push| push.unwrap().key.public().to_owned())
        };
        let made = public(&Notices::default()).unwrap();
        assert_eq!(public(&Notices::default()).unwrap(), made, "it is kept");
        let file = dir.path().join("given");
        std::fs::write(&file, "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc\n").unwrap();
        let given = Notices { push_key_file: Some(file.clone()), ..Notices::default() };
        assert_eq!(public(&given).unwrap(), ServerKey::from_bytes(&[7; 32]).unwrap().public());
        std::fs::write(&file, "sesame").unwrap();
        assert!(public(&given).is_err());
        std::fs::write(dir.path().join("push.key"), "short").unwrap();
        assert!(public(&Notices::default()).is_err(), "a damaged key is not silently another one");
        let off = Notices { no_push: true, ..Notices::default() };
        assert!(off.push(dir.path(), &[]).unwrap().is_none());
    }

    #[test]
    fn the_contact_is_the_public_address_unless_another_is_given() {
        let dir = tempfile::tempdir().unwrap();
        let origins = ["http://localhost:1", "https://play.example.org"].map(|o| o.parse().unwrap());
        let contact = |given: Option<&str>| {
            let settings = Notices { push_contact: given.map(str::to_owned), ..Notices::default() };
            settings.push(dir.path(), &origins).map(|push| push.unwrap().contact)
        };
        assert_eq!(contact(None).unwrap().as_deref(), Some("https://play.example.org"));
        assert_eq!(contact(Some("mailto:me@example.org")).unwrap().as_deref(), Some("mailto:me@example.org"));
        assert!(contact(Some("me")).is_err());
    }
}
