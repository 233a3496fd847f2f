/**
 * Type-checks the walks with the types that openapi-typescript generates from the document. Wrong calls must be errors.
 * @module
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createEmulator } from 'embedded-wallet-auth-emulator'
import { afterAll, expect, test } from 'vitest'
import { root } from '../tree.js'

// A folder inside the project, so that packages resolve. Git and the formatter ignore it.
const directory = join(root, 'test-results', `openapi-${process.pid}`)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Runs Node and resolves with its output. Never rejects, because the output of a failure is what matters. */
const output = (...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, args, { cwd: root }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `failed: ${stdout}${stderr}`,
  )

test('the walks fit the types that are generated from the document', { timeout: 120_000 }, async () => {
  const answer = await createEmulator().fetch('http://service.test/openapi.json')
  mkdirSync(directory, { recursive: true })
  const [document, types] = [join(directory, 'openapi.json'), join(directory, 'client.d.ts')]
  writeFileSync(document, await answer.text())
  expect(await output('scripts/client-types.js', document, types)).toBe('')
  expect(readFileSync(types, 'utf8')).toContain('payloadToSign?: components["schemas"]["PayloadToSign"]')

  const options = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      paths: {
        'described-client': ['./client.d.ts'],
        'embedded-wallet-auth/*': ['../../src/*/index.ts'],
        'embedded-wallet-auth-emulator': ['../../emulator/src/index.ts'],
      },
    },
    include: ['../../test/openapi/client'],
    exclude: [],
  }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(options))
  expect(await output(join(root, 'node_modules/typescript/bin/tsc'), '-p', directory)).toBe('')
})
