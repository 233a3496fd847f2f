/** Checks, without the network, what the browser can do: keys, storage and tabs. @module */
import { indexedDbStore } from '../index.js'
import { isInAppBrowser } from '../oidc/in-app-browser.js'
import { tooLate } from './backend-findings.js'
import type { Finding } from './finding.js'

export async function browserFindings(): Promise<readonly Finding[]> {
  const key = await usableKey()
  const findings = [
    isSecureContext ? undefined : notSecure,
    key
      ? await Promise.race([storageFinding(key), tooLate().then(() => storageUnusable)])
      : webcryptoUnusable,
    typeof BroadcastChannel === 'function' ? undefined : tabsIsolated,
    isInAppBrowser() ? inAppBrowser : undefined,
  ]
  return findings.filter((each) => each !== undefined)
}

/** Resolves with a new non-extractable signing key; `undefined` if the browser cannot make or use such a key. */
async function usableKey(): Promise<CryptoKey | undefined> {
  try {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, new Uint8Array(1))
    return privateKey
  } catch {
    return undefined
  }
}

async function storageFinding(key: CryptoKey): Promise<Finding | undefined> {
  const store = indexedDbStore('embedded-wallet-auth-diagnose')
  try {
    await store.update('key', () => key)
    const read = await store.read('key')
    await store.update('key', () => undefined)
    if (!(read instanceof CryptoKey)) return storageUnusable
  } catch {
    return storageUnusable
  } finally {
    store.close?.()
  }
  return (await navigator.storage?.persisted?.().catch(() => true)) === false
    ? storageNotPersistent
    : undefined
}

const notSecure: Finding = {
  code: 'NOT_SECURE',
  severity: 'error',
  message: 'The page was loaded without HTTPS, so the browser offers neither keys nor passkeys.',
  fix: 'Serve the page over HTTPS. On the machine that runs the server, http://localhost works too.',
}
const webcryptoUnusable: Finding = {
  code: 'WEBCRYPTO_UNUSABLE',
  severity: 'error',
  message: 'The browser cannot make a non-extractable P-256 key and sign with it.',
  fix: 'Use HTTPS and a current browser. Some hardened modes switch WebCrypto off.',
}
const storageUnusable: Finding = {
  code: 'STORAGE_UNUSABLE',
  severity: 'warning',
  message: 'The browser does not keep keys in IndexedDB, so a session ends when its page is closed.',
  fix: 'Allow site data for this site, and leave private browsing.',
}
const storageNotPersistent: Finding = {
  code: 'STORAGE_NOT_PERSISTENT',
  severity: 'note',
  message: 'If the browser needs space, it may delete this site’s data and so end the session.',
  fix: 'Call navigator.storage.persist() after a sign-in, if sessions must not end this way.',
}
const tabsIsolated: Finding = {
  code: 'TABS_ISOLATED',
  severity: 'warning',
  message: 'Tabs cannot tell each other about a sign-in or sign-out, because BroadcastChannel is missing.',
  fix: 'Use a current browser.',
}
const inAppBrowser: Finding = {
  code: 'IN_APP_BROWSER',
  severity: 'warning',
  message: 'The page is shown inside another app, where passkeys and identity providers often do not work.',
  fix: 'Ask the user to open the page in a normal browser.',
}
