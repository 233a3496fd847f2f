import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runCli } from './main.js'

async function run(...args: string[]) {
  const printed: string[] = []
  const complained: string[] = []
  const code = await runCli(args, {
    print: (line) => printed.push(line),
    complain: (line) => complained.push(line),
    signal: new AbortController().signal,
  })
  return { code, printed, complained }
}

describe('the executable', () => {
  it.each(['--help', '-h', 'help'])('the executable prints its usage for %s', async (argument) => {
    const { code, printed, complained } = await run(argument)
    expect(code).toBe(0)
    expect(printed.join()).toMatch(/init.*check-backend.*emulator/s)
    expect(complained).toEqual([])
  })

  it.each([
    ['init', '--help'],
    ['help', 'init'],
    ['--help', 'init'],
  ])('the executable prints the help of one command for %s %s', async (...args) => {
    const { code, printed } = await run(...args)
    expect(code).toBe(0)
    expect(printed.join()).toMatch(/^Usage: embedded-wallet-auth init .*--template/s)
    expect(printed.join()).not.toContain('--cookie')
  })

  it('messages name a heading of a page that the package contains, from any working directory', async () => {
    for (const cwd of [process.cwd(), '/', tmpdir()]) {
      vi.spyOn(process, 'cwd').mockReturnValue(cwd)
      const { complained } = await run().finally(() => vi.restoreAllMocks())
      const [, heading, path = ''] = /or "(.+)" in (.+)\.$/.exec(complained.join()) ?? []
      expect(readFileSync(resolve(cwd, path), 'utf8')).toContain(`\n## ${heading}\n`)
    }
    expect(manifest.files).toContain('docs')
  })

  it.each(['--version', '-v'])('the executable prints its version for %s', async (option) => {
    expect((await run(option)).printed).toEqual([manifest.version])
  })

  it.each([
    [[], 'Missing command.'],
    [['emulatr'], 'Unknown command "emulatr". Did you mean "emulator"?'],
    [['Emulator'], 'Unknown command "Emulator". Did you mean "emulator"?'],
    [['server'], 'Unknown command "server".'],
    [['--template', 'next', 'init'], 'The command comes first, before "--template".'],
    [['init', '--tempate', 'next'], 'Unknown option "--tempate". Did you mean "--template"?'],
  ])('the executable says what is wrong with the arguments %j', async (args, message) => {
    const { code, complained } = await run(...args)
    expect(code).toBe(2)
    expect(complained).toEqual([
      `${message}\nSee "embedded-wallet-auth --help", or "The command line" in docs/error-codes.md.`,
    ])
  })

  it('the emulator command names the package of the emulator where that is not installed', async () => {
    vi.spyOn(process, 'cwd').mockReturnValue('/')
    const { code, complained } = await run('emulator', '--port', '0').finally(() => vi.restoreAllMocks())
    expect(code).toBe(1)
    expect(complained.join()).toContain('npm install --save-dev embedded-wallet-auth-emulator')
  })
})
