import { expect, it } from 'vitest'
import { RateDetails } from './rate-details.js'
import { parse } from './schema.js'

it.each([
  ['1e400', false],
  ['-1e400', false],
  ['1.0801', true],
])('a rate that is %s in JSON is accepted: %s', (spelled, taken) => {
  expect(parse(RateDetails, JSON.parse(`{"serviceApiMultiplier":${spelled}}`)).ok).toBe(taken)
})
