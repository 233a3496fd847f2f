import { describe, expect, it } from 'vitest'
import { createEmulator } from '../index.js'
import { defaultCast, readCast, setUp } from './cast.js'

const member = { platformCustomerId: 'ada', accounts: [{ type: 'INTERNAL_FIAT' }] }
const cast = (...customers: readonly object[]): string => JSON.stringify({ customers })

describe('a cast', () => {
  it('sets up the customers, accounts and balances of a cast', async () => {
    const emulator = createEmulator()
    const text = cast({
      platformCustomerId: 'ada',
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      accounts: [
        { type: 'EMBEDDED_WALLET', balance: 5 },
        { type: 'INTERNAL_FIAT', currency: 'EUR', balance: 7 },
      ],
    })
    expect(await setUp(emulator, await readCast(text))).toBe(1)
    const { tokenId, clientSecret } = emulator.apiToken
    const headers = { Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` }
    const answer = await emulator.fetch('http://a.test/2025-10-13/customers/internal-accounts', { headers })
    const { data } = await answer.json()
    expect(data).toMatchObject([
      { type: 'EMBEDDED_WALLET', balance: { amount: 5, currency: { code: 'USDB' } } },
      { type: 'INTERNAL_FIAT', balance: { amount: 7, currency: { code: 'EUR' } } },
    ])
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('a cast says how a customer authorizes payments', async () => {
    const emulator = createEmulator()
    const text = cast({ ...member, phoneNumber: '+491701234567', region: 'DE', sca: { challenges: 1 } })
    await setUp(emulator, await readCast(text))
    expect([...emulator.snapshot()].filter((line) => line.startsWith('["scaOptions"'))).toEqual([
      expect.stringContaining('{"challenges":1}'),
    ])
  })

  it('setting up a cast leaves existing customers unchanged', async () => {
    const emulator = createEmulator()
    expect(await setUp(emulator, defaultCast)).toBe(3)
    const before = emulator.ledger.balances()
    expect(await setUp(emulator, defaultCast)).toBe(0)
    expect(emulator.ledger.balances()).toEqual(before)
  })

  it.each([
    ['{', /JSON/],
    ['[]', /customers: is missing/],
    ['{}', /customers: is missing/],
    ['1', /the cast: expected Object/],
    [cast({ ...member, accounts: [] }), /customers\.0\.accounts: expected >=1/],
    [cast({ ...member, sca: { factor: 'TOTP' } }), /customers\.0\.accounts\.0: sca\.totpSecret/],
    [cast({ ...member, sca: { factor: 'VOICE' } }), /customers\.0\.sca\.factor/],
    [cast({ ...member, nick: 'a' }), /customers\.0\.nick: is not a known field/],
    [cast({ ...member, email: 'ada' }), /customers\.0\.email/],
    [
      cast({ ...member, accounts: [{ type: 'CASH' }] }),
      /customers\.0\.accounts\.0\.type: expected .*INTERNAL_FIAT/,
    ],
    [
      cast({ ...member, accounts: [{ type: 'INTERNAL_FIAT', balance: -1 }] }),
      /accounts\.0\.balance: expected >=0/,
    ],
    [cast({ ...member, accounts: [{ type: 'INTERNAL_FIAT', balance: 1.5 }] }), /accounts\.0\.balance/],
    [
      cast({ ...member, accounts: [{ type: 'INTERNAL_FIAT', currency: 'ZZZ' }] }),
      /customers\.0\.accounts\.0: .*ZZZ/,
    ],
    [cast({ ...member, platformCustomerId: '' }), /customers\.0\.platformCustomerId/],
    [cast(member, member), /two customers have the same platformCustomerId: "ada"/],
    [
      cast(
        { ...member, email: 'a@example.com' },
        { ...member, platformCustomerId: 'b', email: 'a@example.com' },
      ),
      /two customers have the same email/,
    ],
  ])('refuses the cast %s', async (text, message) => {
    await expect(readCast(text)).rejects.toThrow(message)
  })

  it('the error for a cast names all invalid fields at once', async () => {
    const text = cast({ ...member, email: 'ada', accounts: [{ type: 'CASH' }] })
    await expect(readCast(text)).rejects.toThrow(/email.*\n.*type/)
  })
})
