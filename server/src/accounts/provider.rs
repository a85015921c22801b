//! Sign-in by an identity provider of the host's choice (`OpenID` Connect, authorization code with
//! proof key). What it is called on the page and where it is are settings; what it can do it says
//! itself, when it is first needed.
//!
//! A provider that does not answer costs its visitors a sign-in and nobody else anything.

mod pending;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreIdTokenVerifier, CoreJwsSigningAlgorithm, CoreProviderMetadata,
};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, IssuerUrl, Nonce,
    OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse, reqwest,
};

pub use self::pending::safe_path;
use self::pending::{Pending, PendingBook};
use crate::config::Secret;
use crate::identity::Token;
use crate::store::accounts::Identity;

/// Until the provider must have answered one question.
const ANSWER_TIME: Duration = Duration::from_secs(4);
/// Until it must have answered all questions of a step; less than a request may take.
const STEP_TIME: Duration = Duration::from_secs(8);
/// Milliseconds for which it is believed what the provider said of itself.
const BELIEVED_MS: u64 = 3_600_000;
/// Milliseconds between two times that it is asked anew because its keys do not fit.
const ANEW_MS: u64 = 60_000;
/// Milliseconds for which it is not asked again after it did not answer.
const PAUSE_MS: u64 = 5_000;
/// Signatures that are accepted. None that is made with the client's own secret.
const SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// What a host sets of a provider.
#[derive(Clone, Debug)]
pub struct ProviderSettings {
    /// Its address, as it names itself.
    pub issuer: String,
    /// What this server is called there.
    pub client_id: String,
    /// What proves it; a provider may do without.
    pub client_secret: Option<Secret>,
    /// What the provider is called on the page.
    pub label: String,
}

/// The identity provider of a server.
pub struct Provider {
    settings: ProviderSettings,
    issuer: IssuerUrl,
    http: reqwest::Client,
    pending: PendingBook,
    said: Mutex<Said>,
    /// One asks, the others wait for what it learns.
    asking: tokio::sync::Mutex<()>,
}

/// What the provider said of itself.
#[derive(Default)]
struct Said {
    metadata: Option<(CoreProviderMetadata, u64)>,
    silent_until: u64,
}

/// Whom a provider sent back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrived {
    /// Who it is to the provider.
    pub identity: Identity,
    /// What he is called there.
    pub name: Option<String>,
    /// Where on the page he came from.
    pub back: String,
}

/// Why nobody was sent, or came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failing {
    /// The provider does not answer.
    Unreachable,
    /// The visitor, or the provider, said no.
    Refused,
    /// Nobody was sent, another browser was, or it is too long ago, or he came back already.
    Expired,
    /// What the provider says proves nothing.
    Invalid,
}

impl Failing {
    /// What the page is told.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Refused => "refused",
            Self::Expired => "expired",
            Self::Invalid => "invalid",
        }
    }
}

impl Provider {
    /// A provider that was not asked anything yet.
    ///
    /// # Errors
    /// The issuer is no address.
    pub fn new(settings: ProviderSettings) -> anyhow::Result<Self> {
        let issuer = IssuerUrl::new(settings.issuer.clone())
            .map_err(|error| anyhow::anyhow!("the issuer {} is no address: {error}", settings.issuer))?;
        let http = reqwest::ClientBuilder::new()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(ANSWER_TIME)
            .build()?;
        Ok(Self {
            settings,
            issuer,
            http,
            pending: PendingBook::default(),
            said: Mutex::default(),
            asking: tokio::sync::Mutex::default(),
        })
    }

