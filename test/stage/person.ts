/** What a user does on a page, and what must then work. @module */
import type { AuthMethod, CredentialType, ListedSession, Wallet } from 'embedded-wallet-auth'
import type { Page } from './page.js'
import type { Scene } from './scene.js'

/** Signs in with a mailed code. */
export const enter = async (scene: Scene, page: Page): Promise<void> => {
  await scene.done(page, (wallet) => wallet.signIn({ type: 'EMAIL_OTP' }))
  await scene.done(page, (wallet) => wallet.submit({ otp: scene.otp() }))
}

/** Signs in with one of the account's credentials. */
export async function comeIn(scene: Scene, page: Page): Promise<void> {
  const all = await scene.done(page, (wallet) => wallet.credentials.list())
  if (all.some(({ type }) => type === 'EMAIL_OTP')) return enter(scene, page)
  await scene.done(page, (wallet) => wallet.signIn({ type: 'PASSKEY' }))
}

/** Adds a credential of the type. */
export const create =
  (scene: Scene, type: CredentialType) =>
  (wallet: Wallet): Promise<AuthMethod> =>
    type === 'PASSKEY'
      ? wallet.credentials.create({ type, nickname: 'Laptop' })
      : type === 'EMAIL_OTP'
        ? wallet.credentials.create({ type, email: 'ada@example.com' })
        : type === 'SMS_OTP'
          ? wallet.credentials.create({ type, phoneNumber: '+15551234567' })
          : wallet.credentials.create({ type, getOidcToken: scene.callback })

/**
 * Checks that an active session can make stamps, or that the page shows its end if the service has ended it. Resolves
 * with what is wrong.
 */
export async function stampProblems(scene: Scene, page: Page): Promise<readonly string[]> {
  const { session } = page.wallet.getState()
  if (session.status !== 'active') return []
  const isKnown = (await sessionsAtService(scene)).includes(session.id)
  const ended = await scene.end(page, (wallet) => wallet.updatePrivacy({ privateEnabled: true }))
  const after = page.wallet.getState().session.status
  if (isKnown && ended.how !== 'resolved') return [`the session does not stamp: ${JSON.stringify(ended)}`]
  if (!isKnown && after !== 'none') return [`the service ended the session, the page shows ${after}`]
  return []
}

/**
 * Resolves with the sessions of this browser that are valid at the service, are not used here, and are not listed in the
 * record to be revoked.
 */
export async function forgottenSessions(scene: Scene): Promise<readonly string[]> {
  const record = await scene.record()
  const { session, pending, refresh, superseded = [] } = record ?? {}
  const known = [session, pending?.answer, refresh?.answer, ...superseded].map((each) => each?.id)
  return (await sessionsAtService(scene))
    .filter((id) => scene.watch.stored.has(id) && !known.includes(id))
    .map((id) => `${id} is valid at the service, and this browser has forgotten it`)
}

/** Resolves with the ids of the account's sessions that the service lists. */
export const sessionsAtService = async (scene: Scene): Promise<readonly string[]> =>
  (await listedSessions(scene)).map(({ id }) => id)

/** Resolves with the account's sessions that the service lists. */
export async function listedSessions(scene: Scene): Promise<readonly ListedSession[]> {
  const path = `/auth/sessions?accountId=${scene.accountId}`
  return (await scene.service<{ data: ListedSession[] }>('GET', path)).data
}
