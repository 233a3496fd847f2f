import { describe, expect, it } from 'vitest'
import { AddressBody, CalendarDate, CountryCode, EmailAddress, PhoneNumber, UmaAddress } from './person.js'
import { parse, type Schema } from './schema.js'

const cases: [string, Schema<unknown>, readonly unknown[], readonly unknown[]][] = [
  ['CountryCode', CountryCode, ['GB'], ['gb', 'GBR', '', 7]],
  [
    'CalendarDate',
    CalendarDate,
    ['1815-12-10', '2024-02-29'],
    ['2023-02-29', '2024-02-30', '2024-13-01', '2024-00-10', '10.12.1815', '2024-01-01T00:00:00Z', 20240101],
  ],
  [
    'EmailAddress',
    EmailAddress,
    ['ada@example.com'],
    ['ada', 'ada@', `${'a'.repeat(320)}@example.com`, null],
  ],
  [
    'PhoneNumber',
    PhoneNumber,
    ['+442079460000'],
    ['02079460000', '+44 20', '+0123456789', '+1', '+1234567890123456'],
  ],
  [
    'UmaAddress',
    UmaAddress,
    ['$ada@uma.example', '$a.b-c_d+e@localhost:4010', '$success.usd@sandbox.example'],
    [
      'ada@uma.example',
      '$ada',
      '$@uma.example',
      '$ada@',
      '$a b@uma.example',
      '$ada@-a.example',
      `$${'a'.repeat(65)}@x`,
    ],
  ],
  [
    'AddressBody',
    AddressBody,
    [{ line1: 'a', postalCode: '1', country: 'GB', city: 'London' }],
    [
      { line1: 'a', postalCode: '1' },
      { postalCode: '1', country: 'GB' },
      { line1: 'a', country: 'GB' },
      { line1: '', postalCode: '1', country: 'GB' },
    ],
  ],
]

describe.each(cases)('%s', (name, schema, good, bad) => {
  it.each(good)(`${name} accepts %j`, (value) => {
    expect(parse(schema, value)).toEqual({ ok: true, value })
  })

  it.each(bad)(`${name} refuses %j`, (value) => {
    expect(parse(schema, value).ok).toBe(false)
  })
})
