import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageHeaders } from './page-headers.js'

test('docs/harden.md shows the headers that the demo runs under', () => {
  const page = readFileSync(new URL('../../docs/harden.md', import.meta.url), 'utf8')
  for (const [name, value] of Object.entries(pageHeaders)) expect(page).toContain(`${name}: ${value}\n`)
})
