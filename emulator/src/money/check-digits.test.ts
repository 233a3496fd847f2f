import { describe, expect, it } from 'vitest'
import { ibanOf, isBrazilianTaxId, isClabe, isIban, isRoutingNumber, wrongNumbers } from './check-digits.js'

describe('check digits', () => {
  // The examples of the IBAN registry.
  it.each([
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'AE070331234567890123456',
    'DK5000400440116243',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'de89370400440532013000',
  ])('the IBAN %s is right', (iban) => {
    expect(isIban(iban)).toBe(true)
  })

  it.each([
    ['other check digits', 'DE00370400440532013000'],
    ['two digits exchanged', 'DE89370400440532010300'],
    ['an unknown country', 'XX89370400440532013000'],
    ['another length', 'DE8937040044053201300'],
    ['a name of every object', 'constructor'],
  ])('an IBAN with %s is wrong', (_, iban) => {
    expect(isIban(iban)).toBe(false)
  })

  it('an IBAN is made from a country and an account', () => {
    expect(ibanOf('DE', '370400440532013000')).toBe('DE89370400440532013000')
    expect(isIban(ibanOf('DE', '370400440532013002'))).toBe(true)
  })

  it.each([
    ['021000021', true],
    ['011401533', true],
    ['021000022', false],
    ['000000000', false],
    ['02100002', false],
  ])('the routing number %s: %s', (text, isRight) => {
    expect(isRoutingNumber(text)).toBe(isRight)
  })

  it.each([
    ['032180000118359719', true],
    ['002010077777777771', true],
    ['032180000118359718', false],
    ['123456789012345678', false],
  ])('the CLABE %s: %s', (text, isRight) => {
    expect(isClabe(text)).toBe(isRight)
  })

  it.each([
    ['52998224725', true],
    ['11144477735', true],
    ['52998224724', false],
    ['11111111111', false],
    ['11222333000181', true],
    ['11222333000180', false],
    ['1122233300018', false],
  ])('the CPF or CNPJ %s: %s', (text, isRight) => {
    expect(isBrazilianTaxId(text)).toBe(isRight)
  })

  it('the wrong fields of an account are named', () => {
    const fields = (info: Record<string, unknown>): unknown => wrongNumbers(info).map(([field]) => field)
    expect(fields({ accountNumber: '123456７８９', routingNumber: '021000022' })).toEqual([
      'routingNumber',
      'accountNumber',
    ])
    expect(fields({ pixKey: 'ada@example.com', pixKeyType: 'EMAIL', taxId: '52998224725' })).toEqual([])
    expect(fields({ pixKey: '52998224724', pixKeyType: 'CPF', taxId: '52998224725' })).toEqual(['pixKey'])
  })
})
