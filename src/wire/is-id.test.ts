import { expect, test } from 'vitest'
import { idPattern } from './ids.js'
import { isId } from './is-id.js'

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'

test.each([
  `InternalAccount:${uuid}`,
  `internalaccount:${uuid.toUpperCase()}`,
  `Session:${uuid}`,
  uuid,
  '',
  ':',
  'InternalAccount:',
  `InternalAccount:${uuid}:`,
  `InternalAccount:${uuid}\n`,
  `InternalAccount:${uuid} `,
  ` InternalAccount:${uuid}`,
  `InternalAccount:${uuid.replace('0', 'g')}`,
  `InternalAccount:${uuid.replace('-', '0')}`,
  `InternalAccount:${uuid.slice(1)}`,
  `InternalAccount:${uuid}0`,
  `InternalAccount:-${uuid.slice(1)}`,
  `InternalAccount:${uuid.slice(0, -1)}-`,
  `InternalAccount:../${uuid.slice(3)}`,
  'InternalAccount:--------0--------0000--0000--0000',
])('isId and idPattern agree about %j', (text) => {
  expect(isId('InternalAccount', text)).toBe(idPattern('InternalAccount').test(text))
})
