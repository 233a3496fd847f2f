/** What the rows of the operations say: what may be stamped, what is sent, and what the user is asked. @module */
import { describe, expect, test } from 'vitest'
import { revokeCredentialRoute } from '../../wire/credentials.js'
import { updatePrivacyRoute } from '../../wire/internal-accounts.js'
import { revokeSessionRoute } from '../../wire/sessions.js'
import { assertPayload } from '../guards/payload-guard.js'
import { singleUse } from './operation.js'
import { requestRows, stamped } from './operations.js'
import { revokeCredentialOperation } from './revoke-credential.js'
import { revokeSessionOperation } from './revoke-session.js'
import { type SignedRequestOptions, signedRequestOperation } from './signed-request.js'
import { updatePrivacyOperation } from './update-privacy.js'

/** What the lists say about everything. */
const marks = { type: 'PASSKEY', nickname: 'Laptop' } as const
const named = { credential: async () => marks, session: async () => ({ isOwn: false, ...marks }) }

/** A request with its question, as it is asked. */
const asked = async <Sent extends { readonly question: (all: typeof named) => unknown }>(sent: Sent) => ({
  ...sent,
  question: await sent.question(named),
})

const isStamped = (operation: string, activity: string): boolean => {
  const payload = JSON.stringify({ type: `ACTIVITY_TYPE_${activity}` })
  try {
    assertPayload(payload, { operation }, { stamped, organizationId: undefined })
    return true
  } catch {
    return false
  }
}

const signing = {
  yes: ['SIGN_TRANSACTION', 'SIGN_RAW_PAYLOAD_V2'],
  no: ['EXPORT_WALLET', 'COSIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOAD EXPORT_WALLET', 'SIGN_'],
}
const ending = {
  yes: ['DELETE_API_KEYS'],
  no: ['UNDELETE_API_KEYS', 'DELETE_API_KEYS EXPORT_WALLET', 'DELETE_'],
}

describe('what may be stamped', () => {
  test.each<[string, { readonly yes: readonly string[]; readonly no: readonly string[] }]>([
    ['executeQuote', signing],
    ['updatePrivacy', signing],
    [
      'exportWallet',
      { yes: ['EXPORT_WALLET', 'EXPORT_WALLET_V2'], no: ['EXPORT_WALLET_ACCOUNT', 'RE_EXPORT_WALLET'] },
    ],
    ['refreshSession', { yes: ['CREATE_READ_WRITE_SESSION_V2'], no: ['EXPORT_WALLET'] }],
    ['revokeAllSessions', { yes: [], no: ['DELETE_API_KEYS', 'EXPORT_WALLET'] }],
    ['revokeSession', ending],
    ['revokeCredential', { yes: ['DELETE_AUTHENTICATORS'], no: ['CREATE_AUTHENTICATORS', 'EXPORT_WALLET'] }],
    [
      'createCredential',
      { yes: ['CREATE_AUTHENTICATORS_V2'], no: ['DELETE_AUTHENTICATORS', 'EXPORT_WALLET'] },
    ],
    ['signedRequest', { yes: ['SIGN_TRANSACTION', 'ANYTHING'], no: ['EXPORT_WALLET', 'EXPORT_PRIVATE_KEY'] }],
    ['verifyCredential', { yes: [], no: ['SIGN_TRANSACTION', 'EXPORT_WALLET'] }],
    ['freezeAccount', { yes: [], no: ['SIGN_TRANSACTION'] }],
  ])('for %s only its own activities are', (operation, { yes, no }) => {
    expect(yes.filter((activity) => !isStamped(operation, activity))).toEqual([])
    expect(no.filter((activity) => isStamped(operation, activity))).toEqual([])
  })

  test('a token that names no activity is stamped for a sign-in', () => {
    const rules = { stamped, organizationId: undefined }
    expect(() => assertPayload('a token', { operation: 'verifyCredential' }, rules)).not.toThrow()
  })
})

test('the operations of one signed request are these, by their names', () => {
  expect(Object.fromEntries(requestRows)).toEqual({
    revokeCredential: revokeCredentialOperation,
    revokeSession: revokeSessionOperation,
    signedRequest: signedRequestOperation,
    updatePrivacy: updatePrivacyOperation,
  })
})

describe('what is sent and asked', () => {
  test('a credential is revoked by its id', async () => {
    expect(
      await asked(revokeCredentialOperation.request({ id: 'AuthMethod:1' }, 'InternalAccount:1')),
    ).toEqual({
      route: revokeCredentialRoute,
      params: { id: 'AuthMethod:1' },
      question: { operation: 'revokeCredential', details: { credential: 'AuthMethod:1', ...marks } },
    })
  })

  test('a session is revoked by its id', async () => {
    expect(await asked(revokeSessionOperation.request({ id: 'Session:1' }, 'InternalAccount:1'))).toEqual({
      route: revokeSessionRoute,
      params: { id: 'Session:1' },
      question: { operation: 'revokeSession', details: { sessionId: 'Session:1', isOwn: false, ...marks } },
    })
  })

  test('privacy is set on the wallet’s own account, and only with a boolean', async () => {
    for (const privateEnabled of [true, false])
      expect(await asked(updatePrivacyOperation.request({ privateEnabled }, 'InternalAccount:1'))).toEqual({
        route: updatePrivacyRoute,
        params: { id: 'InternalAccount:1' },
        body: { privateEnabled },
        question: { operation: 'updatePrivacy', details: { privateEnabled } },
      })
    for (const privateEnabled of ['true', 1, undefined])
      expect(() =>
        updatePrivacyOperation.request({ privateEnabled: privateEnabled as never }, 'InternalAccount:1'),
      ).toThrow('updatePrivacy() needs { privateEnabled: boolean }.')
  })
})

describe('a request of the platform', () => {
  const requestOf = (options: object) =>
    signedRequestOperation.request(options as SignedRequestOptions, 'InternalAccount:1')

  test.each(['POST', 'PATCH', 'DELETE'])('a %s is sent with its path, and may be lost', async (method) => {
    const path = '/cards/Card:0191c8a1-7d3e/freeze_now'
    expect(await asked(requestOf({ method, path }))).toEqual({
      route: {
        operation: 'signedRequest',
        method,
        path,
        status: 200,
        answer: expect.anything(),
        signed: 'retry',
      },
      body: undefined,
      singleUse,
      question: { operation: 'signedRequest', details: { method, path, body: undefined } },
    })
  })

  test('the body is a copy, so that it is sent as it was confirmed', async () => {
    const body = { limits: [1] }
    const { body: sent, question } = await asked(requestOf({ method: 'POST', path: '/cards', body }))
    body.limits.push(2)
    expect(sent).toEqual({ limits: [1] })
    expect(question).toMatchObject({ details: { method: 'POST', path: '/cards', body: { limits: [1] } } })
    expect(requestOf({ method: 'POST', path: '/cards', body: null }).body).toBeNull()
  })

  test.each([
    ['GET', '/cards'],
    ['PUT', '/cards'],
    ['', '/cards'],
    ['POST', ''],
    ['POST', 'cards'],
    ['POST', 'https://evil.example/cards'],
    ['POST', '/cards/'],
    ['POST', '//cards'],
    ['POST', '/cards/../keys'],
    ['POST', '/cards?all=true'],
    ['POST', '/cards#all'],
    ['POST', '/cards%2F'],
    ['POST', '/cards x'],
  ])('%s %s is a TypeError', (method, path) => {
    expect(() => requestOf({ method, path })).toThrow('takes POST, PATCH or DELETE and a plain path')
  })
})
