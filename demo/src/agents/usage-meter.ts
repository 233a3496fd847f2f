/** Shows how much of a limit has been used. @module */
import type { Currency } from 'embedded-wallet-auth'
import { el, setAttribute, setText } from '../dom.js'
import { formatAmount, formatMoney } from '../money.js'

/** A bar with its figures. */
export interface UsageMeter {
  readonly root: HTMLElement
  /** Shows amounts, which are in the smallest unit. */
  readonly show: (used: number, limit: number) => void
}

/** Makes an empty bar for a limit. */
export function usageMeter(label: string, currency: Currency): UsageMeter {
  const figures = el('span', { class: 'figure' })
  const bar = el('div', { class: 'meter-fill' })
  const meter = el('div', { class: 'meter', role: 'meter', 'aria-label': label, 'aria-valuemin': 0 }, bar)
  return {
    root: el(
      'div',
      { class: 'usage-line' },
      el('p', { class: 'usage-text', 'aria-hidden': 'true' }, el('span', { class: 'soft' }, label), figures),
      meter,
    ),
    show(used, limit) {
      const text = `${formatAmount(used, currency)} of ${formatMoney({ amount: limit, currency })}`
      setText(figures, text)
      setAttribute(meter, 'aria-valuemax', limit)
      setAttribute(meter, 'aria-valuenow', used)
      setAttribute(meter, 'aria-valuetext', text)
      bar.style.setProperty('inline-size', `${Math.min(100, (used / Math.max(1, limit)) * 100)}%`)
    },
  }
}
