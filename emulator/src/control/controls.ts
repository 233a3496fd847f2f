/** The parts of the emulator that the control calls use. @module */
import type { Profile } from 'embedded-wallet-auth/wire'
import type { Context } from '../handler/context.js'
import type { TestIssuer } from '../oidc/test-issuer.js'
import type { Provisioned, ProvisionOptions } from '../provision.js'
import type { Faults } from '../server/faults.js'
import type { EmulatorFetch } from '../server/pipeline.js'
import type { LoggedRequest } from '../server/request-log.js'
import type { ApiToken } from '../state/api-tokens.js'
import type { Inbox } from '../state/inbox.js'
import type { EmulatorClock } from '../time/clock.js'

/** Everything that the control calls can read or change. */
export interface Controls {
  readonly context: Context
  readonly play: (profile: Profile) => void
  readonly apiToken: ApiToken
  /** Host names, besides loopback ones, under which these calls are answered. */
  readonly controlHosts: readonly string[]
  readonly inbox: Inbox
  readonly clock: EmulatorClock
  readonly faults: Faults
  readonly requests: () => readonly LoggedRequest[]
  readonly clearRequests: () => void
  readonly provision: (options: ProvisionOptions) => Promise<Provisioned>
  readonly fund: (accountId: string, amount: number) => void
  readonly reset: () => void
  readonly issuer: TestIssuer
  readonly exportSigner: string
  readonly otpSigner: string
  readonly webhookPublicKey: string
  /**
   * Returns a number that increases whenever the answers of the control calls may have changed. Time alone does not
   * increase it.
   */
  readonly revision: () => number
  /** Handles a request to the service's API. */
  readonly callService: EmulatorFetch
}
