/** Starts an executable of the emulator’s package, which is another program here. @module */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { startEmulator } from './start-emulator.js'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A folder in which a package of the emulator's name is installed, whose executable runs these lines. */
function installed(version: string, lines: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'start-emulator-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const beside = join(folder, 'node_modules/embedded-wallet-auth-emulator')
  mkdirSync(join(beside, 'dist/cli'), { recursive: true })
  writeFileSync(join(beside, 'package.json'), JSON.stringify({ version, type: 'module' }))
  writeFileSync(join(beside, 'dist/cli/main.js'), `import { writeFileSync } from 'node:fs'\n${lines}`)
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  return folder
}

const never = new AbortController().signal

it('the emulator gets the arguments, ends with its parent, and gives the exit code', async () => {
  const lines = `writeFileSync('args.json', JSON.stringify(process.argv.slice(2)))\nprocess.exitCode = 3`
  const folder = installed('1.2.3', lines.replace("'args.json'", `new URL('args.json', import.meta.url)`))
  expect(await startEmulator(['--port', '0'], '1.2.3', never)).toBe(3)
  const args = join(folder, 'node_modules/embedded-wallet-auth-emulator/dist/cli/args.json')
  expect(JSON.parse(readFileSync(args, 'utf8'))).toEqual(['--port', '0', '--with-parent'])
})

it('an emulator of another version is not started, and both versions are named', async () => {
  const folder = installed('1.2.4', `writeFileSync(new URL('ran', import.meta.url), '')`)
  await expect(startEmulator([], '1.2.3', never)).rejects.toThrow(
    'This is embedded-wallet-auth 1.2.3, but embedded-wallet-auth-emulator is 1.2.4. Install embedded-wallet-auth-emulator@1.2.3.',
  )
  expect(existsSync(join(folder, 'node_modules/embedded-wallet-auth-emulator/dist/cli/ran'))).toBe(false)
})

it('the emulator is told to stop, also before it has started, and a killed one is a failure', async () => {
  installed('1.2.3', 'setTimeout(() => {}, 600_000)')
  const ending = new AbortController()
  const running = startEmulator([], '1.2.3', ending.signal)
  ending.abort()
  expect(await running).toBe(1)
  expect(await startEmulator([], '1.2.3', ending.signal)).toBe(1)
})
