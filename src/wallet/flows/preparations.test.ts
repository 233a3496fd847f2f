import { describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.js'
import { methodOf } from '../credentials/methods.js'
import { createServerTime } from '../time/server-time.js'
import type { PreparedSignIn } from './challenge.js'
import type { PreparedCreation } from './create.js'
import { createPreparations } from './preparations.js'

const signIn: PreparedSignIn = {
  attemptId: 'in the record',
  method: methodOf('EMAIL_OTP'),
  credential: 'AuthMethod:1',
  keyDelivery: 'sealed',
  clientKey: undefined,
  nonce: '',
  challenge: undefined,
  codeSentAt: 0,
  resendAt: 0,
  usableUntil: 0,
}

const fresh = () => createPreparations(createServerTime(systemClock()))

describe('a prepared sign-in', () => {
  const until = (ms: number): PreparedSignIn => ({ ...signIn, usableUntil: Date.now() + ms })
  const asked = { method: signIn.method, credential: undefined, getOidcToken: undefined }

  it('a prepared sign-in is used once', () => {
    const preparations = fresh()
    const prepared = until(60_000)
    preparations.keepSignIn(prepared)
    expect(preparations.takeSignIn(asked)).toBe(prepared)
    expect(preparations.takeSignIn(asked)).toBeUndefined()
  })

  it('a prepared sign-in is used only for its own credential and method, and is kept otherwise', () => {
    const preparations = fresh()
    for (const other of [
      { ...asked, credential: 'AuthMethod:2' },
      { ...asked, method: methodOf('PASSKEY') },
    ]) {
      preparations.keepSignIn(until(60_000))
      expect(preparations.takeSignIn(other)).toBeUndefined()
      expect(preparations.takeSignIn(asked)).toBeDefined()
    }
    preparations.keepSignIn(until(60_000))
    expect(preparations.takeSignIn({ ...asked, credential: 'AuthMethod:1' })).toBeDefined()
  })

  it('a prepared sign-in that is too old is not used', () => {
    const preparations = fresh()
    preparations.keepSignIn(until(0))
    expect(preparations.takeSignIn(asked)).toBeUndefined()
  })
})

describe('a prepared creation', () => {
  const inputOf = (nickname: string): { readonly type: 'PASSKEY'; readonly nickname: string } => ({
    type: 'PASSKEY',
    nickname,
  })
  const order = { method: methodOf('PASSKEY'), input: inputOf('Phone') }
  const until = (ms: number): PreparedCreation => ({
    ...order,
    isSigned: false,
    options: undefined,
    usableUntil: Date.now() + ms,
  })

  it('a prepared creation is used once, and only for its own type and input', () => {
    const preparations = fresh()
    const prepared = until(60_000)
    preparations.keepCreation(prepared)
    expect(preparations.takeCreation({ ...order, input: inputOf('Other') })).toBeUndefined()
    expect(preparations.takeCreation({ ...order, method: methodOf('OAUTH') })).toBeUndefined()
    expect(preparations.takeCreation(order)).toBe(prepared)
    expect(preparations.takeCreation(order)).toBeUndefined()
  })

  it('a prepared creation that is too old is not used', () => {
    const preparations = fresh()
    preparations.keepCreation(until(0))
    expect(preparations.takeCreation(order)).toBeUndefined()
  })
})
