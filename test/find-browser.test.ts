import { expect, test } from 'vitest'
import { findBrowser } from '../scripts/find-browser.js'

const said: string[] = []
const say = (line: string): void => void said.push(line)

test('the first browser that runs is used, a way that fails is reported, and the ways after the first find are not tried', async () => {
  const find = findBrowser(
    say,
    [
      { name: 'named', find: async () => [] },
      { name: 'installed', find: async () => ['/broken'] },
      { name: 'downloaded', find: () => Promise.reject(new Error('no network')) },
      { name: 'from a package', find: async () => ['/works'] },
      { name: 'never asked', find: () => Promise.reject(new Error('asked')) },
    ],
    async (path) => path === '/works',
  )
  expect(await find).toBe('/works')
  expect(said).toEqual([
    'browser: /broken (installed) does not run',
    'browser: downloaded: no network',
    'browser: /works (from a package)',
  ])
})

test('without a browser the search rejects, so that tests fail and are not skipped', async () => {
  await expect(findBrowser(say, [{ name: 'named', find: async () => [] }], async () => true)).rejects.toThrow(
    'No browser found',
  )
})
