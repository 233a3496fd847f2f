import { expect, it } from 'vitest'
import { postgresStore } from '../index.js'

const key = { owner: 'ada', name: 'a' }
const failing = (code: string): Error => Object.assign(new Error('failed'), { code })

/** A store whose first statements fail with these codes, and the number of statements that it was sent. */
function storeThatFails(...codes: readonly string[]) {
  const left = [...codes]
  const sent = { times: 0 }
  const store = postgresStore(async () => {
    sent.times += 1
    const code = left.shift()
    if (code !== undefined) throw failing(code)
    return { rows: [{ value: 'x' }] }
  })
  return { store, sent }
}

it('a statement that had no effect, because it could not be serialized or was in a deadlock, is run again', async () => {
  const { store, sent } = storeThatFails('40001', '40P01')
  expect(await store.take(key)).toBe('x')
  expect(sent.times).toBe(3)
})

it('a statement that never has an effect is given up after the third time', async () => {
  const { store, sent } = storeThatFails('40001', '40001', '40001', '40001')
  await expect(store.take(key)).rejects.toMatchObject({ code: '40001' })
  expect(sent.times).toBe(3)
})

it('a statement that may have had an effect is not run again', async () => {
  const { store, sent } = storeThatFails('57P01')
  await expect(store.take(key)).rejects.toMatchObject({ code: '57P01' })
  expect(sent.times).toBe(1)
})
