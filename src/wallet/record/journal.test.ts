/** Commits, their announcement, and every way to fall back to memory. @module */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../clock.js'
import { breakable, storeWith } from '../fixtures/failing-stores.js'
import { withIndexedDb } from '../fixtures/indexed-db.js'
import { createServerTime, type ServerTime } from '../time/server-time.js'
import { advance, begin, coolDown } from './attempt-commits.js'
import { createJournal, type Journal } from './journal.js'
import { type AccountRecord, type Commit, endAll, type Pending } from './record.js'
import { type AccountStore, indexedDbStore, memoryStore } from './storage.js'

withIndexedDb()

const accountId = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const refuse: Commit = () => undefined
const note: Commit = (record) => ({ ...record, cooldowns: { call: 9_000 } })
const pending: Pending = {
  attemptId: 'attempt',
  type: 'EMAIL_OTP',
  credential: 'AuthMethod:1',
  phase: 'awaiting',
  proof: 'otp',
  pageId: 'page',
  deadline: 9_000,
}

/** Time that is stepped by hand: nothing is late until `pass` is called. */
function manualClock(): Clock & { pass(): void; readonly waiting: () => number } {
  let timers: (() => void)[] = []
  return {
    now: () => 0,
    after: (_, fn) => {
      timers.push(fn)
      return () => {
        timers = timers.filter((timer) => timer !== fn)
      }
    },
    pass: () => {
      while (timers.length > 0) for (const fn of timers.splice(0)) fn()
    },
    waiting: () => timers.length,
  }
}

let databases = 0
let announced: number[]
let tiers: string[]
let clock: ReturnType<typeof manualClock>
let time: ServerTime

