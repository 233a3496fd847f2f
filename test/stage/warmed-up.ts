/**
 * Does the dry run of the cryptography, which happens once per process, because its steps do not belong to a flow.
 * @module
 */
import { systemClock } from '../../src/clock.js'
import { sealedDelivery } from '../../src/wallet/flows/sealed-delivery.js'
import { quiet } from './loop.js'

export async function warmedUp(): Promise<void> {
  await sealedDelivery.preload(systemClock())
  await quiet()
}
