/**
 * What the executable of the package `embedded-wallet-auth-emulator` shares with this package's own. Published without
 * a promise: any release may change it.
 * @module
 */
export { didYouMean } from './did-you-mean.js'
export {
  assertOrigins,
  exitCode,
  parseOptions,
  runAsMain,
  type Terminal,
  UsageError,
  versionIn,
} from './executable.js'
export { type Colour, paint } from './paint.js'