beforeEach(() => {
  announced = []
  tiers = []
  clock = manualClock()
  time = createServerTime(clock)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function journalOn(store: AccountStore, own: Clock = clock): Journal {
  return createJournal({
    accountId,
    store,
    clock: own,
    time,
    announce: (revision) => announced.push(revision),
    tierChanged: (tier) => tiers.push(tier),
  })
}

const database = (): AccountStore => indexedDbStore(`journal-${++databases}`)

describe('a journal that is closed', () => {
  it('a closed journal closes its store at once and after each later use, but not before', async () => {
    const close = vi.fn()
    const journal = journalOn({ ...memoryStore(), close })
    await journal.commit(note)
    await journal.read()
    expect(close).not.toHaveBeenCalled()
    journal.close()
    expect(close).toHaveBeenCalledTimes(1)
    await journal.commit(note)
    expect(close).toHaveBeenCalledTimes(2)
  })

  it('a closed journal still reads and commits in a store that cannot be closed', async () => {
    const journal = journalOn(memoryStore())
    journal.close()
    await journal.commit(note)
    expect(await journal.read()).toMatchObject({ revision: 1 })
  })
})

/** Waits for this many microtasks. */
const later = async (steps: number): Promise<void> => {
  for (let step = 0; step < steps; step++) await undefined
}

describe('a storage that fails for one access while another one is in flight', () => {
  const moments = Array.from({ length: 16 }, (_, step) => step)

  it.each(moments)(
    'the commit that succeeds %i steps later is made in memory too, and only once, at any moment of the failure',
    async (steps) => {
      for (const failing of moments) {
        const stored = memoryStore()
        const store: AccountStore = {
          ...stored,
          tier: 'indexeddb',
          async update(account, updater) {
            await stored.update(account, updater)
            await later(steps)
          },
          async read() {
            await later(failing)
            throw new Error('The connection was closed.')
          },
        }
        const journal = journalOn(store)
        const add: Commit = (record) => ({ ...record, settled: [...(record.settled ?? []), 'one'] })
        const [committed, read] = await Promise.all([journal.commit(add), journal.read()])
        expect(committed).toMatchObject({ after: { settled: ['one'] } })
        expect(read.settled ?? ['one']).toEqual(['one'])
        expect(await journal.read()).toMatchObject({ settled: ['one'] })
      }
    },
  )
})

describe('a commit', () => {
  it('a commit returns the stored record with the next revision', async () => {
    const store = database()
    const journal = journalOn(store)
    expect(await journal.commit(note)).toEqual({
      before: { version: 1, revision: 0 },
      after: { version: 1, revision: 1, cooldowns: { call: 9_000 } },
    })
    expect((await journal.commit(note))?.after.revision).toBe(2)
    expect(await store.read(accountId)).toEqual({ version: 1, revision: 2, cooldowns: { call: 9_000 } })
    expect(await journal.read()).toEqual(await store.read(accountId))
  })

  it('a commit keeps the clock offset that was learned in this page, or else the stored one', async () => {
    const store = memoryStore()
    const journal = journalOn(store)
    expect((await journal.commit(note))?.after).not.toHaveProperty('clockOffset')
    time.learn(10_000)
    expect(await journal.commit(note)).toMatchObject({ after: { clockOffset: 10_000 } })
    time = createServerTime(clock)
    expect(await journalOn(store).commit(note)).toMatchObject({ after: { clockOffset: 10_000 } })
  })

  it('a commit uses the clock offset of the record that it changes', async () => {
    const store = memoryStore()
    await store.update(accountId, () => ({ version: 1, revision: 1, clockOffset: 5_000 }))
    let now = 0
    await journalOn(store).commit((record) => {
      now = time.now()
      return record
    })
    expect(now).toBe(5_000)
  })

  it('announces a commit with its revision', async () => {
    const journal = journalOn(memoryStore())
    await journal.commit(note)
    await journal.commit(note, 'ends')
    expect(announced).toEqual([1, 2])
    expect((await journal.read()).revision).toBe(2)
  })

  it('changes and announces nothing when a commit returns undefined', async () => {
    const store = database()
    const journal = journalOn(store)
    await journal.commit(note)
    expect(await journal.commit(refuse, 'ends')).toBeUndefined()
    expect(announced).toEqual([1])
    expect((await journal.read()).revision).toBe(1)
  })

  it('does not change an unreadable record when a commit returns undefined', async () => {
    const store = memoryStore()
    const newer = { version: 2, revision: 7 }
    await store.update(accountId, () => newer)
    await journalOn(store).commit(refuse)
    expect(await store.read(accountId)).toBe(newer)
  })

  it('starts from an empty record if the stored one cannot be read', async () => {
    const store = memoryStore()
    await store.update(accountId, () => 'damaged')
    expect(await journalOn(store).read()).toEqual({ version: 1, revision: 0 })
    expect((await journalOn(store).commit(note))?.after.revision).toBe(1)
  })

  it('a commit asks its store to read the record back only if the caller wants that, and then does not read it again', async () => {
    const store = database()
    const [update, read] = [vi.spyOn(store, 'update'), vi.spyOn(store, 'read')]
    const own = journalOn(store)
    expect(await own.commit(note)).not.toHaveProperty('stored')
    expect(await own.commit(note, 'readBack')).toMatchObject({ stored: { revision: 2 } })
    expect(update.mock.calls.map(([, , wanted]) => wanted)).toEqual([undefined, 'readBack'])
    expect(read).not.toHaveBeenCalled()
  })

  it('loses none of a hundred concurrent commits of two tabs', async () => {
    const name = `journal-${++databases}`
    const tabs = [journalOn(indexedDbStore(name)), journalOn(indexedDbStore(name))]
    const made = await Promise.all(
      Array.from({ length: 100 }, (_, i) => tabs[i % 2]?.commit(coolDown(`call ${i}`, 9_000, 0))),
    )
    expect(new Set(made.map((each) => each?.after.revision)).size).toBe(100)
    expect(Object.keys((await tabs[0]?.read())?.cooldowns ?? {})).toHaveLength(100)
  })
})

const refusing = (error: unknown): AccountStore => ({
  tier: 'indexeddb',
  read: () => Promise.reject(error),
  update: () => Promise.reject(error),
  accounts: () => Promise.reject(error),
})

describe('a store that fails', () => {
  const hanging: AccountStore = {
    tier: 'indexeddb',
    read: () => new Promise(() => {}),
    update: () => new Promise(() => {}),
    accounts: () => new Promise(() => {}),
  }

  async function expectMemory(journal: Journal): Promise<void> {
    expect(journal.tier()).toBe('memory')
    expect(tiers).toEqual(['memory'])
    const { revision } = await journal.read()
    expect((await journal.commit(note))?.after.revision).toBe(revision + 1)
    expect((await journal.read()).cooldowns).toEqual({ call: 9_000 })
  }

  it('falls back to memory when opening is refused', async () => {
    const journal = journalOn(refusing(new DOMException('no', 'UnknownError')))
    expect(await journal.read()).toEqual({ version: 1, revision: 0 })
    await expectMemory(journal)
  })

  it('falls back to memory when the browser has no IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const journal = journalOn(database())
    await journal.read()
    vi.unstubAllGlobals()
    await expectMemory(journal)
  })

  it('falls back to memory when IndexedDB does not answer', async () => {
    const journal = journalOn(hanging)
    const reading = journal.read()
    await expect.poll(() => clock.waiting()).toBe(1)
    clock.pass()
    await reading
    await expectMemory(journal)
  })

  it('falls back to memory when the store reads and then hangs at the first write', async () => {
    const update = vi.fn(hanging.update)
    const journal = journalOn({ ...hanging, read: async () => undefined, update })
    await journal.read()
    const committing = journal.commit(refuse)
    await expect.poll(() => update).toHaveBeenCalled()
    clock.pass()
    await committing
    await expectMemory(journal)
  })

  it('falls back to memory when the list of accounts fails', async () => {
    const journal = journalOn({ ...database(), accounts: () => Promise.reject(new Error('no')) })
    await journal.commit(note)
    expect(await journal.use((store) => store.accounts())).toEqual([accountId])
    expect(tiers).toEqual(['memory'])
  })

  it('keeps the last record when it falls back to memory', async () => {
    const store = database()
    const broken = { now: false }
    const flaky: AccountStore = {
      ...store,
      read: (key) => (broken.now ? Promise.reject(new Error('no')) : store.read(key)),
      update: (key, updater) => (broken.now ? Promise.reject(new Error('no')) : store.update(key, updater)),
    }
    const journal = journalOn(flaky)
    await journal.read()
    const made = await journal.commit(note)
    broken.now = true
    expect(await journal.read()).toEqual(made?.after)
    expect(tiers).toEqual(['memory'])
    expect((await journal.commit(note))?.after.revision).toBe(2)
  })

  it('rejects with the error of a change once it has fallen back to memory, and stays in memory', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', 'UnknownError')
    })
    const journal = journalOn(database())
    await journal.commit(note)
    const broken = journal.commit(() => {
      throw new RangeError('no change')
    })
    await expect(broken).rejects.toThrow('no change')
    expect(tiers).toEqual(['memory'])
    expect(await journal.read()).toMatchObject({ revision: 1 })
  })

  it('repeats the commit that failed once when it falls back to memory', async () => {
    const store = database()
    const journal = journalOn({
      ...store,
      // The transaction fails after the updater has run: a full disk, a key that cannot be cloned.
      update: async (key, updater) => {
        updater(await store.read(key))
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    await store.update(accountId, (): AccountRecord => ({ version: 1, revision: 3, pending }))
    await journal.read()
    const sent = advance('attempt', 'awaiting', (held) => ({ ...held, pageId: 'claimed' }))
    const claim: Commit = (record) => (record.pending?.pageId === 'claimed' ? undefined : sent(record))
    const made = await journal.commit(claim)
    expect(made).toMatchObject({
      before: { pending },
      after: { pending: { pageId: 'claimed' }, revision: 4 },
    })
    expect(announced).toEqual([4])
  })

  it('falls back to memory once, even if several operations fail at the same time', async () => {
    const journal = journalOn(refusing(new Error('no')))
    await Promise.all([journal.read(), journal.commit(begin(pending, 0)), journal.read()])
    expect(tiers).toEqual(['memory'])
    expect((await journal.read()).pending?.attemptId).toBe('attempt')
  })
})

describe('what ended while the storage failed', () => {
  const forget: Commit = ({ cooldowns, ...rest }) => (cooldowns ? rest : undefined)
  /** A database that fails while `isBroken`. */
  const flaky = () => {
    const store = database()
    const own = { isBroken: false }
    const whole = <T>(work: () => Promise<T>): Promise<T> =>
      own.isBroken ? Promise.reject(new DOMException('The connection is closing.')) : work()
    return Object.assign(own, {
      ...store,
      read: (key: string) => whole(() => store.read(key)),
      update: (key: string, updater: (stored: unknown) => unknown) => whole(() => store.update(key, updater)),
    }) satisfies AccountStore
  }

  it('a session that ended while the storage failed is erased once as soon as the storage works again', async () => {
    const store = flaky()
    const journal = journalOn(store)
    await journal.commit(note)
    store.isBroken = true
    await journal.commit(forget, 'ends')
    expect(await journal.eraseBehind()).toBe(false)
    store.isBroken = false
    expect(await journal.eraseBehind()).toBe(true)
    expect(await store.read(accountId)).toEqual({ version: 1, revision: 2 })
    await store.update(accountId, () => ({ version: 1, revision: 3, cooldowns: { call: 9_000 } }))
    expect(await journal.eraseBehind()).toBe(true)
    expect(await store.read(accountId)).toMatchObject({ revision: 3, cooldowns: { call: 9_000 } })
  })

  it('a session that ended while the storage failed is erased at the next read', async () => {
    const store = flaky()
    const journal = journalOn(store)
    await journal.commit(note)
    store.isBroken = true
    await journal.commit(forget, 'ends')
    store.isBroken = false
    await journal.read()
    await expect.poll(() => store.read(accountId)).toEqual({ version: 1, revision: 2 })
  })

  it('a session is erased with the commit that ends it if the storage works again by then', async () => {
    const store = flaky()
    const journal = journalOn(store)
    await journal.commit(note)
    store.isBroken = true
    await journal.commit(note)
    store.isBroken = false
    await journal.commit(forget, 'ends')
    expect(await store.read(accountId)).toEqual({ version: 1, revision: 2 })
  })

  it('a sign-in that began after the sign-out is not erased with what ended', async () => {
    for (const [since, isLeft] of [
      [1, true],
      [0, false],
      [undefined, false],
    ] as const) {
      const store = flaky()
      const journal = journalOn(store)
      await journal.commit(note)
      store.isBroken = true
      await journal.commit(begin(pending, 0))
      await journal.commit(endAll, 'ends')
      store.isBroken = false
      const begun = { ...pending, ...(since !== undefined && { since }) }
      await store.update(accountId, (): AccountRecord => ({ version: 1, revision: 3, pending: begun }))
      expect(await journal.eraseBehind()).toBe(true)
      expect(await store.read(accountId)).toEqual({
        version: 1,
        revision: 4,
        ended: 'signed-out',
        ...(isLeft && { pending: begun }),
      })
    }
  })

  it('erasing does not change a stored record that has no such session or cannot be read', async () => {
    for (const found of [{ version: 1, revision: 7 }, 'damaged', undefined]) {
      const store = flaky()
      const journal = journalOn(store)
      await journal.commit(note)
      store.isBroken = true
      await journal.commit(forget, 'ends')
      store.isBroken = false
      await store.update(accountId, () => found)
      expect(await journal.eraseBehind()).toBe(true)
      expect(await store.read(accountId)).toEqual(found)
    }
  })

  it('nothing is left to erase if the storage has never worked since the page was opened', async () => {
    const journal = journalOn(refusing(new Error('no')))
    await journal.commit(note, 'ends')
    await journal.read()
    expect(await journal.eraseBehind()).toBe(true)
  })

  it('a session may be left in a storage that has worked once', async () => {
    const store = flaky()
    const journal = journalOn(store)
    await journal.read()
    store.isBroken = true
    await journal.commit(note, 'ends')
    await journal.read()
    expect(await journal.eraseBehind()).toBe(false)
  })

  it('nothing is left to erase if the storage never failed', async () => {
    const store = flaky()
    const journal = journalOn(store)
    await journal.commit(note, 'ends')
    expect((await journal.read()).revision).toBe(1)
    store.isBroken = true
    expect(await journal.eraseBehind()).toBe(true)
  })
})

describe('a storage that works again after its first read failed', () => {
  /** A journal in memory, whose storage contains a record and works again. */
  const fallen = async (): Promise<Journal> => {
    const slow = breakable(await storeWith(accountId, { version: 1, revision: 3, pending }))
    slow.breaks('gone', 'read', 'update')
    const journal = journalOn(slow.store)
    await journal.read()
    expect(journal.tier()).toBe('memory')
    slow.works()
    return journal
  }

  it('a retry uses the storage again, and the next read returns what is stored', async () => {
    const journal = await fallen()
    await journal.commit(refuse)
    await journal.retry()
    expect(tiers).toEqual(['memory', 'indexeddb'])
    expect(await journal.read()).toMatchObject({ revision: 3, pending })
  })

  it('a retry stays in memory if something was committed there, before it or meanwhile', async () => {
    for (const when of ['before', 'meanwhile']) {
      const journal = await fallen()
      if (when === 'before') await journal.commit(note)
      const retrying = journal.retry()
      if (when === 'meanwhile') await journal.commit(note)
      await retrying
      expect(await journal.read()).toEqual({ version: 1, revision: 1, cooldowns: { call: 9_000 } })
    }
  })

  it('a retry rejects and stays in memory if the storage still does not answer', async () => {
    const store = breakable(memoryStore())
    store.breaks('hanging', 'read')
    const journal = journalOn(store.store)
    const reading = journal.read()
    clock.pass()
    await reading
    const retrying = journal.retry()
    clock.pass()
    await expect(retrying).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(tiers).toEqual(['memory'])
  })

  it('a retry rejects and stays in memory if the storage still fails', async () => {
    const { store, breaks } = breakable(memoryStore())
    breaks('gone', 'read')
    const journal = journalOn(store)
    await journal.read()
    await expect(journal.retry()).rejects.toMatchObject({ name: 'InvalidStateError' })
    expect([tiers, journal.tier()]).toEqual([['memory'], 'memory'])
  })

  it('a retry does nothing if the storage has never failed', async () => {
    const store = memoryStore()
    const read = vi.fn(store.read)
    const journal = journalOn({ ...store, read })
    await journal.retry()
    expect(read).not.toHaveBeenCalled()
    expect(tiers).toEqual([])
  })
})

describe('falling back on purpose', () => {
  it('fallBack continues in memory with the given record', async () => {
    const journal = journalOn(database())
    await journal.read()
    journal.fallBack({ version: 1, revision: 8, pending })
    expect(journal.tier()).toBe('memory')
    expect(tiers).toEqual(['memory'])
    expect((await journal.read()).revision).toBe(8)
    expect((await journal.commit(note))?.after.pending?.attemptId).toBe('attempt')
  })
})

it('continues in memory with the known record when a memory store fails, and does not reject', async () => {
  const store = { ...memoryStore(), isBroken: false }
  const own: AccountStore = {
    ...store,
    read: (key) => (store.isBroken ? Promise.reject(new Error('no')) : store.read(key)),
    update: (key, updater) => (store.isBroken ? Promise.reject(new Error('no')) : store.update(key, updater)),
  }
  const journal = journalOn(own)
  await journal.commit(note)
  store.isBroken = true
  expect(await journal.read()).toMatchObject({ revision: 1 })
  expect(await journal.commit(note)).toMatchObject({ after: { revision: 2 } })
  expect(journal.tier()).toBe('memory')
})

it('continues after 5 s when a memory store does not answer, and reports that it is late', async () => {
  let waited = 0
  const after: Clock['after'] = (ms, fn) => {
    waited += ms
    return clock.after(ms, fn)
  }
  const journal = journalOn({ ...memoryStore(), read: () => new Promise(() => {}) }, { ...clock, after })
  expect(journal.isLate()).toBe(false)
  let isRead = false
  const read = journal.read().finally(() => {
    isRead = true
  })
  await expect
    .poll(() => {
      clock.pass()
      return isRead
    })
    .toBe(true)
  expect(await read).toEqual({ version: 1, revision: 0 })
  expect(journal.isLate()).toBe(true)
  expect(waited).toBe(5_000)
})
