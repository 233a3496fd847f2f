/** The check digits of bank account numbers, and the forms in which banks accept the numbers. @module */

/** The length of an IBAN in each country that has one, by ISO 13616. */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
)

/** Whether an IBAN has a known country, that country's length, and the right check digits. */
export function isIban(text: string): boolean {
  const iban = text.toUpperCase()
  if (ibanLengths[iban.slice(0, 2)] !== iban.length) return false
  return remainder(`${iban.slice(4)}${iban.slice(0, 4)}`) === 1n
}

/** Returns an IBAN with the check digits of its country and account: `ibanOf('DE', '370400440532013000')`. */
export function ibanOf(country: string, account: string): string {
  const digits = String(98n - remainder(`${account}${country}00`)).padStart(2, '0')
  return `${country}${digits}${account}`
}

/** The remainder by 97 of a text whose letters count as 10 to 35. */
const remainder = (text: string): bigint =>
  BigInt(text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n

/** The sum of the digits, each multiplied by its weight. The weights repeat. */
const weighted = (digits: string, weights: readonly number[], modulo = Number.POSITIVE_INFINITY): number =>
  [...digits].reduce(
    (sum, digit, i) => sum + ((Number(digit) * (weights[i % weights.length] ?? 0)) % modulo),
    0,
  )

/** Whether a routing number of a bank in the United States has the right check digit. */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && Number(text) > 0 && weighted(text, [3, 7, 1]) % 10 === 0

/** Whether a CLABE of a Mexican account has the right check digit. */
export const isClabe = (text: string): boolean =>
  /^\d{18}$/.test(text) && (10 - (weighted(text.slice(0, 17), [3, 7, 1], 10) % 10)) % 10 === Number(text[17])

/** Whether a Brazilian tax number has the right check digits: a CPF of 11 digits, or a CNPJ of 14. */
export function isBrazilianTaxId(text: string): boolean {
  // The same digit eleven or fourteen times has the right check digits, and is not given to anyone.
  if (!/^(\d{11}|\d{14})$/.test(text) || /^(.)\1+$/.test(text)) return false
  const isPerson = text.length === 11
  return [2, 1].every((left) => {
    const before = text.slice(0, text.length - left)
    const weights = [...before].map((_, i) => {
      const place = before.length - i + 1
      return isPerson ? place : ((place - 2) % 8) + 2
    })
    const rest = weighted(before, weights) % 11
    return Number(text[before.length]) === (rest < 2 ? 0 : 11 - rest)
  })
}

/** What is wrong with the account numbers of an external account, by field. Empty if nothing is. */
export function wrongNumbers(
  info: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] {
  const { iban, routingNumber, clabeNumber, accountNumber, taxId, pixKey, pixKeyType } = info
  const rows: readonly (readonly [string, unknown, (text: string) => boolean, string])[] = [
    ['iban', iban, isIban, 'the IBAN has a wrong country, length or check digits'],
    ['routingNumber', routingNumber, isRoutingNumber, 'the routing number has a wrong check digit'],
    ['clabeNumber', clabeNumber, isClabe, 'the CLABE has a wrong check digit'],
    ['accountNumber', accountNumber, isPlain, 'the account number has characters that banks do not use'],
    ['taxId', taxId, isBrazilianTaxId, 'the CPF or CNPJ has wrong check digits'],
    [
      'pixKey',
      pixKeyType === 'CPF' || pixKeyType === 'CNPJ' ? pixKey : undefined,
      isBrazilianTaxId,
      'the CPF or CNPJ has wrong check digits',
    ],
  ]
  return rows.flatMap(([field, value, isRight, words]) =>
    typeof value === 'string' && !isRight(value) ? [[field, words] as const] : [],
  )
}

/** Whether a number has only Latin letters, Latin digits, spaces, hyphens, dots and slashes. */
const isPlain = (text: string): boolean => /^[\dA-Za-z](?:[\dA-Za-z ./-]*[\dA-Za-z])?$/.test(text)