    /// What it is called on the page.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.settings.label
    }

    /// Where to send a browser that holds this token, so that the provider sends it back to
    /// `callback`, and we to `back`.
    ///
    /// # Errors
    /// [`Failing::Unreachable`].
    pub async fn send(
        &self,
        browser: &Token,
        back: String,
        callback: &str,
        now: u64,
    ) -> Result<String, Failing> {
        let metadata = self.metadata(now).await?;
        let redirect = redirect(callback)?;
        let client = CoreClient::from_provider_metadata(metadata, self.client_id(), self.client_secret())
            .set_redirect_uri(redirect);
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, state, nonce) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge)
            .url();
        let pending =
            Pending { nonce, verifier, browser: browser.hash(), back, callback: callback.to_owned() };
        self.pending.put(state.secret(), pending, now);
        Ok(url.into())
    }

    /// Who came back, with what the provider gave him.
    ///
    /// # Errors
    /// Where to on the page, if he is known, and why it is nobody.
    pub async fn receive(
        &self,
        state: &str,
        browser: Option<&Token>,
        code: Option<String>,
        now: u64,
    ) -> Result<Arrived, (Option<String>, Failing)> {
        let pending =
            self.pending.take(state, browser.map(Token::hash), now).ok_or((None, Failing::Expired))?;
        let back = pending.back.clone();
        let failed = |failing| (Some(back.clone()), failing);
        let code = code.ok_or_else(|| failed(Failing::Refused))?;
        let step = self.exchange(pending, code, now);
        let exchanged = tokio::time::timeout(STEP_TIME, step).await.unwrap_or(Err(Failing::Unreachable));
        let (identity, name) = exchanged.map_err(failed)?;
        Ok(Arrived { identity, name, back })
    }

    async fn exchange(
        &self,
        pending: Pending,
        code: String,
        now: u64,
    ) -> Result<(Identity, Option<String>), Failing> {
        let metadata = self.metadata(now).await?;
        let redirect = redirect(&pending.callback)?;
        let client = CoreClient::from_provider_metadata(metadata, self.client_id(), self.client_secret())
            .set_redirect_uri(redirect);
        let answer = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|_| Failing::Invalid)?
            .set_pkce_verifier(PkceCodeVerifier::new(pending.verifier.secret().clone()))
            .request_async(&self.http)
            .await
            .map_err(|error| no(&error))?;
        let token = answer.id_token().ok_or(Failing::Invalid)?;
        let verifier = client.id_token_verifier().set_allowed_algs(SIGNATURES);
        let claims = match token.claims(&verifier, &pending.nonce) {
            Ok(claims) => claims,
            Err(error) if self.may_ask_anew(now) => {
                // It may have changed its keys since.
                tracing::debug!(%error, "the keys of the identity provider are read again");
                return self.check_anew(token, &answer, &pending.nonce, now).await;
            }
            Err(error) => return Err(invalid(&error)),
        };
        self.check_hash(token, &answer, &verifier, claims)?;
        Ok(self.person(claims))
    }

    async fn check_anew(
        &self,
        token: &openidconnect::core::CoreIdToken,
        answer: &openidconnect::core::CoreTokenResponse,
        nonce: &Nonce,
        now: u64,
    ) -> Result<(Identity, Option<String>), Failing> {
        self.said().metadata = None;
        let metadata = self.metadata(now).await?;
        let client = CoreClient::from_provider_metadata(metadata, self.client_id(), self.client_secret());
        let verifier = client.id_token_verifier().set_allowed_algs(SIGNATURES);
        let claims = token.claims(&verifier, nonce).map_err(|error| invalid(&error))?;
        self.check_hash(token, answer, &verifier, claims)?;
        Ok(self.person(claims))
    }

    /// An access token that was given with another proof than this one.
    fn check_hash(
        &self,
        token: &openidconnect::core::CoreIdToken,
        answer: &openidconnect::core::CoreTokenResponse,
        verifier: &CoreIdTokenVerifier<'_>,
        claims: &openidconnect::core::CoreIdTokenClaims,
    ) -> Result<(), Failing> {
        let Some(expected) = claims.access_token_hash() else { return Ok(()) };
        let algorithm = token.signing_alg().map_err(|error| invalid(&error))?;
        let key = token.signing_key(verifier).map_err(|error| invalid(&error))?;
        let actual = AccessTokenHash::from_token(answer.access_token(), algorithm, key)
            .map_err(|error| invalid(&error))?;
        if actual == *expected { Ok(()) } else { Err(Failing::Invalid) }
    }

    fn person(&self, claims: &openidconnect::core::CoreIdTokenClaims) -> (Identity, Option<String>) {
        let identity = Identity {
            issuer: self.issuer.as_str().to_owned(),
            subject: claims.subject().as_str().to_owned(),
        };
        let full = claims.name().and_then(|name| name.get(None)).map(|name| name.as_str().to_owned());
        let short = claims.preferred_username().map(|name| name.as_str().to_owned());
        (identity, short.or(full))
    }

    /// What the provider says of itself, asked anew where it is long ago.
    async fn metadata(&self, now: u64) -> Result<CoreProviderMetadata, Failing> {
        if let Some(known) = self.known(now)? {
            return Ok(known);
        }
        let asking = async {
            let _alone = self.asking.lock().await;
            if let Some(known) = self.known(now)? {
                return Ok(known);
            }
            CoreProviderMetadata::discover_async(self.issuer.clone(), &self.http).await.map_err(|error| {
                tracing::warn!(%error, issuer = %self.settings.issuer, "the identity provider does not answer");
                Failing::Unreachable
            })
        };
        let found = tokio::time::timeout(STEP_TIME, asking).await.unwrap_or(Err(Failing::Unreachable));
        let mut said = self.said();
        match &found {
            Ok(metadata) => said.metadata = Some((metadata.clone(), now)),
            Err(_) => said.silent_until = now.saturating_add(PAUSE_MS),
        }
        found
    }

    fn known(&self, now: u64) -> Result<Option<CoreProviderMetadata>, Failing> {
        let said = self.said();
        if let Some((metadata, at)) = &said.metadata
            && now < at.saturating_add(BELIEVED_MS)
        {
            return Ok(Some(metadata.clone()));
        }
        if now < said.silent_until { Err(Failing::Unreachable) } else { Ok(None) }
    }

    fn may_ask_anew(&self, now: u64) -> bool {
        self.said().metadata.as_ref().is_some_and(|(_, at)| now >= at.saturating_add(ANEW_MS))
    }

    fn client_id(&self) -> ClientId {
        ClientId::new(self.settings.client_id.clone())
    }

    fn client_secret(&self) -> Option<ClientSecret> {
        self.settings.client_secret.as_ref().map(|secret| ClientSecret::new(secret.reveal().to_owned()))
    }

    fn said(&self) -> std::sync::MutexGuard<'_, Said> {
        // Nothing panics while it is held.
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn redirect(callback: &str) -> Result<RedirectUrl, Failing> {
    RedirectUrl::new(callback.to_owned()).map_err(|_| Failing::Invalid)
}

fn no<E: std::error::Error + 'static, T: openidconnect::ErrorResponse + 'static>(
    error: &openidconnect::RequestTokenError<E, T>,
) -> Failing {
    tracing::debug!(%error, "the identity provider gives nothing for a code");
    match error {
        openidconnect::RequestTokenError::Request(_) => Failing::Unreachable,
        openidconnect::RequestTokenError::ServerResponse(_)
        | openidconnect::RequestTokenError::Parse(..)
        | openidconnect::RequestTokenError::Other(_) => Failing::Invalid,
    }
}

fn invalid(error: &dyn std::error::Error) -> Failing {
    tracing::debug!(%error, "what the identity provider says proves nothing");
    Failing::Invalid
}
