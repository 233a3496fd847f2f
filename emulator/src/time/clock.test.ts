import { describe, expect, it } from 'vitest'
import { steppedClock, travellingClock } from './clock.js'

describe.each([
  ['a stepped clock', () => steppedClock()],
  ['a travelling clock', () => travellingClock()],
])('%s', (_, make) => {
  it('a clock fires the timers that become due on the way, in order, each at its time', async () => {
    const clock = make()
    const start = clock.now()
    const fired: [string, number][] = []
    const note = (name: string) => () => void fired.push([name, Math.floor((clock.now() - start) / 1000)])
    clock.after(30_000, note('later'))
    clock.after(10_000, note('sooner'))
    clock.after(90_000, note('not yet'))
    await clock.advance(60_000)
    expect(fired).toEqual([
      ['sooner', 10],
      ['later', 30],
    ])
    expect(clock.now() - start).toBeGreaterThanOrEqual(60_000)
  })

  it('a clock fires timers that are set on the way', async () => {
    const clock = make()
    const fired: string[] = []
    clock.after(10_000, () => void clock.after(10_000, () => void fired.push('chained')))
    await clock.advance(25_000)
    expect(fired).toEqual(['chained'])
  })

  it('a clock does not fire a cancelled timer', async () => {
    const clock = make()
    const fired: string[] = []
    clock.after(10_000, () => void fired.push('cancelled'))()
    await clock.advance(20_000)
    expect(fired).toEqual([])
  })
})

it('a stepped clock does not move on its own', async () => {
  const clock = steppedClock(1000)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(clock.now()).toBe(1000)
  await clock.advance(5)
  expect(clock.now()).toBe(1005)
})

it('a travelling clock follows real time and fires its timers', async () => {
  const clock = travellingClock()
  await clock.advance(3_600_000)
  expect(clock.now() - Date.now()).toBeGreaterThan(3_590_000)
  await new Promise<void>((resolve) => {
    // This timer of the test keeps the process alive, because the clock's timers do not.
    const hold = setTimeout(() => {}, 5_000)
    clock.after(10, () => {
      clearTimeout(hold)
      resolve()
    })
  })
})
