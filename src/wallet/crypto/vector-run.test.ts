import { describe, expect, it } from 'vitest'
import { runVectors, runWycheproof } from './fixtures/vector-run.js'

describe('the vectors that every engine runs', () => {
  it('the vectors that every engine runs pass in Node, and random keys agree with @noble/curves', async () => {
    const results = await runVectors(5)
    expect(results.map(({ suite, failed }) => [suite, failed])).toEqual([
      ['RFC 9180, our cipher suite', []],
      ['vectors of the interface', []],
      ['client-held keys', []],
      ['beside @noble/curves', []],
    ])
    expect(results.every(({ passed }) => passed > 0)).toBe(true)
  })

  const group = { type: 'AeadTest', keySize: 256, ivSize: 96, tagSize: 128 }
  // Test case 13 of the description of GCM: all-zero key and nonce, no text.
  const empty = {
    tcId: 1,
    key: '00'.repeat(32),
    iv: '00'.repeat(12),
    aad: '',
    msg: '',
    ct: '',
    tag: '530f8afbc74536b9a963b4f1c4cb738b',
  }

  it('a vector counts as failed when the library accepts it although the file says that it is invalid', async () => {
    const tests = [
      { ...empty, result: 'valid' },
      { ...empty, tcId: 2, result: 'invalid' },
      { ...empty, tcId: 3, tag: '00'.repeat(16), result: 'valid' },
      { ...empty, tcId: 4, tag: '00'.repeat(16), result: 'invalid' },
    ]
    expect(await runWycheproof('AES-GCM', { testGroups: [{ ...group, tests }] })).toEqual({
      suite: 'AES-GCM',
      passed: 2,
      failed: ['tcId 2', 'tcId 3'],
    })
  })

  it('vectors of other sizes than those of our cipher suite are not counted', async () => {
    const other = { ...group, keySize: 128, tests: [{ ...empty, result: 'valid' }] }
    expect(await runWycheproof('AES-GCM', { testGroups: [other] })).toMatchObject({ passed: 0, failed: [] })
  })
})
