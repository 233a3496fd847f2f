import { describe, expect, it } from 'vitest'
import { reaches, shows, type Verb } from './verbs.js'

const verbs = Object.keys(reaches) as Verb[]
const reaching = (reach: string): readonly Verb[] => verbs.filter((verb) => reaches[verb] === reach).sort()

describe('what a page may ask of a wallet in a frame', () => {
  it('has an effect without the agreement of the person only in a sign-in or sign-out, a refresh and another code', () => {
    expect(reaching('acts')).toEqual(
      ['signIn', 'submit', 'resend', 'cancel', 'signOut', 'resendQuoteCode', 'sessions.refresh'].sort(),
    )
    expect(reaching('reads')).toEqual(['credentials.list', 'getQuote', 'isReachable', 'sessions.list'])
    expect(reaching('prepares')).toEqual(['credentials.prepare', 'prepare'])
  })

  it('needs the agreement of the person for every other call', () => {
    expect(reaching('agreed')).toEqual(
      [
        ...['executeQuote', 'authorizeQuote', 'exportWallet', 'signedRequest', 'updatePrivacy'],
        ...['credentials.create', 'credentials.revoke', 'sessions.revoke', 'sessions.revokeAll'],
      ].sort(),
    )
  })
})

describe('what the person sees of a call', () => {
  it('is a question for every call that needs an agreement', () => {
    expect(verbs.filter((verb) => shows(verb, []))).toEqual(
      verbs.filter((verb) => reaches[verb] === 'agreed'),
    )
  })

  it('is a dialog of the browser for a sign-in by passkey, and nothing for one by a code', () => {
    expect(shows('signIn', [{ type: 'PASSKEY' }])).toBe(true)
    for (const type of ['EMAIL_OTP', 'SMS_OTP', 'OAUTH', 'OTHER', 'constructor', undefined])
      expect(shows('signIn', [{ type }])).toBe(false)
    for (const first of [undefined, null, 7]) expect(shows('signIn', [first])).toBe(false)
    expect(shows('prepare', [{ type: 'PASSKEY' }])).toBe(false)
    expect(shows('resend', [{ type: 'PASSKEY' }])).toBe(false)
  })
})
