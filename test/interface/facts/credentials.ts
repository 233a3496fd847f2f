/** Facts about credentials: AuthMethod; Endpoints, credentials and sessions; Authentication. Long because every call of a credential has its conditions. @module */
import { fact, type Section } from '../fact.js'

const otp = 'credentials/email-otp'
const passkey = 'credentials/passkey'
const oauth = 'credentials/oauth'
const signed = 'signed/signed-retry'
const rows = 'interface/wallet-rows'
const own = 'interface/wallet-facts'

/** The AuthMethod resource. */
export const authMethod: Section = {
  section: 'AuthMethod',
  facts: [
    fact(
      'nickname',
      'The nickname is the address of an EMAIL_OTP, the token’s email of an OAUTH, the name given to a PASSKEY once it was validated.',
      [
        own,
        'has its address, its token’s email or its given name as nickname, and a credentialId only as PASSKEY',
      ],
      [passkey, 'refuses the nickname %j'],
    ),
    fact('credential-id', 'Only a PASSKEY has a credentialId, and it is the raw id.', [
      own,
      'has its address, its token’s email or its given name as nickname, and a credentialId only as PASSKEY',
    ]),
    fact('one-of-a-type', 'An account has one PASSKEY and one EMAIL_OTP at the most.', [
      rows,
      'on credentials: one PASSKEY and one EMAIL_OTP, any number of OAUTHs, all on one page; one remains',
    ]),
    fact(
      'first-and-last',
      'Every account begins with one credential and keeps at least one.',
      [
        'provision',
        'sets up a customer with an embedded wallet in USDB and its EMAIL_OTP, and mails nothing',
      ],
      [
        'customers/customers',
        'opens an account for each currency and an embedded wallet in USDB with its EMAIL_OTP',
      ],
      [rows, '400 for revoking the only credential'],
      [signed, 'is refused for the last one on the first leg, and on the retry when it became the last'],
    ),
  ],
}

