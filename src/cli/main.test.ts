import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
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
    expect(printed.join()).toMatch(/init.*check-backend.*--template/s)
    expect(complained).toEqual([])
  })

  it.each(['--version', '-v'])('the executable prints its version for %s', async (option) => {
    const stated = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect((await run(option)).printed).toEqual([stated.version])
  })

  it.each([
    [[], 'Missing command.'],
    [['emulatr'], 'Unknown command "emulatr". Did you mean "emulator"?'],
    [['Emulator'], 'Unknown command "Emulator". Did you mean "emulator"?'],
    [['server'], 'Unknown command "server".'],
    [['init', '--tempate', 'next'], 'Unknown option "--tempate". Did you mean "--template"?'],
  ])('the executable says what is wrong with the arguments %j', async (args, message) => {
    const { code, complained } = await run(...args)
    expect(code).toBe(2)
    expect(complained).toEqual([`${message}\nSee "embedded-wallet-auth --help".`])
  })

  it('the emulator command names the package of the emulator where that is not installed', async () => {
    vi.spyOn(process, 'cwd').mockReturnValue('/')
    const { code, complained } = await run('emulator', '--port', '0').finally(() => vi.restoreAllMocks())
    expect(code).toBe(1)
    expect(complained.join()).toContain('npm install --save-dev embedded-wallet-auth-emulator')
  })
})
