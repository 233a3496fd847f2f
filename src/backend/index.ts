/** The platform backend: a web-standard handler between a platform's pages and the service. @module */
export type { HeaderNames } from '../wire/headers.js'
export type { Quote } from '../wire/quotes.js'
export type { AnyRoute, Route } from '../wire/route.js'
export { createBackend } from './create-backend.js'
export type { BackendEvent } from './events.js'
export type {
  BackendOptions,
  ExtraRoute,
  LimitOptions,
  NewPasskey,
  OwnerParts,
  PaymentLimit,
  PaymentOptions,
  RelyingParty,
  ServiceOptions,
  StepUpCall,
  StepUpOptions,
  StepUpRule,
} from './options.js'
export { defaultLimits, type Limit, type LimitName } from './policy/limits.js'
export { defaultOperations, type Operation } from './policy/operations.js'
export { originRefusal } from './request/origin.js'
export { relatedOrigins } from './request/related-origins.js'
export { memoryStore } from './stores/memory-store.js'
export { type PostgresQuery, type PostgresStoreOptions, postgresStore } from './stores/postgres-store.js'
export {
  type IoredisClient,
  type NodeRedisClient,
  type RedisStoreOptions,
  redisStore,
} from './stores/redis-store.js'
export type { BackendStore, ChallengeStore, CountingStore, StoreKey } from './stores/store.js'
export { type TestStoreOptions, testStore } from './stores/test-store.js'
export { type SharedStorage, unstorageStore } from './stores/unstorage-store.js'
