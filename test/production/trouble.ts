/** What goes wrong while people pay: one trouble after the other, each over before the next. @module */
import type { Random } from '../stage/random.js'
import type { Fleet } from './fleet.js'
import { type Judge, longestOutage } from './judge.js'
import type { KeptStore } from './kept-store.js'
import { pause } from './people.js'

export interface Troubles {
  readonly fleet: Fleet
  readonly store: KeptStore
  readonly judge: Judge
  readonly random: Random
  /** Gives the backends another token, and then deletes the one before. */
  readonly replaceSecret: () => Promise<void>
  readonly isOver: () => boolean
  readonly log: (line: string) => void
}

/** An instance asks for the secret again at most once a minute. */
const betweenSecrets = 65_000

/** Makes trouble until the time is over. Resolves with how often each kind happened. */
export async function makeTrouble(trouble: Troubles): Promise<ReadonlyMap<string, number>> {
  const { fleet, store, judge, random, isOver, log } = trouble
  const counts = new Map<string, number>()
  let secretAt = Number.NEGATIVE_INFINITY
  const kinds: Readonly<Record<string, () => Promise<boolean>>> = {
    'an instance killed': async () => {
      const index = random.below(fleet.size)
      await fleet.kill(index)
      await pause(500)
      await fleet.start(index)
      return true
    },
    'two instances killed': async () => {
      const index = random.below(fleet.size)
      const other = (index + 1 + random.below(fleet.size - 1)) % fleet.size
      await Promise.all([fleet.kill(index), fleet.kill(other)])
      await Promise.all([fleet.start(index), fleet.start(other)])
      return true
    },
    'the store killed': async () => {
      await store.kill()
      await pause(500 + random.below(4_000))
      await store.start()
      return true
    },
    'the store paused': async () => {
      const pid = store.pid()
      if (pid === undefined) return false
      process.kill(pid, 'SIGSTOP')
      await pause(1_000 + random.below(5_000))
      process.kill(pid, 'SIGCONT')
      return true
    },
    'the store failed over': async () => {
      await store.failOver()
      return true
    },
    'the connections of the store half open': async () => {
      store.name.silence()
      return true
    },
    'the secret replaced': async () => {
      if (Date.now() - secretAt < betweenSecrets) return false
      secretAt = Date.now()
      await trouble.replaceSecret()
      return true
    },
    'a rolling restart': async () => {
      for (let index = 0; index < fleet.size; index++) {
        const code = await fleet.end(index)
        if (code !== 0) throw new Error(`Instance ${index} ended with ${code}.`)
        await fleet.start(index)
      }
      return true
    },
  }
  const names = Object.keys(kinds)
  for (let turn = 0; !isOver(); turn++) {
    // Each kind once, then at random.
    const name = names[turn < names.length ? turn : random.below(names.length)] ?? ''
    await pause(2_000 + random.below(2_000))
    if (isOver()) break
    judge.trouble(name)
    const happened = await kinds[name]?.()
    // The judge has to see that nothing is refused after this time, before something else goes wrong.
    if (name.includes('the store')) {
      judge.storeBack(Date.now())
      await pause(longestOutage)
    }
    if (!happened) continue
    counts.set(name, (counts.get(name) ?? 0) + 1)
    log(name)
  }
  return counts
}
