/** Shows how much of a limit has been used. @module */
import type { Currency } from 'embedded-wallet-auth'
import { el, setAttribute, setText } from '../dom.js'
import { formatAmount, formatMoney } from '../money.js'

/** A bar with its figures. */
export interface UsageMeter {
  readonly root: HTMLElement
  /** Shows amounts, which are in the smallest unit. What is used includes what waits for approval. */
  readonly show: (used: number, waiting: number, limit: number) => void
}

/** Makes an empty bar for a limit. */
export function usageMeter(label: string, currency: Currency): UsageMeter {
  const figures = el('span', { class: 'figure' })
  const bar = el('div', { class: 'meter-fill' })
  const rest = el('div', { class: 'meter-fill meter-waiting' })
  const meter = el(
    'div',
    { class: 'meter', role: 'meter', 'aria-label': label, 'aria-valuemin': 0 },
    bar,
    rest,
  )
  return {
    root: el(
      'div',
      { class: 'usage-line' },
      el('p', { class: 'usage-text', 'aria-hidden': 'true' }, el('span', { class: 'soft' }, label), figures),
      meter,
    ),
    show(used, waiting, limit) {
      const spent = used - Math.min(waiting, used)
      const held = used === spent ? '' : `, ${formatAmount(used - spent, currency)} waiting`
      const text = `${formatAmount(spent, currency)} of ${formatMoney({ amount: limit, currency })}${held}`
      setText(figures, text)
      setAttribute(meter, 'aria-valuemax', limit)
      setAttribute(meter, 'aria-valuenow', spent)
      setAttribute(meter, 'aria-valuetext', text)
      const percent = (amount: number): string => `${Math.min(100, (amount / Math.max(1, limit)) * 100)}%`
      bar.style.setProperty('inline-size', percent(spent))
      rest.style.setProperty('inline-size', percent(used - spent))
    },
  }
}
