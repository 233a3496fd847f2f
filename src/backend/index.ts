/** The platform backend: a web-standard handler between a platform's pages and the service. @module */
export type { HeaderNames } from '../spec/headers.js'
export type { AnyRoute, Route } from '../spec/route.js'
export {
  type ChallengeStore,
  type ChallengeUse,
  type IssuedChallenge,
  memoryChallengeStore,
} from './challenge-store.js'
export { createBackend } from './create-backend.js'
export type { BackendOptions, ExtraRoute, OwnerParts, RelyingParty, ServiceOptions } from './options.js'
export { type ChallengeStorage, unstorageChallengeStore } from './unstorage-challenge-store.js'
