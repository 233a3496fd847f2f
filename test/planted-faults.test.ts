/** Tests that each fault that `npm run planted` plants still has a place in the source. @module */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedFaults } from '../scripts/planted-faults.js'

test.each(plantedFaults)('there is one place to plant: $name', ({ file, from }) => {
  const source = readFileSync(new URL(`../src/wallet/${file}`, import.meta.url), 'utf8')
  expect(source.split(from)).toHaveLength(2)
})
