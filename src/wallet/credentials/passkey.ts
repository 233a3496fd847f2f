/**
 * PASSKEY: a WebAuthn credential. The ceremonies are in a separate chunk, which is loaded when it is needed.
 * @module
 */
import type { Clock } from '../../clock.js'
import { CeremonyError } from '../../errors.js'
import { loadChunk } from '../time/load-chunk.js'
import { dialogDeadline } from './dialog-deadline.js'
import type { CreationInput, Method } from './method.js'
import { passkeyNickname } from './passkey-nickname.js'

type Ceremonies = typeof import('./ceremonies.js')

let loaded: Ceremonies | undefined

/**
 * The ceremonies if they are loaded. Synchronous, because some browsers allow a ceremony only in the same task as the
 * click.
 */
export const ceremonies = (): Ceremonies | undefined => loaded

/**
 * Loads the ceremonies.
 *
 * @throws the errors of `loadChunk`
 */
export async function loadCeremonies(clock: Clock): Promise<Ceremonies> {
  loaded = await loadChunk(clock, import('./ceremonies.js'))
  return loaded
}

/** Whether the browser can be told that a passkey is no longer accepted. */
export const canDiscard = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'signalUnknownCredential' in PublicKeyCredential

/** The caller's input for the creation of a passkey. */
export interface PasskeyInput extends CreationInput {
  readonly type: 'PASSKEY'
  /** The name of the passkey. `passkeyNickname` returns the form in which the name is sent. */
  readonly nickname: string
}

/** The row of PASSKEY in the table of credential types. */
export const passkey: Method<PasskeyInput> = {
  type: 'PASSKEY',
  challenge: 'clientKey',
  deadline: ({ timeout }) => dialogDeadline(timeout),
  preload: loadCeremonies,
  async prove(request) {
    const { credentialId = '', challenge = '' } = request.challenge ?? {}
    if (request.sandbox.assertion)
      return { assertion: await request.sandbox.assertion({ credentialId, challenge }) }
    const { assert } = ceremonies() ?? (await loadCeremonies(request.clock))
    return { assertion: await assert(request, { credentialId, challenge }) }
  },
  async offer(context, prepare) {
    const { offer } = ceremonies() ?? (await loadCeremonies(context.clock))
    return offer(context, prepare)
  },
  verifyBody: ({ assertion }) => {
    if (assertion === undefined) throw new TypeError('A passkey sign-in needs an assertion.')
    return { type: 'PASSKEY', assertion }
  },
  checkedInput(input) {
    if (typeof input.nickname !== 'string')
      throw new TypeError('credentials.create({ type: "PASSKEY" }) needs { nickname: string }.')
    const nickname = passkeyNickname(input.nickname)
    if (nickname !== undefined) return { type: 'PASSKEY', nickname }
    throw new CeremonyError(
      'INPUT_INVALID',
      "The nickname needs 1 to 100 letters, digits, spaces or . _ - ' ( )",
    )
  },
  onlyOne: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
  prepare: ({ nickname }, ask) => ask(nickname),
  async creationBody({ nickname }, request) {
    const { attest } = ceremonies() ?? (await loadCeremonies(request.clock))
    return attest(request, nickname)
  },
  consent: ({ type, nickname }) => ({ type, nickname }),
  activities: { create: 'CREATE_AUTHENTICATORS', revoke: 'DELETE_AUTHENTICATORS', repeats: undefined },
  async discard(credentialId, { rpId }, clock) {
    if (!canDiscard()) return
    // This call is only a hint to the browser, so a failure does not matter.
    await loadCeremonies(clock)
      .then(({ tellUnknown }) => tellUnknown(credentialId, rpId))
      .catch(() => {})
  },
}
