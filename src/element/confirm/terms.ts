/** The terms of a payment as a person reads them. @module */
import type { QuoteDetails } from '../../index.js'
import { type Child, el } from '../dom.js'
import { moneyText, rateText, type Say } from '../text.js'

/** All that a person is shown of the terms, as a text that is equal only for equal terms. */
export const essenceOf = ({
  quoteId,
  sends,
  receives,
  fees,
  exchangeRate,
  receiver,
  expiresAt,
}: QuoteDetails): string =>
  JSON.stringify([
    quoteId,
    ...[sends, receives, fees].map(({ amount, currency }) => [amount, currency.code, currency.decimals]),
    exchangeRate,
    receiver['accountId'],
    receiver['umaAddress'],
    expiresAt,
  ])

/** Whom a payment is for: by the platform's name, the quote's, an address or the end of an account's id. */
export interface Receiver {
  readonly name: string
  /** Says which of several accounts, if the name does not. */
  readonly detail: string | undefined
}

/** @param named the platform's name for the receiver, if it has given one */
export function receiverOf(
  { receiver, counterparty }: QuoteDetails,
  named: string | undefined,
  say: Say,
): Receiver {
  const [account, address] = ['accountId', 'umaAddress'].map((field) => receiver[field])
  const ending = typeof account === 'string' ? say('accountEnding', { digits: account.slice(-4) }) : undefined
  const shown = typeof address === 'string' ? address : ending
  const name = named ?? counterparty['FULL_NAME']
  return name === undefined ? { name: shown ?? '—', detail: undefined } : { name, detail: shown }
}

/**
 * The amount and the list below it. `expiry` is filled in by the caller, every second; without it the list is short, for a
 * payment that has been decided upon.
 */
export function termsView(
  details: QuoteDetails,
  { say, lang, named, expiry }: { say: Say; lang: string; named: string | undefined; expiry?: HTMLElement },
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
  const money = (text: string): HTMLElement => el('bdi', {}, text)
  return [
    el(
      'div',
      { part: 'sends' },
      el('p', { class: 'note' }, say('youSend')),
      el('p', { class: 'amount', part: 'amount' }, money(moneyText(sends, lang))),
    ),
    el(
      'dl',
      { part: 'terms' },
      row(
        say('to'),
        el('bdi', {}, name),
        detail === undefined ? undefined : el('div', { class: 'note detail' }, el('bdi', {}, detail)),
      ),
      ...(expiry === undefined
        ? []
        : [
            row(say('receiverGets'), money(moneyText(receives, lang))),
            row(say('fee'), fees.amount === 0 ? say('noFee') : money(moneyText(fees, lang))),
            sends.currency.code === receives.currency.code
              ? undefined
              : row(say('rate'), money(rateText(exchangeRate, details, lang))),
            row(say('validFor'), expiry),
          ]),
    ),
  ]
}
