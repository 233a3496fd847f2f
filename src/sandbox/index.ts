/**
 * Makes a wallet send the magic values of the service's sandbox (Sandbox test behaviors). Never use this in production.
 * @module
 */
import { bytesToBase64url } from '../base64url.js'
import { bytesToHex, utf8 } from '../encoding.js'
import type { SandboxPorts, SessionKey } from '../index.js'

/** The values that the sandbox accepts in place of real proofs and signatures (Sandbox test behaviors). */
export const magicValues: {
  readonly otp: string
  readonly passkeySignature: string
  readonly oidcToken: string
  readonly walletSignature: string
} = {
  otp: '000000',
  passkeySignature: 'sandbox-valid-passkey-signature',
  oidcToken: 'sandbox-valid-oidc-token',
  walletSignature: 'sandbox-valid-signature',
}

/** The issuer and the e-mail address in the ID token that creates an OAUTH credential. */
export interface SandboxIdentity {
  /** Default `https://accounts.google.com`. */
  readonly issuer?: string
  /** Becomes the credential's nickname. Default `ada@example.com`. */
  readonly email?: string
}

/**
 * Returns a replacement for each wallet step that works differently in the sandbox. Pass only the replacements that you
 * want to `createWallet`; the other steps work as in production.
 *
 * @example
 * const { stamp, sessionKey } = sandboxPorts()
 * createWallet({ accountId, backend: '/wallet', sandbox: { stamp, sessionKey } }) // real passkeys, magic stamps
 */
export function sandboxPorts(identity: SandboxIdentity = {}): Required<SandboxPorts> {
  return {
    sessionKey: standInKey,
    stamp: async () => magicValues.walletSignature,
    assertion: async ({ credentialId }) => ({
      credentialId,
      clientDataJson: bytesToBase64url(utf8('{"type":"webauthn.get"}')),
      authenticatorData: bytesToBase64url(new Uint8Array(37)),
      signature: magicValues.passkeySignature,
    }),
    oidcToken: async (purpose) => (purpose === 'verify' ? magicValues.oidcToken : unsignedToken(identity)),
    unsignedExport: true,
  }
}

/** Generates a session key, because the sandbox's `encryptedSessionSigningKey` is a placeholder. */
async function standInKey(): Promise<SessionKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const prefix = (raw[64] ?? 0) % 2 === 0 ? '02' : '03'
  return { privateKey, verifyKey: publicKey, publicKey: prefix + bytesToHex(raw.slice(1, 33)) }
}

/**
 * Returns an unsigned ID token. The call that creates a credential does not accept `magicValues.oidcToken`: it requires
 * a JWT, but the sandbox does not check its signature.
 */
function unsignedToken({
  issuer = 'https://accounts.google.com',
  email = 'ada@example.com',
}: SandboxIdentity): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: 'sandbox', sub: email, email, iat, exp: iat + 300 }
  const part = (value: unknown): string => bytesToBase64url(utf8(JSON.stringify(value)))
  return [part({ alg: 'none', typ: 'JWT' }), part(claims), bytesToBase64url(utf8('unsigned'))].join('.')
}
