/** The programs that the README tells people to run do what it says. @module */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { codeBlocks } from './markdown.js'
import { readTree, root } from './tree.js'

const directory = join(root, 'test-results', `docs-run-${process.pid}`)

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(directory, { recursive: true, force: true })
})

/** The block of README.md that begins with its file's name. */
function program(name: string): string {
  const block = codeBlocks(readTree().get('README.md') ?? '').find(({ code }) => code.startsWith(`// ${name}\n`))
  if (block === undefined) throw new Error(`README.md shows no ${name}`)
  return block.code
}

test('pay.js pays, and prints what the README says that it prints', async () => {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'pay.ts')
  writeFileSync(path, program('pay.js'))
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import(/* @vite-ignore */ path)
  const printed = print.mock.calls.map((values) => values.map((value) => inspected(value)).join(' ')).join('\n')
  expect(readTree().get('README.md')).toContain(`It prints \`${printed}\``)
  expect(printed).toMatch(/^COMPLETED /)
})

const inspected = (value: unknown): string => (typeof value === 'bigint' ? `${value}n` : String(value))