/** Creating, listing, challenging, verifying and revoking. */
export const credentialCalls: Section = {
  section: 'Credentials and sessions',
  facts: [
    fact('create-no-session', 'Creating a credential issues no session.', [
      own,
      'is created without a session',
    ]),
    fact(
      'create-first',
      'The first credential of an account is answered with 201 at once.',
      [otp, 'as the first credential answers 201 and mails one code, which signs in'],
      [passkey, 'as the first credential answers 201 with its credential id'],
    ),
    fact('create-first-mail', 'A first EMAIL_OTP mails its code on creation.', [
      otp,
      'as the first credential answers 201 and mails one code, which signs in',
    ]),
    fact(
      'create-additional',
      'A further credential is answered with 202, and with 201 once the identical request came signed.',
      [passkey, 'as an additional one takes the signed way'],
      [oauth, 'may happen more than once on an account, signed'],
    ),
    fact('create-additional-mail', 'A further EMAIL_OTP mails its code on the signed retry, not before.', [
      otp,
      'as an additional one mails on the signed retry, once',
    ]),
    fact('create-exists', 'A second EMAIL_OTP or PASSKEY is 400 with its own code.', [
      rows,
      '400 EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS for a second EMAIL_OTP',
      '400 PASSKEY_CREDENTIAL_ALREADY_EXISTS for a second PASSKEY',
    ]),
    fact('oauth-nickname', 'An OAUTH credential is named after the email claim of its token.', [
      oauth,
      'takes the nickname from the token’s email claim',
    ]),
    fact('oauth-token', 'An ID token has to be signed by its issuer, whose keys are asked for every time.', [
      oauth,
      'refuses a token that somebody else signed, that nobody signed, and that is none',
      'is asked for its keys on every call',
    ]),
    fact('oauth-age', 'An ID token is 60 seconds old at the most, on creation as on verification.', [
      rows,
      'on the age of an ID token, on create and on verify: 60 seconds, and not one more',
    ]),
    fact('list-whole', 'The list of credentials has no pages.', [
      rows,
      'on credentials: one PASSKEY and one EMAIL_OTP, any number of OAUTHs, all on one page; one remains',
    ]),
    fact(
      'challenge-otp',
      'An EMAIL_OTP challenge needs no body, mails a fresh code and changes nothing of the credential.',
      [otp, 'mails a code of the configured form and leaves the AuthMethod unchanged', 'ignores a body'],
    ),
    fact('challenge-limit', 'Too many EMAIL_OTP challenges are 429 with Retry-After.', [
      rows,
      '429 with Retry-After for too many challenges, and none once that time has passed',
    ]),
    fact(
      'challenge-passkey',
      'A PASSKEY challenge needs a clientPublicKey and binds it to the session that will be made.',
      [
        passkey,
        'needs a fresh client public key on the curve',
        'issues a session sealed to the challenge’s key, whose challenge text was read as UTF-8',
      ],
    ),
    fact(
      'challenge-before',
      'An EMAIL_OTP or PASSKEY signs in again by a challenge first: without one there is nothing to prove.',
      [otp, 'refuses when no code was ever mailed, and the sandbox’s magic code', 'takes a code once'],
      [passkey, 'refuses a missing, an unknown and another credential’s request id'],
    ),
    fact('verify-type', 'The body of a verification is of the credential’s type.', [
      otp,
      'refuses a proof of another type',
    ]),
    fact('verify-passkey-header', 'A PASSKEY verification carries the request id of its challenge.', [
      passkey,
      'refuses a missing, an unknown and another credential’s request id',
      'takes a request id once, also after a failed proof',
    ]),
    fact('verify-passkey-key', 'A PASSKEY proof has no clientPublicKey of its own: the challenge’s counts.', [
      own,
      'takes its key from the challenge, whatever clientPublicKey it brings along',
    ]),
    fact('verify-user-handle', 'The userHandle of an assertion may be left out.', [
      own,
      'may have a userHandle or not: %j',
    ]),
    fact('verify-oauth', 'An OAUTH credential signs in again by verification alone, with a fresh token.', [
      oauth,
      'issues a session for a fresh token bound to the client key',
      'has no challenge',
    ]),
    fact('revoke-legs', 'Revoking a credential answers 202 with a challenge, then 204.', [
      signed,
      'answers 202 with its type, then 204, and ends the sessions it issued',
    ]),
    fact('revoke-sessions', 'With a credential end all sessions that it issued, refreshed ones too.', [
      signed,
      'answers 202 with its type, then 204, and ends the sessions it issued',
      'counts refreshed sessions as the credential’s: they may not sign, and end with it',
    ]),
    fact(
      'revoke-signer',
      'A credential is revoked by an active session of another credential of the same account.',
      [
        signed,
        'is refused to a session that the credential issued',
        'is refused with a stamp of another account’s session',
      ],
    ),
    fact('revoke-last', 'The only credential is not revoked: 400.', [
      rows,
      '400 for revoking the only credential',
    ]),
  ],
}

/** The Authentication part. */
export const authentication: Section = {
  section: 'Authentication',
  facts: [
    fact('basic', 'The platform’s calls need its token pair as Basic authentication.', [
      'server/pipeline',
      'accepts %s',
      'refuses %s with 401 UNAUTHORIZED',
    ]),
    fact('bearer', 'An agent’s calls need its access token, which is of no use for the platform’s calls.', [
      'agents/calls',
      '%s is 401',
      'does nothing for the platform’s calls, nor the platform’s pair for an agent’s',
    ]),
    fact('agent-bound', 'An agent’s calls see and use what is its customer’s alone, within the policy.', [
      'agents/calls',
      'are none of another customer’s',
      'are no other customer’s',
      '%s is needed for %s',
    ]),
    fact(
      'session-key',
      'But for receiving, nothing is done on an embedded wallet without a session’s signature.',
      ['quotes/quotes', 'without a stamp, or with that of another quote, is refused'],
      ['transfers/transfers', 'from an embedded wallet is refused', 'may fill an embedded wallet'],
    ),
    fact('webauthn', 'Passkeys are ES256, verify the user, and belong to the platform’s own domain.', [
      passkey,
      'refuses an attestation with %s',
      'refuses an assertion with %s',
    ]),
    fact(
      'magic-only-sandbox',
      'Outside the sandbox the magic values are wrong values.',
      [otp, 'refuses when no code was ever mailed, and the sandbox’s magic code'],
      [passkey, 'refuses the sandbox’s magic signature'],
      [signed, 'is refused with another scheme and with the sandbox’s magic stamp'],
      [oauth, 'refuses a token that somebody else signed, that nobody signed, and that is none'],
    ),
    fact('reason', 'A check that does not hold is 401 UNAUTHORIZED with a reason.', [
      rows,
      '401 UNAUTHORIZED with a reason where $check does not hold',
    ]),
  ],
}
