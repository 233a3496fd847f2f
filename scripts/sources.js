/**
 * Resolves the public names of both packages to their sources, so that tests and the demo need no build.
 * @module
 */
import { join } from 'node:path'
import { root } from './run.js'

/** Aliases for Vite. The packages' `exports` say the same of `dist/`. */
export const sources = [
  { find: /^embedded-wallet-auth$/, replacement: join(root, 'src/index.ts') },
  { find: /^embedded-wallet-auth\/(\w+)$/, replacement: join(root, 'src/$1/index.ts') },
  { find: /^embedded-wallet-auth-emulator$/, replacement: join(root, 'emulator/src/index.ts') },
  { find: /^embedded-wallet-auth-emulator\/(\w+)$/, replacement: join(root, 'emulator/src/$1/index.ts') },
]
