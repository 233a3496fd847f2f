import { expect, test } from 'vitest'
import { enginePage } from '../scripts/engine-page.js'

const versions = [
  { engine: 'firefox', version: 'Firefox 1' },
  { engine: 'webkit', version: '2' },
]
const lines = [
  { engine: 'firefox', suite: 'Some vectors', passed: 3, failed: [] },
  { engine: 'webkit', suite: 'Some vectors', passed: 2, failed: ['tcId 7'] },
]
  .map((line) => JSON.stringify(line))
  .join('\n')

test('the page of vectors and engines counts what passed, names what failed, and says what was not run', () => {
  const page = enginePage(versions, lines)
  expect(page).toContain('| Vectors | firefox | webkit |')
  expect(page).toContain('| Some vectors | 3 of 3 | 2, failed: tcId 7 |')
  expect(page).toContain(
    '| Wycheproof, AES-256-GCM | not run: the data were not there | not run: the data were not there |',
  )
})
