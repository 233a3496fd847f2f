/** A promise with an end. @module */

/** The time was up. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/**
 * Settles as `run` does, or rejects with {@link DeadlineExceeded} after `ms` milliseconds, whether or not `run` heeds
 * the signal it is given.
 */
export async function withDeadline<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DeadlineExceeded(`Not done within ${ms} ms.`)
      reject(error)
      controller.abort(error)
    }, ms)
  })
  try {
    return await Promise.race([run(controller.signal), expiry])
  } finally {
    clearTimeout(timer)
  }
}
