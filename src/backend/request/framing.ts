/** Whether a ceremony took place in a frame that the platform allows, as its client data says. @module */
import { checkedOrigin } from './origin.js'

/** Where a ceremony took place, as the browser describes it. */
export interface CeremonyPlace {
  readonly origin: string
  /** Whether a page of another origin is above the page of the ceremony. */
  readonly crossOrigin?: boolean | undefined
  /** The origin of the page at the top. Some browsers do not tell. */
  readonly topOrigin?: string | undefined
}

/** The pages on which ceremonies may take place. */
export interface OwnPages {
  /** The origins of the platform's pages. */
  readonly origins: readonly string[]
  /** The origins whose pages may embed one of the platform's pages in a frame. */
  readonly topOrigins: readonly string[]
}

/**
 * Whether a ceremony took place on a page of the platform: at the top, or in a frame under an origin of `topOrigins`. A
 * frame whose browser does not tell what is above it is refused.
 */
export const isOwnPage = (
  { origin, crossOrigin, topOrigin }: CeremonyPlace,
  { origins, topOrigins }: OwnPages,
): boolean => {
  if (!origins.includes(origin)) return false
  const isFramed = crossOrigin === true || topOrigin !== undefined
  return !isFramed || (topOrigin !== undefined && topOrigins.includes(topOrigin))
}

/** Returns the pages from the backend's options. Throws a `TypeError` for what is not an origin. */
export const pagesOf = ({
  origins,
  topOrigins = [],
}: {
  readonly origins: readonly string[]
  readonly topOrigins?: readonly string[]
}): OwnPages => ({
  origins: origins.map((each) => checkedOrigin(each)),
  topOrigins: topOrigins.map((each) => checkedOrigin(each, 'topOrigins')),
})
