import { describe, expect, it, vi } from 'vitest'
import { readAtMost } from './read-at-most.js'

/** Makes a stream of the chunks. The stream calls `cancelled` when its reader cancels it. */
function streamOf(chunks: readonly (readonly number[])[], cancelled: () => void = () => {}) {
  const left = [...chunks]
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift()
      if (chunk === undefined) controller.close()
      else controller.enqueue(Uint8Array.from(chunk))
    },
    cancel: cancelled,
  })
}

describe('readAtMost', () => {
  it('readAtMost resolves with no bytes if there is no stream', async () => {
    expect(await readAtMost(null, 0)).toEqual(new Uint8Array())
  })

  it('readAtMost joins the chunks in order', async () => {
    expect(await readAtMost(streamOf([[1, 2], [], [3], [4, 5]]), 100)).toEqual(Uint8Array.of(1, 2, 3, 4, 5))
  })

  it('readAtMost reads as many bytes as the limit allows, and not one more', async () => {
    const cancelled = vi.fn()
    expect(await readAtMost(streamOf([[1, 2], [3]], cancelled), 3)).toEqual(Uint8Array.of(1, 2, 3))
    expect(cancelled).not.toHaveBeenCalled()
    expect(await readAtMost(streamOf([[1, 2], [3, 4], [5]], cancelled), 3)).toBeUndefined()
    expect(cancelled).toHaveBeenCalledOnce()
  })

  it('readAtMost reads chunks that are strings as UTF-8', async () => {
    const parts = new ReadableStream<string>({
      start(controller) {
        controller.enqueue('é')
        controller.enqueue('!')
        controller.close()
      },
    })
    expect(await readAtMost(parts, 3)).toEqual(Uint8Array.of(0xc3, 0xa9, 0x21))
  })

  it('readAtMost cancels a stream that nobody waits for any more, before or while it is read', async () => {
    const cancelled = vi.fn()
    const endless = () =>
      new ReadableStream<Uint8Array>({ cancel: cancelled, pull: () => new Promise<void>(() => {}) })
    await expect(readAtMost(endless(), 1, AbortSignal.abort('gone'))).rejects.toBe('gone')
    expect(cancelled).toHaveBeenCalledExactlyOnceWith('gone')
    const leaving = new AbortController()
    const reading = readAtMost(endless(), 1, leaving.signal)
    leaving.abort('left')
    await expect(reading).rejects.toBe('left')
    expect(cancelled).toHaveBeenCalledTimes(2)
  })

  it('readAtMost keeps no listener on the signal of what it has read', async () => {
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    const added = vi.spyOn(signal, 'addEventListener')
    await readAtMost(streamOf([[1]]), 1, signal)
    expect(removed.mock.calls.map((call) => call.slice(0, 2))).toEqual(
      added.mock.calls.map((call) => call.slice(0, 2)),
    )
  })

  it('readAtMost neither waits for a cancellation that never ends nor rejects if the cancellation fails', async () => {
    const deaf = streamOf([[1, 2]], () => new Promise<void>(() => {}))
    expect(await readAtMost(deaf, 1)).toBeUndefined()
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const failing = streamOf([[1, 2]], () => {
      throw new Error('reset')
    })
    expect(await readAtMost(failing, 1)).toBeUndefined()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})
