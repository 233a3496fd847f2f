/** Facts about sessions and signed requests. @module */
import { fact, type Section } from '../fact.js'

const signed = 'signed/signed-retry'
const sessions = 'sessions/sessions'
const rows = 'interface/wallet-rows'
const own = 'interface/wallet-facts'
const otp = 'credentials/email-otp'

/** Session: the resource, its life, its calls. */
export const session: Section = {
  section: 'Session',
  facts: [
    fact('session-form', 'A session has the form of its credential, under an id of its own.', [
      own,
      'has the form of the credential that issued it, under an id of its own, and expiresAt',
    ]),
    fact(
      'session-expiry',
      'From expiresAt on a session is gone and its key signs nothing.',
      [sessions, 'shows a session until exactly its expiry'],
      [signed, 'is refused from the moment the session expires'],
    ),
    fact('sealed-key-once', 'The sealed key is in the answers of verify and refresh, once, and in no list.', [
      own,
      'shows its sealed key in the answers of verify and refresh, once each, and in no other answer',
    ]),
    fact(
      'sealed-key-form',
      'The key is sealed to the client’s public key and spelled base58check: compressed point, then ciphertext.',
      [otp, 'gives a session of 15 minutes whose sealed key opens to the scalar that signs for it'],
      ['crypto/seal', 'reproduces the vector $id', 'gives what no other key opens'],
    ),
    fact('client-key-form', 'A client public key is uncompressed P-256, 130 hex characters.', [
      otp,
      'refuses the client public key %s',
    ]),
    fact('client-key-once', 'A client public key serves one request.', [
      otp,
      'refuses a client public key that was used before, whatever its case',
    ]),
    fact(
      'session-issued',
      'Verify and refresh issue sessions.',
      [sessions, 'answers 202 without a type, then 201 with a new session; the old one stays'],
      [rows, 'otp on verify: no mail is needed, and the key is a stub'],
    ),
    fact('session-revoked', 'A session may be revoked before it expires.', [
      sessions,
      'answers 202 with the issuing type, then 204, and ends the session',
    ]),
    fact('session-with-credential', 'Revoking a credential revokes the active sessions it issued.', [
      signed,
      'answers 202 with its type, then 204, and ends the sessions it issued',
    ]),
  ],
}

/** The 202 answer. */
export const challenge: Section = {
  section: 'Signed-request challenge',
  facts: [
    fact(
      'challenge-type',
      'Its type is that of the credential added or revoked; for a session, of the credential that issued it.',
      [own, 'that adds a credential is challenged with the type that is added'],
      [signed, 'answers 202 with its type, then 204, and ends the sessions it issued'],
      [sessions, 'answers 202 with the issuing type, then 204, and ends the session'],
    ),
    fact('challenge-request-id', 'The requestId is echoed exactly as it came.', [
      own,
      'takes the requestId exactly as it was given, not without its prefix',
    ]),
    fact('challenge-expiry', 'The retry arrives before expiresAt, five minutes later.', [
      rows,
      'on a signed request: until just before expiresAt, five minutes',
    ]),
  ],
}

/** The five rules. */
export const signedRetry: Section = {
  section: 'Signed-retry rules',
  facts: [
    fact(
      'rule-1',
      'The payload is signed byte for byte.',
      [own, 'signs the payload byte for byte: not what it means, parsed and written again'],
      [signed, 'is refused with the stamp of another payload'],
    ),
    fact(
      'rule-2',
      'The signature is a stamp of the session’s key, base64url.',
      [
        signed,
        'is done when an active session of the account stamped the payload',
        'is refused with a stamp of a key that is no session’s',
      ],
      ['crypto/stamp', 'of $id is refused', 'with %s is refused'],
    ),
    fact('rule-3', 'The retry arrives before expiresAt.', [
      signed,
      'is refused from the moment the challenge expires',
    ]),
    fact(
      'rule-4',
      'A requestId serves once; then 401.',
      [own, 'of every kind is 401 with a requestId that was used'],
      [signed, 'takes a request id once even from two calls at a time'],
    ),
    fact(
      'rule-5',
      'The rules are those of adding and revoking a credential, revoking a session, export, privacy and, without a requestId, executing a quote from an embedded wallet.',
      [
        rows,
        'Service-Wallet-Signature on $operation',
        'Service-Wallet-Signature on executing a quote from an embedded wallet',
      ],
      ['wire/routes', 'signs by retry exactly what the interface lists, and refresh'],
    ),
    fact('identical', 'The retry is the identical request.', [
      signed,
      'is refused with another body, another path, or another account',
      'is refused without one of its headers and with an unknown request id',
    ]),
    fact('export-retry', 'Exporting a wallet is a signed retry.', [
      'internal-accounts/internal-accounts',
      'is a signed envelope over the wallet’s twelve words, the same every time',
      'is refused with another client key on the retry, and with one that was used',
    ]),
    fact('privacy-retry', 'Updating a wallet’s privacy is a signed retry.', [
      'internal-accounts/internal-accounts',
      'is updated by a signed request',
    ]),
  ],
}
