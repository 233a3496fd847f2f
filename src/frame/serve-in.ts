/** Serves a wallet in a page: accepts connections, and decides which wallet each gets. @module */
import * as v from 'valibot'
import type { Clock } from '../clock.js'
import { ServiceError, TransportError } from '../errors.js'
import { createWallet, type Wallet } from '../index.js'
import { type Connect, protocol, version } from '../port/messages.js'
import { canonicalId } from '../wire/ids.js'
import { object, parsedOrNone, type Schema } from '../wire/schema.js'
import type { ServedWallet, ServedWalletOptions, ServeWalletOptions } from './api.js'
import { carried } from './carry-error.js'
import type { Page } from './page.js'
import { createQuestions } from './questions.js'
import { serveElsewhere } from './serve-elsewhere.js'
import { type Connection, servePort } from './serve-port.js'

/** How long a window waits for the page that opened it, in milliseconds. That page asks every two seconds. */
const silence = 15_000

const connection: Schema<Connect> = object({
  protocol: v.literal(protocol),
  // A page with another value is told why it gets no connection.
  version: v.unknown(),
  accountId: v.optional(v.string()),
})

/** Serves the wallet in a page. */
export function serveIn(page: Page, clock: Clock, options: ServeWalletOptions): ServedWallet {
  const parents = new Set(options.parents.map(readOrigin))
  const { ask, reveal, wallet: given } = options
  const questions = createQuestions(ask, page, clock)
  let wallet: Wallet | undefined
  let servedId: string | undefined
  let ignored = 0
  let heardAt = clock.now()
  let current: Connection | undefined

  const walletOf = (own: ServedWalletOptions): Wallet => {
    const id = canonicalId('InternalAccount', own.accountId)
    if (wallet !== undefined && servedId === id) return wallet
    // One at a time, or a page that names one account after the other would fill the memory.
    const made = createWallet({ ...own, confirm: questions.confirm })
    wallet?.dispose()
    wallet = made
    servedId = id
    return made
  }
  // With options of its own, the wallet reads its storage while the page connects.
  if (typeof given === 'object') walletOf(given)

  /** The wallet for the account that the page names. Throws if it may not have it. */
  const chosen = (accountId: string | undefined): Wallet => {
    if (given === undefined)
      throw new ServiceError(401, {
        code: 'NOT_LOGGED_IN',
        message: 'Nobody is logged in at the wallet’s page.',
      })
    const id = accountId === undefined ? undefined : canonicalId('InternalAccount', accountId)
    if (accountId !== undefined && id === undefined)
      throw new TypeError('`accountId` must be InternalAccount:<uuid>.')
    if (typeof given !== 'function') {
      if (id !== undefined && id !== canonicalId('InternalAccount', given.accountId))
        throw new TypeError('The wallet’s page serves another account.')
      return walletOf(given)
    }
    if (id === undefined) throw new TypeError('The wallet’s page needs `accountId`.')
    return walletOf(given(id))
  }

  const isFromParent = ({ source, origin }: MessageEvent<unknown>): boolean =>
    page.peer !== null && source === page.peer && parents.has(origin)

  const stopListening = page.listen((event) => {
    const [port] = event.ports
    const connect = parsedOrNone(connection, event.data)
    if (!isFromParent(event) || connect === undefined || port === undefined) {
      ignored += 1
      return
    }
    // One connection at a time: the page has loaded again, or has given up the one before.
    current?.end()
    current = undefined
    heardAt = clock.now()
    try {
      if (!page.ancestors.every((each) => parents.has(each)))
        throw new TypeError('A page around this one is not in `parents` of the wallet’s page.')
      if (connect.version !== version)
        throw new TransportError(
          'FRAME_VERSION',
          `The wallet’s page speaks version ${version} of the protocol, this page version ${Number(connect.version)}.`,
        )
      const heard = (): void => {
        heardAt = clock.now()
      }
      const ignore = (): void => {
        ignored += 1
      }
      const isCutOff = (): boolean => page.isCutOff(event.origin)
      if (given === undefined && isCutOff()) {
        current = serveElsewhere(port, { heard, ignore })
        return
      }
      current = servePort(port, {
        wallet: chosen(connect.accountId),
        parent: event.origin,
        questions,
        clock,
        canAsk: page.canAsk,
        isWindow: page.isWindow,
        isCutOff,
        reveal,
        ignore,
        heard,
      })
    } catch (error) {
      port.postMessage({ type: 'refused', error: carried(error) })
      port.close()
    }
  })

  let stopLooking = (): void => {}
  const look = (): void => {
    if (page.isAbandoned() || clock.now() - heardAt > silence) page.close()
    else stopLooking = clock.after(1_000, look)
  }
  // No window is left behind when the page that opened it has gone.
  if (page.isWindow && page.peer !== null) look()
  page.announce()

  return {
    ignored: () => ignored,
    dispose() {
      stopListening()
      stopLooking()
      // In this order, because a call that is aborted ends its sign-in also for the next page.
      wallet?.dispose()
      current?.end()
    },
  }
}

/** Checks an origin. `null`, a wildcard, a path and a trailing slash are refused: nothing would equal them. */
function readOrigin(parent: string): string {
  const isOrigin = typeof parent === 'string' && /^https?:[^*]+$/.test(parent) && URL.canParse(parent)
  if (isOrigin && new URL(parent).origin === parent) return parent
  throw new TypeError('`parents` must be a list of origins, such as "https://shop.example.com".')
}
