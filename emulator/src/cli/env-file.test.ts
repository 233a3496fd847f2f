import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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
    '# my own\r\nSERVICE_URL=http://localhost:4010\r\nDATABASE_URL=a=b\r\nLAST=1\r\nSERVICE_SECRET=secret\r\n',
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

it('the other lines of a file keep their bytes, whatever their encoding, and a mark of the byte order stays', () => {
  const path = newFile()
  const own = Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('OWNER=M'), 0xfc, ...Buffer.from('ller\n')])
  writeFileSync(path, own)
  writeEnvFile(path, variables)
  expect(readFileSync(path).subarray(0, own.length)).toEqual(own)
})

it('a variable behind a mark of the byte order is found', () => {
  const path = newFile()
  writeFileSync(path, '\ufeffSERVICE_URL=old\n')
  writeEnvFile(path, variables)
  expect(readFileSync(path, 'utf8')).toBe('\ufeffSERVICE_URL=http://localhost:4010\nSERVICE_SECRET=secret\n')
})

it('a file in UTF-16, as some shells write it, is refused, and stays as it is', () => {
  const path = newFile()
  const own = Buffer.from('\ufeffOWNER=1\r\n', 'utf16le')
  writeFileSync(path, own)
  expect(() => writeEnvFile(path, variables)).toThrow(`${path} is not in UTF-8`)
  expect(readFileSync(path)).toEqual(own)
})

it('a link stays a link, and the file that it leads to is written', () => {
  const path = newFile()
  writeFileSync(path, 'OWN=1\n')
  symlinkSync(path, `${path}.link`)
  writeEnvFile(`${path}.link`, variables)
  expect(lstatSync(`${path}.link`).isSymbolicLink()).toBe(true)
  expect(readFileSync(path, 'utf8')).toContain('OWN=1\nSERVICE_URL=')
})
