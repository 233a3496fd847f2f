import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser } from '../scripts/find-browser.js'

/** Writes programs into a folder that is removed after the test. Returns their paths. */
function programs(...scripts: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return scripts.map((script, index) => {
    const path = join(folder, `browser-${index}`)
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return path
  })
}

test.skipIf(process.platform === 'win32')(
  'the first browser that runs is used, an installation that fails is reported, and none follows the first find',
  async () => {
    const [broken = '', works = ''] = programs('exit 1', 'echo Browser 1.2.3')
    const said: string[] = []
    const found: string[] = []
    const path = await findBrowser(
      (line) => void said.push(line),
      () => ['/missing', ...found],
      [
        () => Promise.reject(new Error('no network')),
        async () => void found.push(broken, works),
        () => Promise.reject(new Error('asked')),
      ],
    )
    expect(path).toBe(works)
    expect(said).toEqual(['browser: no network', `browser: ${broken} does not run`, `browser: ${works}`])
  },
)

test('without a browser the search rejects, so that tests fail and are not skipped', async () => {
  await expect(
    findBrowser(
      () => {},
      () => [undefined],
      [],
    ),
  ).rejects.toThrow('No browser found')
})
