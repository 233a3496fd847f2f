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

/** How long the platform is not asked again after it was asked because of a refusal, in milliseconds. */
const pauseBetween = 60_000

export const fixedAccess = (access: Access): AccessSource => ({
  current: async () => access,
  after: async () => access,
})

/**
 * Asks the platform at the first call and remembers the options. Asks again after its function has failed, and after
 * the service has refused the secret, but then at most once a minute. Calls that come meanwhile wait for the same
 * answer.
 */
export function askedAccess(
  service: () => ServiceOptions | Promise<ServiceOptions>,
  checked: (options: ServiceOptions) => Access,
): AccessSource {
  let access: Promise<Access> | undefined
  let askedAgainAt = Number.NEGATIVE_INFINITY

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
      const now = wallClock.now()
      if (now - askedAgainAt < pauseBetween) return current()
      askedAgainAt = now
      // If the platform cannot say, the secret that it gave before stays.
      access = ask().catch(() => refused)
      return access
    },
  }
}

const Service = v.custom<ServiceOptions>((value) => typeof value === 'object' && value !== null)
