import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeEnvFile } from './env-file.js'

/** The path of a file that does not exist yet, in a folder that goes with the test. */
function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'env-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, '.env')
}

const variables = [
  ['SERVICE_URL', 'http://localhost:4010'],
  ['SERVICE_SECRET', 'secret'],
  ['SHOP_ID', undefined],
] as const

it('a new file has the variables that have a value, for its owner only', () => {
  const path = newFile()
  writeEnvFile(path, variables)
  expect(readFileSync(path, 'utf8')).toBe('SERVICE_URL=http://localhost:4010\nSERVICE_SECRET=secret\n')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('in a file of somebody else, only the lines of the variables change, and the others keep their place', () => {
  const path = newFile()
  writeFileSync(
    path,
    '# my own\r\nSERVICE_URL=https://old.example\r\nDATABASE_URL=a=b\r\nSHOP_ID=old\r\nLAST=1',
  )
  chmodSync(path, 0o644)
  writeEnvFile(path, variables)
  expect(readFileSync(path, 'utf8')).toBe(
    '# my own\r\nSERVICE_URL=http://localhost:4010\r\nDATABASE_URL=a=b\r\nLAST=1\nSERVICE_SECRET=secret\n',
  )
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('a variable that the file has several times is left once, since a reader may take any of them', () => {
  const path = newFile()
  writeFileSync(path, 'export SERVICE_SECRET=one\nSERVICE_SECRET=two\n')
  writeEnvFile(path, variables)
  writeEnvFile(path, variables)
  expect(readFileSync(path, 'utf8')).toBe('SERVICE_SECRET=secret\nSERVICE_URL=http://localhost:4010\n')
})
