import { expect, it, vi } from 'vitest'
import { steppedClock } from '../../../emulator/src/index.js'
import { loadChunk } from './load-chunk.js'

it('loadChunk resolves with the loaded chunk', async () => {
  expect(await loadChunk(steppedClock(0), Promise.resolve('chunk'))).toBe('chunk')
})

it('loadChunk rejects with LOAD_FAILED and the cause if a chunk could not be loaded', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadChunk(steppedClock(0), Promise.reject(cause))).rejects.toMatchObject({
    kind: 'transport',
    code: 'LOAD_FAILED',
    cause,
  })
})

it('loadChunk rejects with NETWORK after 30 s, and ignores a late failure of the chunk', async () => {
  const clock = steppedClock(0)
  let fail = (_: Error): void => {}
  const chunk = new Promise<never>((_, reject) => {
    fail = reject
  })
  const settled = vi.fn()
  const ending = loadChunk(clock, chunk).catch(settled)
  await clock.advance(29_999)
  expect(settled).not.toHaveBeenCalled()
  await clock.advance(1)
  await ending
  expect(settled).toHaveBeenCalledWith(expect.objectContaining({ kind: 'transport', code: 'NETWORK' }))
  const unhandled = vi.fn()
  process.once('unhandledRejection', unhandled)
  fail(new Error('late'))
  await new Promise((resolve) => setImmediate(resolve))
  process.removeListener('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
