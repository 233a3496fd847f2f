/** The documentation lists exactly the calls that the emulator answers. @module */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { describe, expect, test } from 'vitest'
import type { SystemRoutes } from '../emulator/src/handler/bind-route.js'
import type { AnyRoute } from '../src/wire/route.js'
import { apiVersion, routes } from '../src/wire/routes.js'
import { only, readTree, root } from './tree.js'

const path = join(root, 'docs/internals/emulator.md')
const how =
  'The calls in docs/internals/emulator.md are out of date: UPDATE=1 npx vitest run test/docs-calls.test.ts'

type Call = Pick<AnyRoute, 'method' | 'path'>

/** Returns all calls in the lists that the route modules export. */
async function written(): Promise<readonly Call[]> {
  const files = [...only(readTree('emulator/src'), /^emulator\/src\/systems\/.+routes\.ts$/).keys()].sort()
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(root, file))))
  return modules.flatMap((module) =>
    Object.values(module).flatMap((routes: unknown) =>
      // The other exports of a route module are not lists.
      Array.isArray(routes) ? (routes as SystemRoutes).map(({ route }) => route) : [],
    ),
  )
}

/**
 * Groups the calls by the first part of their paths, one line per group. Contains the calls that the emulator has, even
 * if it refuses them without input.
 */
async function listed(calls: readonly Call[]): Promise<string> {
  const emulator = createEmulator()
  const { tokenId, clientSecret } = emulator.apiToken
  const headers = { Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` }
  const lines = new Map<string, string[]>()
  for (const { method, path } of calls) {
    const url = `http://service.test/${apiVersion}${path.replaceAll(/\{\w+\}/g, 'x')}`
    const answer = await emulator.fetch(url, { method, headers })
    if (answer.status === 405 || (await answer.text()).includes('There is no such path.')) continue
    const part = path.split('/')[1] ?? ''
    lines.set(part, [...(lines.get(part) ?? []), `\`${method} ${path}\``])
  }
  return [...lines].map(([part, calls]) => `- **${part}**: ${calls.join(', ')}`).join('\n')
}

test('the emulator answers every call of the route table', async () => {
  const answered = new Set((await written()).map(({ method, path }) => `${method} ${path}`))
  expect(routes.filter(({ method, path }) => !answered.has(`${method} ${path}`))).toEqual([])
})

describe('docs/internals/emulator.md', () => {
  test('lists the calls that the emulator answers', async () => {
    const marks = /(?<=<!-- calls: begin -->)|(?=<!-- calls: end -->)/
    const [before, shown, after] = readFileSync(path, 'utf8').split(marks)
    const calls = await listed(await written())
    if (process.env['UPDATE'] === '1') writeFileSync(path, `${before}\n\n${calls}\n\n${after}`)
    else expect(shown?.trim(), how).toBe(calls)
  })

  test('finds a call in a page that the emulator does not have', async () => {
    const calls = await listed([
      { method: 'GET', path: '/quotes/{quoteId}' },
      { method: 'DELETE', path: '/quotes/{quoteId}' },
      { method: 'GET', path: '/nothing' },
    ])
    expect(calls).toBe('- **quotes**: `GET /quotes/{quoteId}`')
  })
})
