/** The order in which a browser is looked for. @module */
import { describe, expect, test } from 'vitest'
import {
  type BrowserProbe,
  type BrowserProbes,
  browserOrder,
  firstBrowser,
} from '../scripts/browser-order.js'

/** Makes probes that find nothing, except `found`. Records which probes were called. */
function machine(found: Partial<Record<keyof BrowserProbes, () => Promise<readonly string[]>>>): {
  probes: BrowserProbes
  asked: (keyof BrowserProbes)[]
} {
  const asked: (keyof BrowserProbes)[] = []
  const probe = (key: keyof BrowserProbes): BrowserProbe => ({
    name: key,
    find: async () => {
      asked.push(key)
      return (await found[key]?.()) ?? []
    },
  })
  const probes: BrowserProbes = {
    chromePath: probe('chromePath'),
    playwright: probe('playwright'),
    installed: probe('installed'),
    playwrightInstall: probe('playwrightInstall'),
    apt: probe('apt'),
    headlessShell: probe('headlessShell'),
  }
  return { probes, asked }
}

const always = async (): Promise<boolean> => true
const order: (keyof BrowserProbes)[] = [
  'chromePath',
  'playwright',
  'installed',
  'playwrightInstall',
  'apt',
  'headlessShell',
]

describe('finding a browser', () => {
  test('prefers the named browser, and an installed one to one that must be installed', () => {
    expect(browserOrder).toEqual(order)
  })

  test('tries every way in order, and finds nothing where there is no browser', async () => {
    const { probes, asked } = machine({})
    expect(await firstBrowser(probes, always, () => {})).toBeUndefined()
    expect(asked).toEqual(order)
  })

  test.each(order)('ends the search with the first browser, found by %s', async (key) => {
    const { probes, asked } = machine({ [key]: async () => ['/browser'] })
    expect(await firstBrowser(probes, always, () => {})).toBe('/browser')
    expect(asked).toEqual(order.slice(0, order.indexOf(key) + 1))
  })

  test('skips an executable that does not run', async () => {
    const { probes } = machine({ installed: async () => ['/broken', '/works'] })
    expect(
      await firstBrowser(
        probes,
        async (path) => path === '/works',
        () => {},
      ),
    ).toBe('/works')
  })

  test('tries the next way if the only executable of one does not run', async () => {
    const { probes } = machine({ chromePath: async () => ['/broken'], apt: async () => ['/works'] })
    expect(
      await firstBrowser(
        probes,
        async (path) => path === '/works',
        () => {},
      ),
    ).toBe('/works')
  })

  test('reports a way that fails and skips it', async () => {
    const said: string[] = []
    const { probes } = machine({
      playwrightInstall: () => Promise.reject(new Error('no network')),
      apt: async () => ['/browser'],
    })
    expect(await firstBrowser(probes, always, (line) => said.push(line))).toBe('/browser')
    expect(said).toEqual(['browser: playwrightInstall: no network', 'browser: /browser (apt)'])
  })

  test('continues the search if a check fails', async () => {
    const { probes } = machine({ chromePath: async () => ['/a'], installed: async () => ['/b'] })
    const runs = async (path: string): Promise<boolean> => {
      if (path === '/a') throw new Error('not allowed')
      return true
    }
    expect(await firstBrowser(probes, runs, () => {})).toBe('/b')
  })
})
