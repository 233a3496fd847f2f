/** What each sign-in is worth where payments need a passkey: every act, at once and a day later. @module */
import { describe, expect, it } from 'vitest'
import type { TestAuthenticator } from '../../../emulator/src/fixtures/authenticator.js'
import { clientKey } from '../../../emulator/src/fixtures/client.js'
import { type Bank, bank, day, type Means } from '../fixtures/bank.js'
import { said, sendOf } from '../fixtures/paying.js'

/** How many passkeys the account has had for long. */
type Have = 0 | 1 | 2
type Act = 'add' | 'remove' | 'pay' | 'export' | 'change of address'

/** What the act is refused with before the sign-in. */
type Needs = 'STEP_UP_REQUIRED' | 'PAYMENT_PASSKEY_REQUIRED' | 'PAYMENT_PROOF_REQUIRED' | 'nothing to remove'
/**
 * What is seen then. `pays`: the payment after the act is made, by the passkey that was added, by one that is left or,
 * after the last one was removed, by a sign-in. `not yet`, `refused`: that payment is `PAYMENT_NOT_YET`, or
 * `PAYMENT_PROOF_REFUSED`. `too old`: the sign-in is. `done`: the act was admitted.
 */
type Seen = 'pays' | 'not yet' | 'refused' | 'no passkey' | 'done' | 'too old' | 'nothing to remove'

type Cell = readonly [needs: Needs, atOnce: Seen, aDayLater: Seen]

const signIn = 'STEP_UP_REQUIRED'
const passkey = 'PAYMENT_PASSKEY_REQUIRED'
const proof = 'PAYMENT_PROOF_REQUIRED'
const none = 'nothing to remove'

/** A code, a text and an ID token are worth the same: none of them is a passkey. */
const byCode: Readonly<Record<Have, Readonly<Record<Act, Cell>>>> = {
  0: {
    add: [signIn, 'not yet', 'pays'],
    remove: [none, none, none],
    pay: [passkey, 'no passkey', 'no passkey'],
    export: [signIn, 'done', 'too old'],
    'change of address': [signIn, 'done', 'too old'],
  },
  1: {
    add: [signIn, 'refused', 'pays'],
    remove: [signIn, 'not yet', 'pays'],
    pay: [proof, 'pays', 'pays'],
    export: [signIn, 'done', 'too old'],
    'change of address': [signIn, 'done', 'too old'],
  },
  2: {
    add: [signIn, 'refused', 'pays'],
    remove: [signIn, 'pays', 'pays'],
    pay: [proof, 'pays', 'pays'],
    export: [signIn, 'done', 'too old'],
    'change of address': [signIn, 'done', 'too old'],
  },
}

/** Each cell is its own decision, so that none has a default. */
const table: Readonly<Record<Have, Readonly<Record<Means, Readonly<Record<Act, Cell>>>>>> = {
  0: {
    code: byCode[0],
    text: byCode[0],
    'ID token': byCode[0],
    // Nobody can sign in with a passkey that the account does not have.
    passkey: {
      add: [signIn, 'too old', 'too old'],
      remove: [none, none, none],
      pay: [passkey, 'no passkey', 'no passkey'],
      export: [signIn, 'too old', 'too old'],
      'change of address': [signIn, 'too old', 'too old'],
    },
  },
  1: {
    code: byCode[1],
    text: byCode[1],
    'ID token': byCode[1],
    passkey: {
      add: [signIn, 'pays', 'pays'],
      remove: [signIn, 'pays', 'pays'],
      pay: [proof, 'pays', 'pays'],
      export: [signIn, 'done', 'too old'],
      'change of address': [signIn, 'done', 'too old'],
    },
  },
  2: {
    code: byCode[2],
    text: byCode[2],
    'ID token': byCode[2],
    passkey: {
      add: [signIn, 'pays', 'pays'],
      remove: [signIn, 'pays', 'pays'],
      pay: [proof, 'pays', 'pays'],
      export: [signIn, 'done', 'too old'],
      'change of address': [signIn, 'done', 'too old'],
    },
  },
}

/** An act, as far as it is the same for everyone. */
interface Acting {
  /** Begins the act without a sign-in that is recent. */
  begin(stage: Bank): Promise<unknown>
  /** Acts after the sign-in, at once and not, and says what came of it. */
  act(stage: Bank, by: Means, wait: () => Promise<void>): Promise<unknown>
}

const phoneOf = async ({ list }: Bank): Promise<string> =>
  `DELETE /auth/credentials/${(await list()).find(({ type }) => type === 'SMS_OTP')?.id}`

const lastPasskey = ({ old }: Bank): TestAuthenticator => {
  const last = old.at(-1)
  if (last === undefined) throw new Error('The account has no passkey.')
  return last
}

