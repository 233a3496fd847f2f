/** Restoring the session of a record, and keeping the state in step with the record. @module */
import { describe, expect, test, vi } from 'vitest'
import { steppedClock } from '../../../emulator/src/index.js'
import { generateHeldKey } from '../crypto/client-key.js'
import { at, holding, now, recordParts } from '../fixtures/records.js'
import { transition } from '../machine/flow-table.js'
import { initialState, type MachineEvent, type MachineState } from '../machine/machine.js'
import { createJournal } from '../record/journal.js'
import { type AccountRecord, infoOf, type StoredSession } from '../record/record.js'
import { type AccountStore, memoryStore } from '../record/storage.js'
import { createServerTime } from '../time/server-time.js'
import { createSync, type Recovery } from './sync.js'

const parts = await recordParts()
const session: StoredSession = { ...parts.session, ...(await generateHeldKey()) }
const next: StoredSession = { ...session, id: 'Session:2', ...(await generateHeldKey()) }
const expired = { ...session, expiresAt: at(-1) }
/** The public half does not fit the private one. */
const unusable = { ...session, publicKey: '02ab' }
const foreign = { ...session, accountId: 'InternalAccount:2' }
const { accountId } = session

const opened: Recovery = { found: 'session', session: next }
const interrupted: Recovery = { found: 'interrupted' }

interface Setup {
  readonly record?: Partial<AccountRecord>
  readonly shown?: StoredSession
  readonly found?: readonly Recovery[]
  readonly store?: AccountStore
}

/** A page with this record, in a state that shows this session. `order` is what happens, in order. */
async function setUp({ record = {}, shown, found = [], store = memoryStore() }: Setup = {}) {
  const clock = steppedClock(now)
  const time = createServerTime(clock)
  await store.update(accountId, () => holding(record))
  const tierChanged = vi.fn()
  const journal = createJournal({ accountId, store, clock, time, announce: () => {}, tierChanged })
  const disposed = new AbortController()
  const active = { status: 'active', ...infoOf(shown ?? session) } as const
  const none = { status: 'none', reason: 'new' } as const
  const state: { current: MachineState } = {
    current: shown === undefined ? initialState : { ...initialState, session: active },
  }
  const order: string[] = []
  const note = (what: string) => async (): Promise<void> => void order.push(what)
  const dispatch = (event: MachineEvent): void => {
    order.push(event.event)
    state.current = transition(state.current, event)[0]
  }
  const port = {
    state: () => state.current,
    dispatch,
    setSession: ({ id }: StoredSession) => void order.push(`set ${id}`),
    remember: () => void order.push('remember'),
    recover: vi.fn(async (): Promise<readonly Recovery[]> => {
      order.push('recover')
      return found
    }),
    resume: vi.fn(note('resume')),
    tidyUp: vi.fn(note('tidy up')),
    learnTime: vi.fn(note('learn time')),
    mirror: () => void order.push('mirror'),
  }
  const sync = createSync({ journal, time, accountId, disposed: disposed.signal }, port)
  return {
    ...{ clock, time, store, journal, disposed, state, none, order, port, sync },
    restore: () => sync.restore(journal.read()),
    stored: async () => (await store.read(accountId)) as AccountRecord,
  }
}

describe('a page that loads', () => {
  test('sets the session of the record before the state shows it', async () => {
    const { restore, order, state, port } = await setUp({ record: { session } })
    await restore()
    expect(order).toEqual(['stored', 'remember', 'set Session:1', 'restored'])
    expect(state.current).toMatchObject({ storage: 'memory', session: { status: 'active', id: 'Session:1' } })
    expect(port.recover).not.toHaveBeenCalled()
  })

  test('shows the session before the attempts of the record are recovered', async () => {
    const { restore, order } = await setUp({ record: { session, pending: parts.sent } })
    await restore()
    expect(order.slice(2)).toEqual(['set Session:1', 'restored', 'recover'])
  })

  test.each([
    ['no session', {}, 'new'],
    ['a session that has expired', { session: expired }, 'expired'],
    ['a session of another account', { session: foreign }, 'interrupted'],
    ['a session whose key does not sign', { session: unusable }, 'interrupted'],
  ] as const)('with %s, shows the reason', async (_, record, reason) => {
    const { restore, state, order } = await setUp({ record })
    await restore()
    expect(state.current.session).toEqual({ status: 'none', reason })
    expect(order).not.toContain('restored')
  })

  test('erases an expired session, but not one whose key may work in another page', async () => {
    const over = await setUp({ record: { session: expired } })
    await over.restore()
    await expect.poll(over.stored).not.toHaveProperty('session')
    const kept = await setUp({ record: { session: unusable } })
    await kept.restore()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await kept.stored()).toHaveProperty('session')
  })

  test('erases nothing once the wallet is disposed', async () => {
    const { restore, disposed, stored } = await setUp({ record: { session: expired } })
    disposed.abort()
    await restore()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await stored()).toHaveProperty('session')
  })

  test('says that the storage could not be read if it was too slow', async () => {
    const slow = { ...memoryStore(), read: () => new Promise(() => {}) }
    const { restore, clock, state } = await setUp({ store: slow })
    const restoring = restore()
    await clock.advance(5_001)
    await restoring
    expect(state.current.session).toEqual({ status: 'none', reason: 'unread' })
  })

  test('asks for the time before it believes a stored offset that a session has expired', async () => {
    const record = { session, clockOffset: 3_600_000 }
    const corrected = await setUp({ record })
    corrected.port.learnTime.mockImplementation(async () => corrected.time.learn(0))
    await corrected.restore()
    expect(corrected.state.current.session).toMatchObject({ status: 'active', id: 'Session:1' })
    const offline = await setUp({ record })
    offline.port.learnTime.mockRejectedValue(new Error('offline'))
    await offline.restore()
    expect(offline.state.current.session).toEqual({ status: 'none', reason: 'expired' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await offline.stored()).toHaveProperty('session')
  })

  test('does not ask for the time if the device itself says that a session has expired', async () => {
    const { restore, port } = await setUp({ record: { session: expired } })
    await restore()
    expect(port.learnTime).not.toHaveBeenCalled()
  })

  test('shows the last session that was opened from the record, and nothing of it twice', async () => {
    const third = { ...next, id: 'Session:3' }
    const found = [opened, { found: 'session', session: third }] as const
    const { restore, order, port } = await setUp({ record: { pending: parts.delivered }, found })
    await restore()
    expect(order.slice(2)).toEqual(['recover', 'set Session:3', 'restored', 'resume'])
    expect(port.resume).toHaveBeenCalledWith(found, 'load')
  })

  test('recovers a refresh, too', async () => {
    const { restore, port } = await setUp({ record: { session, refresh: parts.refresh } })
    await restore()
    expect(port.recover).toHaveBeenCalledOnce()
  })

  test('reports an interruption once: as the reason if there is no session, as an event if there is one', async () => {
    const without = await setUp({ record: { pending: parts.sent }, found: [interrupted] })
    await without.restore()
    expect(without.state.current.session).toEqual({ status: 'none', reason: 'interrupted' })
    expect(without.port.resume).not.toHaveBeenCalled()
    const beside = await setUp({ record: { session, pending: parts.sent }, found: [interrupted] })
    await beside.restore()
    expect(beside.port.resume).toHaveBeenCalledWith([interrupted], 'load')
  })

  test('leaves attempts to the next page if they cannot be recovered, or if the wallet is disposed', async () => {
    const failing = await setUp({ record: { pending: parts.sent } })
    failing.port.recover.mockRejectedValue(new Error('no chunk'))
    await failing.restore()
    expect(failing.state.current.session).toEqual({ status: 'none', reason: 'new' })
    const gone = await setUp({ record: { pending: parts.sent } })
    gone.disposed.abort()
    await gone.restore()
    expect(gone.port.recover).not.toHaveBeenCalled()
  })
})

