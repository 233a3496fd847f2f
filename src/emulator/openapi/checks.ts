/** How JSON Schema expresses the checks that our schemas make with functions, by the name of the check. @module */
import type { SchemaObject } from './schema-object.js'

/** A check: keywords that express it, a description of what they cannot express, or both. */
export interface DescribedCheck {
  readonly keywords?: SchemaObject
  readonly words?: string
}

/** At least one of the fields. Wrapped in `allOf`, so that type generators keep the object's own fields. */
const anyOf = (...fields: string[]): DescribedCheck => ({
  keywords: { allOf: [{ anyOf: fields.map((field) => ({ required: [field] })) }] },
})

/** All checks that the schemas in `src/wire` make with functions. */
export const checks: Readonly<Record<string, DescribedCheck>> = {
  'accountNumber or iban': anyOf('accountNumber', 'iban'),
  'accountNumber or phoneNumber': anyOf('accountNumber', 'phoneNumber'),
  'receiverUmaAddress or customerId': anyOf('receiverUmaAddress', 'customerId'),
  'name or isPaused': anyOf('name', 'isPaused'),
  'state or fundingSources': anyOf('state', 'fundingSources'),
  'at least one part': anyOf(
    'permissions',
    'defaultExecutionMode',
    'spendingLimits',
    'accountRestrictions',
    'approvalThresholds',
  ),
  'one of invoice, bolt12, lightningAddress': {
    keywords: {
      allOf: [{ oneOf: ['invoice', 'bolt12', 'lightningAddress'].map((field) => ({ required: [field] })) }],
    },
  },
  'no fundingSources with CLOSED': {
    keywords: {
      not: { properties: { state: { const: 'CLOSED' } }, required: ['state', 'fundingSources'] },
    },
  },
  'currency with amount': {
    keywords: {
      allOf: [{ anyOf: [{ required: ['currency'] }, { properties: { amount: { type: 'null' } } }] }],
    },
  },
  URL: { keywords: { format: 'uri' } },
  'each once': { keywords: { uniqueItems: true } },
  'each currency once': { words: 'each currencyCode once' },
  'minAmount up to maxAmount': { words: 'minAmount is at most maxAmount' },
  // Covered by the format "date".
  'no such day': {},
  'whole amount': { words: 'at most 9007199254740991' },
}
