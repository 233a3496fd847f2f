/** The public doors and the names that each one is meant to export. @module */
import manifest from '../package.json' with { type: 'json' }

/** Doors that the design names and that are not written yet. */
export const notYet: readonly string[] = ['src/client/index.ts']

/** Source of every subpath and executable in package.json. */
export const doorSources: readonly string[] = [
  ...Object.values(manifest.exports),
  ...Object.values(manifest.bin),
]
  .map((target) => (typeof target === 'string' ? target : target.default))
  .flatMap((target) => /^\.\/dist\/(.+)\.js$/.exec(target)?.[1] ?? [])
  .map((name) => `src/${name}.ts`)

/** Names that each door exports, sorted as the scanner gives them; `type Name` is a type only. */
export const publicNames: Readonly<Record<string, readonly string[]>> = {
  'src/index.ts': [
    'CeremonyError',
    'SealedKeyError',
    'ServiceError',
    'SessionError',
    'TransportError',
    'WalletError',
    'createWallet',
  ],
  'src/sandbox/index.ts': [],
  'src/backend/index.ts': ['createBackend'],
  'src/emulator/index.ts': ['createEmulator'],
  'src/node.ts': ['serve'],
  'src/cli.ts': [],
}
