/** Shows the terms of a payment to the user. @module */
import { headlineMoney, type QuoteDetails } from '../../index.js'
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

export interface TermsWords {
  readonly say: Say
  readonly lang: string
  /** What the page calls the receiver. */
  readonly named: string | undefined
}

/** Returns a row of a list of terms. */
export const row = (term: string, ...value: readonly Child[]): HTMLElement =>
  el(
    'div',
    { class: 'row', part: 'row' },
    el('dt', { part: 'term' }, term),
    el('dd', { part: 'value' }, ...value),
  )

/**
 * Returns what is paid, and the list of terms below it: the exact amount if the large one is rounded, the receiver, and
 * `rows`.
 */
export function termsView(
  details: QuoteDetails,
  { say, lang, named }: TermsWords,
  {
    label,
    rows,
  }: { readonly label: 'youSend' | 'youPaid' | 'purposeOther'; readonly rows: readonly Child[] },
): readonly Child[] {
  const { sends } = details
  const headline = headlineMoney(sends)
  const { name, detail } = receiverOf(details, named, say)
  return [
    el(
      'div',
      { id: 'sends', class: 'sends', part: 'sends' },
      el('p', { class: 'note' }, say(label)),
      el('p', { class: 'amount', part: 'amount' }, verbatim(moneyText(headline, lang))),
    ),
    el(
      'dl',
      { part: 'terms' },
      headline.amount === sends.amount
        ? undefined
        : row(say('exactAmount'), verbatim(moneyText(sends, lang))),
      row(say('to'), name, detail === undefined ? undefined : el('div', { class: 'note detail' }, detail)),
      ...rows,
    ),
  ]
}

/** Returns the rows with what the payment costs, and what arrives. */
export const costRows = (
  details: QuoteDetails,
  { say, lang }: Pick<TermsWords, 'say' | 'lang'>,
): readonly Child[] => {
  const { sends, receives, fees, exchangeRate } = details
  return [
    row(say('receiverGets'), verbatim(moneyText(receives, lang))),
    row(say('fee'), fees.amount === 0 ? say('noFee') : verbatim(moneyText(fees, lang))),
    sends.currency.code === receives.currency.code
      ? undefined
      : row(say('rate'), verbatim(rateText(exchangeRate, details, lang))),
  ]
}
