import { describe, expect, test } from 'vitest'
import { clockText, dayText, spokenSpan } from './times.js'

describe('spans', () => {
  test.each([
    [0, '0:00', 'no time'],
    [1, '0:01', '1 second'],
    [59, '0:59', '59 seconds'],
    [60, '1:00', '1 minute'],
    [125, '2:05', '2 minutes 5 seconds'],
    [900, '15:00', '15 minutes'],
  ])('%i seconds are shown as %s and spoken as %s', (seconds, shown, spoken) => {
    expect([clockText(seconds), spokenSpan(seconds)]).toEqual([shown, spoken])
  })
})

test('a day is named as people name it', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  const text = (...[month, day, hour]: [number, number, number]): string =>
    dayText(new Date(2026, month, day, hour).toISOString(), now.getTime())
  expect([text(2, 1, 0), text(1, 28, 23), text(1, 27, 12)]).toEqual([
    'Today',
    'Yesterday',
    'Friday, February 27',
  ])
})
