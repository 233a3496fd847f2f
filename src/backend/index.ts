/** The platform backend: a web-standard handler between a platform's pages and the service. @module */
export type { HeaderNames } from '../wire/headers.js'
export type { AnyRoute, Route } from '../wire/route.js'
export { createBackend } from './create-backend.js'
export type { BackendEvent } from './events.js'
export { defaultLimits, type Limit, type LimitName } from './limits.js'
export { memoryStore } from './memory-store.js'
export { defaultOperations, type Operation } from './operations.js'
export type {
  BackendOptions,
  ExtraRoute,
  LimitOptions,
  OwnerParts,
  PaymentLimit,
  PaymentOptions,
  RelyingParty,
  ServiceOptions,
  StepUpCall,
  StepUpOptions,
  StepUpRule,
} from './options.js'
export { originRefusal } from './origin.js'
export { type PostgresQuery, type PostgresStoreOptions, postgresStore } from './postgres-store.js'
export {
  type IoredisClient,
  type NodeRedisClient,
  type RedisStoreOptions,
  redisStore,
} from './redis-store.js'
export { relatedOrigins } from './related-origins.js'
export type { BackendStore, ChallengeStore, CountingStore, StoreKey } from './store.js'
export { type TestStoreOptions, testStore } from './test-store.js'
export { type SharedStorage, unstorageStore } from './unstorage-store.js'
