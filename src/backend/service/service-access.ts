/**
 * The service's options: fixed, or asked of the platform, and asked again when the service refuses the secret.
 * @module
 */
import * as v from 'valibot'
import { wallClock } from '../../clock.js'
import type { ServiceOptions } from '../options.js'
import { askPlatform } from '../platform.js'
import type { Send } from '../send.js'

/** The service's options, checked and prepared. */
export interface Access {
  readonly base: string
  readonly authorization: string
  readonly send: Send
  /** Texts that no answer may contain. */
  readonly secrets: readonly string[]
}

/** Where the options come from. */
export interface AccessSource {
  readonly current: () => Promise<Access>
  /** Resolves with the options to use after the service has refused those of `refused`, which may be the same. */
  readonly after: (refused: Access) => Promise<Access>
}

/** How long the platform is not asked again after it has answered because of a refusal, in milliseconds. */
const pauseBetween = 60_000
/** The same if it could not answer: a vault that was down for a moment should not cost a minute. */
const pauseAfterFailure = 5_000

export const fixedAccess = (access: Access): AccessSource => ({
  current: async () => access,
  after: async () => access,
})

/**
 * Asks the platform at the first call and remembers the options. Asks again after its function has failed, and after
 * the service has refused the secret, but then at most once a minute, or five seconds after its function has failed.
 * Calls that come meanwhile wait for the same answer.
 *
 * @param report is told why the platform could not say what follows a refused secret: its callers see the refusal
 */
export function askedAccess(
  service: () => ServiceOptions | Promise<ServiceOptions>,
  checked: (options: ServiceOptions) => Access,
  report: (error: unknown) => void,
): AccessSource {
  let access: Promise<Access> | undefined
  let mayAskAt = Number.NEGATIVE_INFINITY

  const ask = (): Promise<Access> => askPlatform('service', Service, service).then(checked)
  const current = (): Promise<Access> => {
    access ??= ask().catch((error: unknown) => {
      access = undefined
      throw error
    })
    return access
  }
  return {
    current,
    async after(refused) {
      if ((await current()) !== refused) return current()
      if (wallClock.now() < mayAskAt) return current()
      const settle = (pause: number, next: Access): Access => {
        mayAskAt = wallClock.now() + pause
        return next
      }
      access = ask().then(
        (given) => settle(pauseBetween, given),
        (error: unknown) => {
          report(error)
          // The secret that the platform gave before stays.
          return settle(pauseAfterFailure, refused)
        },
      )
      return access
    },
  }
}

const Service = v.custom<ServiceOptions>((value) => typeof value === 'object' && value !== null)
