import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config'
import { sources } from './scripts/doors.js'
import { emulatorPage } from './scripts/emulator-page.js'
import { plant } from './scripts/node-bundle.js'
import { plantedFaults } from './scripts/planted-faults.js'

// Set by `npm run mutate`: a glob of the few tests that have to notice.
const noticing = process.env['MUTATE_TESTS']

// `--mode all` runs also what a test leaves out otherwise. A project does not get the mode of the command.
const mode = process.argv.indexOf('--mode')
if (mode > 0) process.env['TESTS'] = process.argv[mode + 1] ?? ''

// Set by `npm run planted`: the name of a fault that the tests have to notice.
const planted = plantedFaults.find(({ name }) => name === process.env['PLANTED'])

const alonePattern = '**/*.alone.test.ts'

// Files that share the modules which a worker has read once: reading them anew for each took two thirds of the time.
const together: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'together',
    include: ['src/**/*.test.ts', 'emulator/src/**/*.test.ts', 'test/**/*.test.ts', 'demo/**/*.test.ts'],
    exclude: [alonePattern],
    isolate: false,
    setupFiles: ['test/as-it-was.ts'],
  },
}

// Files that put something else in a module's place.
const alone: TestProjectConfiguration = {
  extends: true,
  test: { name: 'alone', include: [`src/${alonePattern}`, `emulator/src/${alonePattern}`] },
}

// The wallet's own API tests, once more, with a wallet that is in a frame: the transport is the only difference.
const framed: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'framed',
    include: [
      'src/wallet/{core,operation-errors}.test.ts',
      'src/wallet/calls/*.test.ts',
      'src/wallet/operations/*.test.ts',
      'src/wallet/guards/confirm.test.ts',
      'src/wallet/credentials/sms-otp.test.ts',
      'src/wallet/flows/{authorize-quote,cancelling,challenge,client-held,codes-sent,create}.test.ts',
      'src/wallet/flows/{effects,error-contents,failing-storage,lost-session,offline,open-session}.test.ts',
      'src/wallet/flows/{races,refresh,resend,revoke-superseded,sign-out,step-up,verify}.test.ts',
    ],
    exclude: [
      alonePattern,
      'src/wallet/operations/{headline-money,export-wallet,operations}.test.ts',
      // The frame asks about everything but a refresh.
      'src/wallet/operations/refresh-session.test.ts',
      // A dialog opens in the click: through the port it opens a message later.
      'src/wallet/calls/prepare.test.ts',
    ],
    isolate: false,
    env: { WALLET_TRANSPORT: 'frame' },
    setupFiles: ['test/as-it-was.ts', 'test/framed.ts'],
  },
}

const config: ViteUserConfig = defineConfig({
  plugins: [emulatorPage(), ...(planted ? [plant(planted)] : [])],
  resolve: { alias: sources },
  test: {
    ...(noticing
      ? {
          include: [noticing],
          // The half that loads later is loaded first: otherwise its constants would belong to the first test that needs it,
          // and only that one would be asked whether it notices.
          setupFiles: [
            'scripts/mutants/same-cases.js',
            ...(noticing.startsWith('src/wallet/') ? ['src/wallet/lazy.ts'] : []),
          ],
          // Each mutant gets a process of its own anyway: its files need not read the modules again.
          isolate: false,
        }
      : { projects: [together, alone, framed] }),
    // To end what hangs, not to measure: a machine that does something else as well may be ten times as slow for a while.
    // Many mutants make a call hang, and the tests that have to notice it are quick.
    testTimeout: noticing ? 20_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 10 } },
    // Left to itself vitest keeps a core free, which is half of two. One more than there are cores: many tests wait.
    maxWorkers: availableParallelism() + 1,
  },
})

export default config
