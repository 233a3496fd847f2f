/** The table of facts: everything that depends on a deployment follows from it, and nothing else does. @module */
import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../emulator/src/index.js'
import { codeOnly } from '../../scripts/scan.js'
import { keyOptions } from '../../src/wallet/key-options.js'
import { type Fact, profiles } from '../../src/wire/fact.js'
import { behaviourOf, facts } from '../../src/wire/facts.js'
import { readTree } from '../tree.js'
import { factsTable } from './facts-table.js'

const rows = Object.entries<Fact>(facts)
const played = rows.filter(([, { played }]) => played !== undefined)
const tree = readTree()
const emulator = [...tree].filter(([path]) => /^emulator\/src\/.*(?<!\.test)\.ts$/.test(path))

describe('the table of facts', () => {
  test.each(rows)('%s has a date, and values that the emulator can play', (_, fact) => {
    expect(Number.isNaN(Date.parse(fact.since))).toBe(false)
    for (const profile of profiles) {
      expect(fact[profile]).not.toBe('')
      if (fact.played) expect(fact.played).toContain(fact[profile])
    }
  })

  test('where the interface is silent, its column is as strict as that of production', () => {
    for (const [, fact] of rows) if (fact.silent) expect(fact.seed).toBe(fact.production)
  })

  test('each fact that the emulator plays is read by its handlers', () => {
    const code = emulator
      .filter(([path]) => !path.endsWith('/behaviour.ts'))
      .map(([, text]) => codeOnly(text))
      .join('\n')
    expect(played.map(([name]) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([])
  })

  test('no handler of the emulator asks which deployment it plays', () => {
    const asking = emulator
      .filter(([, text]) => /\bprofile\s*===|\bprofile\b.*\?/.test(codeOnly(text)))
      .map(([path]) => path)
    expect(asking.filter((path) => /\/(systems|signed|server|money)\//.test(path))).toEqual([])
  })

  test('docs/deployments.md has the table as it is', () => {
    expect(tree.get('docs/deployments.md')).toContain(factsTable())
  })
})

describe('the defaults of the library', () => {
  test('the key beside a code goes out as production takes it', () => {
    const { codeSettings } = keyOptions({
      accountId: '',
      backend: '/wallet',
      otpSigner: `04${'ab'.repeat(64)}`,
    })
    expect(codeSettings?.publicKey).toBe(facts.publicKeyInBundle.production)
  })
})

describe('the profile of the emulator', () => {
  test('an emulator plays the column of its profile, without the magic values of a sandbox unless it is one', () => {
    for (const profile of profiles) {
      const { magicValues, scaCode, ...rest } = createEmulator({ profile }).facts()
      const { magicValues: _, scaCode: __, ...column } = behaviourOf(profile)
      expect(rest).toEqual(column)
      expect([magicValues, scaCode]).toEqual(profile === 'sandbox' ? ['some', '123456'] : ['none', 'real'])
    }
  })

  test('an option chooses another value of a fact, and a value that does not exist is refused by name', () => {
    const emulator = createEmulator({ profile: 'production', unknowns: { afterWrongCode: 'kept' } })
    expect(emulator.facts().afterWrongCode).toBe('kept')
    const wrong = { afterWrongCode: 'perhaps' } as never
    expect(() => createEmulator({ unknowns: wrong })).toThrow('`afterWrongCode` must be "void" or "kept".')
    expect(() => createEmulator({ unknowns: { colour: 'red' } as never })).toThrow(
      '`unknowns` has no "colour".',
    )
    expect(() => createEmulator({ profile: 'staging' as never })).toThrow('`profile` must be "seed"')
  })

  test('production takes no magic values', () => {
    expect(() => createEmulator({ profile: 'production', mode: 'sandbox' })).toThrow('takes no magic values')
  })

  test('an emulator can play another deployment from now on', () => {
    const emulator = createEmulator({ profile: 'seed', newIndividuals: 'APPROVED' })
    emulator.play('production')
    expect(emulator.facts()).toMatchObject({ refusedCode: '400 INVALID_INPUT', newIndividuals: 'APPROVED' })
  })
})
