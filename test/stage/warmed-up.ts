/** The dry run of the cryptography, which comes once in a process: its steps belong to no flow. @module */
import { systemClock } from '../../src/clock.js'
import { sealedDelivery } from '../../src/wallet/crypto/sealed-delivery.js'
import { quiet } from './loop.js'

export async function warmedUp(): Promise<void> {
  await sealedDelivery.preload(systemClock())
  await quiet()
}