const beginAdding = async ({ page, adaId }: Bank): Promise<unknown> =>
  said(await page('POST /auth/passkey-registration-options', { accountId: adaId, nickname: 'Laptop' }))

const beginExport = async ({ page, adaId }: Bank): Promise<unknown> =>
  said(await page(`POST /internal-accounts/${adaId}/export`, { clientPublicKey: clientKey().publicKey }))

const acts: Readonly<Record<Act, Acting>> = {
  add: {
    begin: beginAdding,
    async act(stage, _, wait) {
      const asked = await beginAdding(stage)
      if (asked !== 200) return asked
      const added = await stage.add()
      const { events, time } = stage
      const created = events.find(
        ({ operation, outcome }) => operation === 'createCredential' && outcome === 'done',
      )
      const from = created?.provesFrom ?? time.now
      await wait()
      // The event says the same as the payment.
      const paid = await stage.payWith(added)
      expect(from <= time.now).toBe(paid === 200)
      return paid
    },
  },
  remove: {
    begin: async (stage) =>
      stage.old.length === 0
        ? none
        : said(
            await stage.page(
              `DELETE /auth/credentials/${(await stage.list()).find(({ credentialId }) => credentialId === lastPasskey(stage).credentialId)?.id}`,
            ),
          ),
    async act(stage, _, wait) {
      if (stage.old.length === 0) return none
      expect(await stage.remove(lastPasskey(stage))).toBe(204)
      await wait()
      return stage.payWith(stage.old.length > 1 ? stage.old[0] : undefined)
    },
  },
  pay: {
    async begin({ quote, session, execute }) {
      const one = await quote()
      return said(await execute(one, sendOf(session, one)))
    },
    async act(stage, _, wait) {
      await wait()
      return stage.payWith(stage.old[0])
    },
  },
  export: {
    begin: beginExport,
    async act(stage, _, wait) {
      await wait()
      const first = await beginExport(stage)
      // One sign-in pays for one export.
      if (first === 202) expect(await beginExport(stage)).toEqual([403, 'STEP_UP_REQUIRED'])
      return first
    },
  },
  'change of address': {
    begin: async (stage) => said(await stage.page(await phoneOf(stage))),
    async act(stage, by, wait) {
      await wait()
      const removed = await stage.signed(await phoneOf(stage))
      if (removed !== 204) return removed
      const create = { type: 'SMS_OTP', accountId: stage.adaId }
      expect(await stage.signed('POST /auth/credentials', create)).toEqual([403, 'STEP_UP_REQUIRED'])
      await stage.prove(by === 'text' ? 'code' : by)
      return stage.signed('POST /auth/credentials', create)
    },
  },
}

const codes: Readonly<Record<Seen, readonly unknown[]>> = {
  pays: [200],
  done: [201, 202],
  'not yet': [[403, 'PAYMENT_NOT_YET']],
  refused: [[403, 'PAYMENT_PROOF_REFUSED', 'passkey']],
  'no passkey': [[403, 'PAYMENT_PASSKEY_REQUIRED']],
  'too old': [[403, 'STEP_UP_REQUIRED']],
  'nothing to remove': [none],
}

/** How long a sign-in is recent, and a little more. */
const tooLong = 5 * 60_000 + 1_000

const cells = Object.entries(table).flatMap(([have, byMeans]) =>
  Object.entries(byMeans).flatMap(([by, byAct]) =>
    Object.entries(byAct).flatMap(([act, [needs, ...seen]]) =>
      seen.map((expected, index) => ({
        ...{ have: Number(have), by: by as Means, act: act as Act, needs, expected },
        when: index === 0 ? ('at once' as const) : ('a day later' as const),
      })),
    ),
  ),
)

// `npm run test:stores` runs all of them, `npm test` those of two kinds of sign-in.
const isShort = process.env['TESTS'] !== 'all'
const run = cells.filter(({ by }) => !isShort || by === 'code' || by === 'passkey')

describe('what a sign-in is worth, where payments need a passkey', () => {
  it('the table has every cell', () => {
    expect(cells).toHaveLength(3 * 4 * 5 * 2)
  })

  it.each(run)(
    'with $have passkeys, $act by $by, $when: needs $needs, then $expected',
    async ({ have, by, act, when, needs, expected }) => {
      const stage = await bank(have, act === 'remove' ? { withoutPasskey: 'sign-in' } : {})
      await stage.pass(tooLong)
      const begun = await acts[act].begin(stage)
      expect(begun).toEqual(needs === none ? none : [403, needs])
      if (by !== 'passkey' || have > 0) await stage.prove(by)
      stage.events.length = 0
      const wait = async (): Promise<void> => (when === 'at once' ? undefined : stage.pass(day))
      expect(codes[expected]).toContainEqual(await acts[act].act(stage, by, wait))
    },
  )
})
