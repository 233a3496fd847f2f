import { describe, expect, test } from 'vitest'
import { clockText, spokenSpan } from './times.js'

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
