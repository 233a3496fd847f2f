import { expect, it } from 'vitest'
import { createTimeLearner } from './learn-time.js'
import { createServerTime } from './server-time.js'

const start = Date.UTC(2026, 0, 1)
const hour = 3_600_000

/** A clock that has learned that the device is right. */
function learned() {
  const time = createServerTime({ now: () => start, after: () => () => {} })
  const learnFrom = createTimeLearner(time)
  const learn = (offset: number, mayBeKept = false): number => {
    const date = new Date(start + offset).toUTCString()
    learnFrom({ date, sentAt: start, receivedAt: start }, mayBeKept)
    return time.now() - start
  }
  learn(0)
  return { time, learn }
}

it('the learned time goes back by more than 10 s only if two answers in a row agree', () => {
  const { learn } = learned()
  expect(learn(-hour)).toBe(0)
  expect(learn(-hour)).toBe(-hour + 999)
})

it('the learned time does not go back for two answers that contradict each other', () => {
  const { learn } = learned()
  expect(learn(-hour)).toBe(0)
  expect(learn(-2 * hour)).toBe(0)
  expect(learn(-hour)).toBe(0)
})

it('the learned time does not go back if an answer in between confirms it', () => {
  const { learn } = learned()
  learn(-hour)
  learn(0)
  expect(learn(-hour)).toBe(0)
})

it('the learned time never goes back for answers that a service worker may have cached', () => {
  const { learn } = learned()
  expect([learn(-hour, true), learn(-hour, true), learn(-hour, true)]).toEqual([0, 0, 0])
  learn(-hour)
  learn(-hour, true)
  expect(learn(-hour)).toBe(-hour + 999)
})

it('the learned time does not creep back, however often an answer is read from a cache', () => {
  let now = start
  const time = createServerTime({ now: () => now, after: () => () => {} })
  const learnFrom = createTimeLearner(time)
  const date = new Date(start).toUTCString()
  learnFrom({ date, sentAt: start, receivedAt: start }, false)
  const learned = time.offset()
  for (let read = 0; read < 20; read++) {
    now += 4_000
    learnFrom({ date, sentAt: now, receivedAt: now }, true)
  }
  expect([time.offset(), time.now() - now]).toEqual([learned, learned])
})

it('an answer that may come from a cache moves the learned time forward', () => {
  const { learn } = learned()
  expect(learn(hour, true)).toBe(hour)
})

it('the learned time goes forward at once, and back by a few seconds', () => {
  const { learn } = learned()
  expect(learn(hour)).toBe(hour)
  expect(learn(hour - 5_000)).toBe(hour - 5_000 + 999)
})

it('the first answer sets the time, even if an earlier page has stored another offset', () => {
  const time = createServerTime({ now: () => start, after: () => () => {} })
  time.correct(hour)
  createTimeLearner(time)({ date: new Date(start).toUTCString(), sentAt: start, receivedAt: start }, true)
  expect(time.now()).toBe(start + 999)
})
