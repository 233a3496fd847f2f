import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { keep } from './keeper.js'
import type { StateFile } from './state-file.js'

/** A keeper, and a state file that counts the saves. */
function kept(save: () => void = () => {}) {
  const writes: string[] = []
  const complaints: string[] = []
  let state = 'first'
  const file: StateFile = {
    save(lines) {
      save()
      writes.push(...lines)
    },
    close: () => {},
  }
  const keeper = keep(
    file,
    () => [state],
    (line) => complaints.push(line),
  )
  const change = (next: string): void => {
    state = next
    keeper.changed()
  }
  return { keeper, change, writes, complaints }
}

describe('a keeper', () => {
  beforeAll(() => {
    vi.useFakeTimers()
  })
  afterAll(() => {
    vi.useRealTimers()
  })

  it('a keeper saves a burst of changes once, with the latest state', () => {
    const { change, writes } = kept()
    for (const state of ['second', 'third']) change(state)
    vi.advanceTimersByTime(99)
    expect(writes).toEqual([])
    vi.advanceTimersByTime(1)
    expect(writes).toEqual(['third'])
  })

  it('a keeper says how long a change of a large state may stay unsaved, and again only when that has doubled', () => {
    let took = 249
    const { change, complaints, writes } = kept(() => vi.advanceTimersByTime(took))
    const save = (ms: number): void => {
      took = ms
      change(`after ${ms}`)
      vi.advanceTimersByTime(200_000)
    }
    save(249)
    expect(complaints).toEqual([])
    save(250)
    save(499)
    expect(complaints).toEqual([
      'The state is large: saving it took 0.3 s, so a change may stay unsaved for up to 5.0 s. Ctrl-C and SIGTERM save it.',
    ])
    save(4_000)
    expect(complaints).toHaveLength(2)
    expect(complaints[1]).toContain('may stay unsaved for up to 80.0 s')
    // And it is saved by then.
    change('last')
    vi.advanceTimersByTime(80_000)
    expect(writes.at(-1)).toBe('last')
  })

  it('a keeper reports once why it could not save, and tries again after a second, without another change', () => {
    let isFull = true
    const { change, writes, complaints } = kept(() => {
      if (isFull) throw new Error('no space left')
    })
    change('second')
    vi.advanceTimersByTime(10_000)
    expect(complaints).toEqual(['The state could not be saved: no space left'])
    isFull = false
    vi.advanceTimersByTime(1_000)
    expect(writes).toEqual(['second'])
    isFull = true
    change('third')
    vi.advanceTimersByTime(10_000)
    expect(complaints).toHaveLength(2)
  })

  it('a keeper saves once more when it finishes, and ignores later changes, because another process may be using the file', () => {
    const { keeper, change, writes } = kept()
    change('second')
    keeper.finish()
    expect(writes).toEqual(['second'])
    change('third')
    vi.advanceTimersByTime(10_000)
    expect(writes).toEqual(['second'])
  })
})
