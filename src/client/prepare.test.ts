/** Tests how inputs become a request, and what is refused before anything is sent. @module */
import { describe, expect, it } from 'vitest'
import { getBulkJobRoute, uploadCustomersRoute } from '../wire/bulk-customers.js'
import { challengeCredentialRoute, listCredentialsRoute, verifyCredentialRoute } from '../wire/credentials.js'
import { getCustomerRoute, listCustomersRoute, updateCustomerRoute } from '../wire/customers.js'
import { createDocumentRoute } from '../wire/documents.js'
import { listExchangeRatesRoute } from '../wire/exchange-rates.js'
import { lookUpUmaRoute } from '../wire/lookups.js'
import { createQuoteRoute } from '../wire/quote-creation.js'
import type { AnyRoute } from '../wire/route.js'
import { transferOutRoute } from '../wire/transfers.js'
import { prepare } from './prepare.js'

const uuid = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
const customerId = `Customer:${uuid}`
const id = `AuthMethod:${uuid}`
const transfer = {
  source: { accountId: `InternalAccount:${uuid}` },
  destination: { accountId: `ExternalAccount:${uuid}` },
  amount: 1_00,
}
const messageOf = (row: AnyRoute, inputs: unknown): string => {
  try {
    prepare(row, inputs)
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
  throw new Error('taken')
}

describe('inputs', () => {
  it('the inputs of a call that its path names go into the path', () => {
    expect(prepare(getCustomerRoute, { customerId })).toEqual({
      target: `/customers/${customerId}`,
      body: undefined,
    })
  })

  it('string inputs in the path are escaped', () => {
    expect(prepare(getBulkJobRoute, { jobId: 'a/b?c#d e%2e' }).target).toBe(
      '/customers/bulk/jobs/a%2Fb%3Fc%23d%20e%252e',
    )
    expect(prepare(lookUpUmaRoute, { address: '$ada@uma.example' }).target).toBe(
      '/receiver/uma/%24ada%40uma.example',
    )
  })

  it('the inputs in the query are sent as text, and a list as repeated parameters', () => {
    const accountId = `InternalAccount:${uuid}`
    const queryOf = (row: AnyRoute, inputs: object): string =>
      decodeURIComponent(prepare(row, inputs).target.split('?')[1] ?? '')
    expect(queryOf(listCredentialsRoute, { accountId })).toBe(`accountId=${accountId}`)
    expect(queryOf(listCustomersRoute, { limit: 5, isIncludingDeleted: false, cursor: 'a&b' })).toBe(
      'limit=5&cursor=a&b&isIncludingDeleted=false',
    )
    expect(prepare(listCustomersRoute, { cursor: 'a&b' }).target).toBe('/customers?cursor=a%26b')
    expect(queryOf(listExchangeRatesRoute, { sendingAmount: 7, destinationCurrency: ['EUR', 'MXN'] })).toBe(
      'sendingAmount=7&destinationCurrency=EUR&destinationCurrency=MXN',
    )
  })

  it('only the inputs that are fields of the body go into the body', () => {
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada' }
    expect(prepare(updateCustomerRoute, { customerId, ...body })).toEqual({
      target: `/customers/${customerId}`,
      body: JSON.stringify(body),
    })
  })

  it('inputs that are undefined are left out', () => {
    const inputs = { customerId, customerType: 'INDIVIDUAL', fullName: undefined }
    expect(prepare(updateCustomerRoute, inputs).body).toBe('{"customerType":"INDIVIDUAL"}')
    expect(prepare(listCustomersRoute, { limit: undefined }).target).toBe('/customers')
  })

  it('an optional body is not sent if all its fields are left out', () => {
    expect(prepare(challengeCredentialRoute, { id }).body).toBeUndefined()
  })

  it('the body of a call with a file is a form', async () => {
    const file = new File(['x'], 'a.csv')
    const { body } = prepare(uploadCustomersRoute, { file })
    if (!(body instanceof FormData)) throw new Error('no form')
    expect(body.get('file')).toMatchObject({ name: 'a.csv', size: 1 })
    const parts = { file, documentType: 'PASSPORT', country: 'GB', documentHolder: customerId }
    const { body: form } = prepare(createDocumentRoute, parts)
    expect(form instanceof FormData && form.get('country')).toBe('GB')
  })
})

describe('mistakes of the caller', () => {
  it.each<[string, AnyRoute, unknown, string]>([
    ['no object', getCustomerRoute, customerId, 'one object'],
    ['null', getCustomerRoute, null, 'one object'],
    ['a list', getCustomerRoute, [], 'one object'],
    ['a missing id', getCustomerRoute, {}, '`customerId`'],
    ['an id of another type', getCustomerRoute, { customerId: `Quote:${uuid}` }, 'Customer:<uuid>'],
    ['an id that leads elsewhere', getCustomerRoute, { customerId: `${customerId}/../x` }, '`customerId`'],
    ['a number for an id', getCustomerRoute, { customerId: 7 }, '`customerId`'],
    ['a missing id in the query', listCredentialsRoute, {}, '`accountId`'],
    ['a missing text', getBulkJobRoute, {}, '`jobId`'],
    ['a text that is a step up', getBulkJobRoute, { jobId: '..' }, '`jobId`'],
    ['a text that is a dot', getBulkJobRoute, { jobId: '.' }, '`jobId`'],
    ['a limit past 100', listCustomersRoute, { limit: 101 }, '`limit`'],
    ['a filter with an unknown value', listCustomersRoute, { customerType: 'ROBOT' }, '`customerType`'],
    ['a filter that is an object', listCustomersRoute, { cursor: {} }, '`cursor`'],
    [
      'a list that is a string',
      listExchangeRatesRoute,
      { destinationCurrency: 'EUR' },
      '`destinationCurrency`',
    ],
    [
      'a wrong item of a list',
      listExchangeRatesRoute,
      { destinationCurrency: ['EUR', 'e'] },
      '`destinationCurrency`',
    ],
    ['an input that the call does not have', getCustomerRoute, { customerId, name: 'x' }, '`name`'],
    [
      'the name of something every object has',
      getCustomerRoute,
      { customerId, constructor: 'x' },
      '`constructor`',
    ],
    ['a field that the body does not have', transferOutRoute, { ...transfer, memo: 'x' }, '`memo`'],
    ['a missing field', transferOutRoute, { ...transfer, source: {} }, '`source.accountId`'],
    ['a missing body', createQuoteRoute, {}, '`source`'],
    ['an amount that no number holds', transferOutRoute, { ...transfer, amount: 2 ** 53 }, '`amount`'],
    ['an amount with a fraction', transferOutRoute, { ...transfer, amount: 0.5 }, '`amount`'],
    ['an unknown variant', verifyCredentialRoute, { id, type: 'SMS' }, '`type`'],
    ['no file', uploadCustomersRoute, { file: 'x' }, '`file`'],
  ])('the error for a caller’s mistake names the field: %s', (_, row, inputs, expected) => {
    const message = messageOf(row, inputs)
    expect(message).toContain(expected)
    expect(message).toContain(row.operation)
  })

  it('the error for a caller’s mistake does not contain the value', () => {
    expect(
      messageOf(verifyCredentialRoute, { id, type: 'EMAIL_OTP', otp: 123456, clientPublicKey: 'secret' }),
    ).not.toMatch(/123456|secret/)
  })
})
