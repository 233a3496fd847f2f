/** The platform backend: a web-standard handler between a platform's pages and the service. @module */
export type { HeaderNames } from '../wire/headers.js'
export type { AnyRoute, Route } from '../wire/route.js'
export {
  type ChallengeStore,
  type ChallengeUse,
  type IssuedChallenge,
  memoryChallengeStore,
} from './challenge-store.js'
export { createBackend } from './create-backend.js'
export type { BackendOptions, ExtraRoute, OwnerParts, RelyingParty, ServiceOptions } from './options.js'
export { type ChallengeStorage, unstorageChallengeStore } from './unstorage-challenge-store.js'
