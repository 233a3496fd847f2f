/** `node --test`: kills the shop's process before and after each of its calls. @module */
import { test } from 'node:test'
import { killAtEveryPoint } from 'embedded-wallet-auth-emulator/testing'
import { adaBuys } from './scenario.js'

test('an order is paid, paid on and shipped once, wherever the process is killed', async () => {
  const { points, cases } = await killAtEveryPoint(adaBuys)
  console.log(`${points.length} points, ${cases} cases`)
})
