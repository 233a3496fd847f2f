/** Checks whether this page can use passkeys. @module */
import { passkeySupport } from '../index.js'
import type { Finding } from './finding.js'

export async function passkeyFindings(rpId: string | undefined): Promise<readonly Finding[]> {
  const support = await passkeySupport().catch(() => undefined)
  if (support === undefined) return [chunksUnreachable]
  const findings = [
    typeof PublicKeyCredential === 'function' ? undefined : unsupported,
    typeof PublicKeyCredential === 'function' && !(support.signIn && support.create) ? notAllowed : undefined,
    support.foreignFrame ? foreignFrame : undefined,
    rpId === undefined || covers(rpId, location.hostname) ? undefined : mismatch(rpId),
  ]
  return findings.filter((each) => each !== undefined)
}

/** Whether pages of this host can use passkeys of this relying party. The public suffix list is not checked. */
const covers = (rpId: string, host: string): boolean => host === rpId || host.endsWith(`.${rpId}`)

const chunksUnreachable: Finding = {
  code: 'CHUNKS_UNREACHABLE',
  severity: 'error',
  message: 'A part of the library could not be loaded.',
  fix: 'Serve all files of the build, keep the files of the previous release for pages that are still open, and allow both in script-src.',
}
const unsupported: Finding = {
  code: 'PASSKEYS_UNSUPPORTED',
  severity: 'warning',
  message: 'The browser does not support passkeys (WebAuthn), or the page is not served over HTTPS.',
  fix: 'Offer a code or an identity provider instead.',
}
const notAllowed: Finding = {
  code: 'PASSKEYS_NOT_ALLOWED',
  severity: 'error',
  message:
    'The page is not allowed to use passkeys: it was loaded without HTTPS, or a permissions policy forbids them.',
  fix: 'Send Permissions-Policy: publickey-credentials-get=(self), publickey-credentials-create=(self). In a frame, set allow="publickey-credentials-get; publickey-credentials-create".',
}
const foreignFrame: Finding = {
  code: 'FOREIGN_FRAME',
  severity: 'note',
  message:
    'This page is in a frame on a page of another origin, so its storage is separate from the site’s usual storage.',
  fix: 'Make sure that the frame allows passkeys, and that the service accepts the origin of the embedding page.',
}
const mismatch = (rpId: string): Finding => ({
  code: 'RELYING_PARTY_MISMATCH',
  severity: 'error',
  message: `Pages of ${location.hostname} cannot use passkeys of the relying party ${rpId}.`,
  fix: 'Set passkey.rpId, and the backend’s relyingParty.id, to the host of the page or to a parent domain of it.',
})