describe('a look at the record', () => {
  test('adopts the session that another tab has stored, and then deals with the rest of the record', async () => {
    const record = { session: next, pending: parts.awaiting }
    const { sync, order, port } = await setUp({ record, shown: session, found: [interrupted] })
    await sync.look()
    const after = ['set Session:2', 'adopted', 'mirror', 'recover', 'resume', 'tidy up']
    expect(order).toEqual(['remember', ...after])
    expect(port.resume).toHaveBeenCalledWith([interrupted], 'look')
  })

  test.each([
    ['is already shown', session],
    ['has expired', { ...next, expiresAt: at(-1) }],
    ['has expired just now', { ...next, expiresAt: at(0) }],
    ['is of another account', { ...next, accountId: foreign.accountId }],
    ['has a key that does not sign', { ...next, publicKey: '02ab' }],
  ])('does not adopt a session that %s', async (_, stored) => {
    const { sync, order } = await setUp({ record: { session: stored }, shown: session })
    await sync.look()
    expect(order).toEqual(['remember', 'mirror', 'tidy up'])
  })

  test.each([
    [{}, 'signed-out'],
    [{ ended: 'revoked' }, 'revoked'],
  ] as const)('with %o in the record, ends the session that is shown: %s', async (record, reason) => {
    const { sync, state } = await setUp({ record, shown: session })
    await sync.look()
    expect(state.current.session).toEqual({ status: 'none', reason })
  })

  test('ends nothing if no session is shown', async () => {
    const { sync, order, state, none } = await setUp()
    state.current = { ...state.current, session: none }
    await sync.look()
    expect(order).toEqual(['remember', 'mirror', 'tidy up'])
  })

  test('reads the record again if the session of the page has changed in the meantime', async () => {
    const store = memoryStore()
    let meanwhile = (): void => {}
    const read: AccountStore['read'] = async (account) => {
      const stored = await store.read(account)
      meanwhile()
      return stored
    }
    const { sync, order, state } = await setUp({ store: { ...store, read }, shown: session })
    meanwhile = () => {
      meanwhile = () => {}
      state.current = { ...state.current, session: { status: 'active', ...infoOf(next) } }
      void store.update(accountId, () => holding({ session: next }))
    }
    await sync.look()
    expect(order).toEqual(['remember', 'remember', 'mirror', 'tidy up'])
    expect(state.current.session).toMatchObject({ status: 'active', id: 'Session:2' })
  })

  test('a look waits for the one before it, and is shared by all that ask for one while that one runs', async () => {
    const { sync, restore, order, port } = await setUp({ record: { session } })
    let end = (): void => {}
    port.tidyUp.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          end = resolve
        }),
    )
    const restoring = restore()
    const first = sync.look()
    expect(sync.look()).toBe(first)
    await restoring
    expect(order).not.toContain('mirror')
    await expect.poll(() => port.tidyUp.mock.calls).toHaveLength(1)
    const others = [sync.look(), sync.look()]
    end()
    await Promise.all([first, ...others])
    expect(order.filter((each) => each === 'mirror')).toHaveLength(2)
  })

  test('a look is made even if the one before it failed', async () => {
    const { sync, order, port } = await setUp({ shown: session })
    port.tidyUp.mockRejectedValueOnce(new Error('no'))
    await expect(sync.look()).rejects.toThrow('no')
    await sync.look()
    expect(order.filter((each) => each === 'mirror')).toHaveLength(2)
  })
})
