/** Runs all checks on the current page concurrently. @module */
import {
  type PasskeySettings,
  type PasskeySupport,
  passkeySupport,
  type Wallet,
  type WalletOptions,
} from '../index.js'
import {
  anObject,
  aText,
  checkOptions,
  having,
  type Option,
  type Options,
  optional,
  texts,
} from '../wire/options.js'
import { backendFindings, pageHeaders, tooLate } from './backend-findings.js'
import { browserFindings } from './browser-findings.js'
import type { Finding } from './finding.js'
import { headerFindings } from './header-findings.js'

/** What to check besides the browser. */
export interface DiagnoseOptions {
  /** The `backend` of `createWallet`, if that is an address. */
  readonly backend?: string
  /** Issuers used with `embedded-wallet-auth/oidc`. */
  readonly issuers?: readonly string[]
  /** The `passkey` of `createWallet`. */
  readonly passkey?: Pick<PasskeySettings, 'rpId'>
  /** The `keyDelivery` of `createWallet`. */
  readonly keyDelivery?: WalletOptions['keyDelivery']
  /** The `otpSigner` of `createWallet`. */
  readonly otpSigner?: WalletOptions['otpSigner']
  /** The wallet, for what it has learned from the service. Nothing is asked of it but its state. */
  readonly wallet?: Pick<Wallet, 'getState'>
}

/** What `createWallet` checks. */
const elsewhere: Option = [() => true, '']
const diagnoseOptions: Options<DiagnoseOptions> = {
  backend: optional(aText),
  issuers: optional(texts),
  passkey: optional(anObject),
  keyDelivery: elsewhere,
  otpSigner: elsewhere,
  wallet: optional(having('getState')),
}

/**
 * Finds problems that prevent sign-in or payments on this page: in the browser, in how the page is served, at the
 * backend and at identity providers. Opens no dialog, needs no session, and leaves no data behind. An empty list means
 * that nothing was found, not that everything works: the backend is asked without a login. What could not be looked at
 * is a note. Takes at most 10 s, and never rejects.
 *
 * @example
 * for (const { severity, code, message, fix } of await diagnose({ backend: '/wallet' }))
 *   console.info(severity, code, message, fix)
 */
export async function diagnose(options: DiagnoseOptions = {}): Promise<readonly Finding[]> {
  checkOptions(options, diagnoseOptions)
  const page = pageHeaders()
  const support = Promise.race([passkeySupport().catch(() => undefined), tooLate()])
  const found = await Promise.all([
    browserFindings(),
    page.then(async (read) => (read ? headerFindings(read, (await support)?.foreignFrame === true) : [])),
    support.then((known) => passkeyFindings(known, options.passkey?.rpId)),
    keyFindings(options),
    backendFindings(options.backend, options.issuers ?? []),
    page.then((read) => unseenFinding(read === undefined, options.backend === undefined)),
  ])
  const order = ['error', 'warning', 'note']
  const all = found.flat()
  // A page that no browser gives keys to should not be made one of the backend's.
  const isInsecure = all.some(({ code }) => code === 'NOT_SECURE')
  const useful = all.filter(({ code }) => !(isInsecure && code === 'ORIGIN_REFUSED'))
  return useful.sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity))
}

function passkeyFindings(support: PasskeySupport | undefined, rpId: string | undefined): readonly Finding[] {
  if (support === undefined) return [chunksUnreachable]
  // Some extensions and webviews leave `PublicKeyCredential` and remove `navigator.credentials`.
  const hasPasskeys =
    typeof PublicKeyCredential === 'function' &&
    'credentials' in navigator &&
    Boolean(navigator['credentials'])
  const findings = [
    hasPasskeys ? undefined : unsupported,
    hasPasskeys && !(support.signIn && support.create) ? notAllowed : undefined,
    support.foreignFrame ? foreignFrame : undefined,
    rpId === undefined || covers(rpId, location.hostname) ? undefined : mismatch(rpId),
  ]
  return findings.filter((each) => each !== undefined)
}

function keyFindings({ keyDelivery, otpSigner, wallet }: DiagnoseOptions): readonly Finding[] {
  const flow = wallet?.getState().flow
  if (flow !== undefined && 'fault' in flow && flow.fault?.code === 'KEY_DELIVERY_REFUSED')
    return [keyDeliveryRefused]
  if (keyDelivery !== 'client-held') return []
  if (otpSigner === 'unverified') return [signerUnverified]
  return [otpSigner ?? []].flat().length === 0 ? [signerMissing] : []
}

function unseenFinding(isPageUnread: boolean, isBackendUnnamed: boolean): readonly Finding[] {
  const unseen = [
    ...(isPageUnread ? ['the headers of this page'] : []),
    ...(isBackendUnnamed ? ['the backend'] : []),
  ]
  return unseen.length === 0 ? [] : [notChecked(unseen.join(' and '))]
}

/** Whether pages of this host can use passkeys of this relying party. The public suffix list is not checked. */
const covers = (rpId: string, host: string): boolean => host === rpId || host.endsWith(`.${rpId}`)

const keyDeliveryRefused: Finding = {
  code: 'KEY_DELIVERY_REFUSED',
  severity: 'error',
  message: 'The service refused a key or a code in the form that the option keyDelivery chooses.',
  fix: 'Set keyDelivery to "client-held", with otpSigner. If that is what the page has, leave keyDelivery out. The message of the error says which.',
}
const signerMissing: Finding = {
  code: 'OTP_SIGNER_MISSING',
  severity: 'warning',
  message:
    'Sign-ins by code are refused, because it is not known who may sign the key that codes are encrypted to.',
  fix: 'Set otpSigner to the key that the operator of the service names. Without codes, ignore this.',
}
const signerUnverified: Finding = {
  code: 'OTP_SIGNER_UNVERIFIED',
  severity: 'warning',
  message:
    'Codes are encrypted to any key, so the backend, or anyone before it, can read them and take the session.',
  fix: 'Set otpSigner to the key that the operator of the service names.',
}
const notChecked = (unseen: string): Finding => ({
  code: 'NOT_CHECKED',
  severity: 'note',
  message: `Not everything could be checked: ${unseen}.`,
  fix: 'Pass the address of the backend as `backend`. A page that needs a login is checked by check-backend, with --page and --cookie.',
})
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
  fix: isIpAddress(location.hostname)
    ? 'Open the page by a name: no browser has passkeys for an IP address. On this machine, http://localhost works.'
    : 'Set passkey.rpId, and the backend’s relyingParty.id, to the host of the page or to a parent domain of it.',
})

/** Whether the host of a URL is an IP address. One of version 6 is in brackets. */
const isIpAddress = (host: string): boolean => /^[\d.]+$|^\[/.test(host)
