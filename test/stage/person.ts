/** What a person does at a page, and what has to work for them then. @module */
import type { AuthMethod, CredentialType, Wallet } from 'embedded-wallet-auth'
import type { Page } from './page.js'
import type { Scene } from './scene.js'

/** Signs in with a mailed code. */
export const enter = async (scene: Scene, page: Page): Promise<void> => {
  await scene.done(page, (wallet) => wallet.signIn({ type: 'EMAIL_OTP' }))
  await scene.done(page, (wallet) => wallet.submit({ otp: scene.otp() }))
}

/** Signs in with a credential that the account has. */
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
        : wallet.credentials.create({ type, getOidcToken: scene.callback })

/** An active session stamps, or the service has ended it and the page then says so: what is wrong, if anything. */
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

/** Ids of the account's sessions as the service lists them. */
export async function sessionsAtService(scene: Scene): Promise<readonly string[]> {
  const path = `/auth/sessions?accountId=${scene.accountId}`
  const { data } = await scene.service<{ data: { id: string }[] }>('GET', path)
  return data.map(({ id }) => id)
}
