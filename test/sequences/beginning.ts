/** The start of a sequence: an emulator with customers, money and an agent. @module */
import { connectedAgent } from '../../emulator/src/fixtures/agents.js'
import { send, signedHeaders } from '../../emulator/src/fixtures/client.js'
import { createEmulator, type Emulator } from '../../emulator/src/index.js'
import type { SignedRequestChallenge } from '../../src/wire/signed-request-challenge.js'
import { stageClock } from '../stage/clock.js'
import { setWorld } from '../stage/world.js'
import { type Known, knownIds } from './known-ids.js'

/** An emulator, and the credentials of its callers. */
export interface Beginning {
  readonly emulator: Emulator
  readonly known: Known
  /** The agent's access token. */
  readonly token: string
}

/**
 * Creates two customers with money, accounts whose suffixes choose outcomes, a card and a connected agent.
 *
 * @param seed of all random numbers
 */
export async function beginning(seed: string): Promise<Beginning> {
  const clock = stageClock(Date.parse('2026-01-01T00:00:00.000Z'))
  setWorld(seed, clock)
  const emulator = createEmulator({ mode: 'sandbox', clock })
  const known = knownIds()
  const people = [
    await emulator.provision({ email: 'ada@example.com', balance: 500_000_000 }),
    await emulator.provision({ accountType: 'INTERNAL_FIAT', balance: 1_000_000_00 }),
  ]
  const [ada] = people
  for (const currency of ['USD', 'EUR', 'MXN']) {
    people.push(
      await emulator.provision({
        customerId: ada?.customer.id ?? '',
        accountType: 'INTERNAL_FIAT',
        currency,
        balance: 2_000_000,
      }),
    )
  }
  known.learn(people)
  for (const ending of ['000', '002', '003', '004', '005', '006', '007']) {
    const body = {
      customerId: ada?.customer.id,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: `1234567${ending}`,
        routingNumber: '021000021',
        beneficiary: {
          beneficiaryType: 'INDIVIDUAL',
          fullName: 'Ada Lovelace',
          birthDate: '1990-01-23',
          nationality: 'US',
        },
      },
    }
    known.learn((await send(emulator, 'POST /customers/external-accounts', { body })).body)
  }
  const card = { cardholderId: ada?.customer.id, form: 'VIRTUAL', fundingSources: [ada?.account.id] }
  const asked = await send<SignedRequestChallenge>(emulator, 'POST /cards', { body: card })
  const headers = signedHeaders(asked.body, { stamp: () => 'sandbox-valid-signature' })
  known.learn((await send(emulator, 'POST /cards', { body: card, headers })).body)
  known.learn((await send(emulator, `GET /auth/credentials?accountId=${ada?.account.id}`)).body)
  const { agent, token } = await connectedAgent(emulator, ada?.customer.id ?? '')
  known.learn(agent)
  return { emulator, known, token }
}
