/** Shows the terms of a payment to the user. @module */
import type { QuoteDetails } from '../../index.js'
import { type Child, el } from '../dom.js'
import { moneyText, rateText, type Say, verbatim } from '../text.js'

/** Combines the terms that the user sees into one string. Equal strings mean equal terms. */
export const essenceOf = ({
  quoteId,
  sends,
  receives,
  fees,
  exchangeRate,
  receiver,
  payee,
  expiresAt,
}: QuoteDetails): string =>
  JSON.stringify([
    quoteId,
    ...[sends, receives, fees].map(({ amount, currency }) => [amount, currency.code, currency.decimals]),
    exchangeRate,
    receiver['accountId'],
    receiver['umaAddress'],
    payee,
    expiresAt,
  ])

/** The receiver of a payment, as the user sees it. The texts may contain verbatim parts. */
export interface Receiver {
  readonly name: string
  /**
   * The UMA address or the end of the account id, to tell receivers with the same name apart. `undefined` if the quote
   * has neither, or if one of them is used as the `name`.
   */
  readonly detail: string | undefined
}

/**
 * Returns the receiver. The name is the first of these that exists: the name that the platform backend has added,
 * `named` (what the page calls the receiver), the full name in the quote, the UMA address, the end of the account id.
 */
export function receiverOf(
  { receiver, payee, counterparty }: QuoteDetails,
  named: string | undefined,
  say: Say,
): Receiver {
  const [account, address] = ['accountId', 'umaAddress'].map((field) => receiver[field])
  const ending = typeof account === 'string' ? say('accountEnding', { digits: account.slice(-4) }) : undefined
  const shown = typeof address === 'string' ? verbatim(address) : ending
  const name = payee ?? named ?? counterparty['FULL_NAME']
  return name === undefined
    ? { name: shown ?? '—', detail: undefined }
    : { name: verbatim(name), detail: shown }
}

interface TermsWords {
  readonly say: Say
  readonly lang: string
  readonly named: string | undefined
  readonly expiry?: HTMLElement
  readonly purpose?: string | undefined
}

/**
 * Returns the amount, and the list of terms to show below it. The caller keeps the text of `expiry` up to date. Without
 * `expiry` the list contains only the receiver, and the `purpose` of an authorization, for a payment that the user has
 * already confirmed.
 */
export function termsView(
  details: QuoteDetails,
  { say, lang, named, expiry, purpose }: TermsWords,
): readonly Child[] {
  const { sends, receives, fees, exchangeRate } = details
  const { name, detail } = receiverOf(details, named, say)
  const row = (term: string, ...value: Child[]): HTMLElement =>
    el(
      'div',
      { class: 'row', part: 'row' },
      el('dt', { part: 'term' }, term),
      el('dd', { part: 'value' }, ...value),
    )
  return [
    el(
      'div',
      { part: 'sends' },
      el('p', { class: 'note' }, say('youSend')),
      el('p', { class: 'amount', part: 'amount' }, verbatim(moneyText(sends, lang, ' '))),
    ),
    el(
      'dl',
      { part: 'terms' },
      row(say('to'), name, detail === undefined ? undefined : el('div', { class: 'note detail' }, detail)),
      purpose === undefined ? undefined : row(say('authorizeWhat'), purpose),
      ...(expiry === undefined
        ? []
        : [
            row(say('receiverGets'), verbatim(moneyText(receives, lang))),
            row(say('fee'), fees.amount === 0 ? say('noFee') : verbatim(moneyText(fees, lang))),
            sends.currency.code === receives.currency.code
              ? undefined
              : row(say('rate'), verbatim(rateText(exchangeRate, details, lang))),
            row(say('validFor'), expiry),
          ]),
    ),
  ]
}
