/** The number beside the word Agents while payments wait. @module */
import type { WalletStage } from '../app.js'
import { el, every, fill } from '../dom.js'

/** The milliseconds between two readings. */
const look = 3_000

/** Makes the badge. While the wallet is shown, the badge also polls the feed. */
export function waitingBadge({ app, signal }: WalletStage): HTMLElement {
  const badge = el('span', { class: 'badge' })
  let shown = 0
  const update = (): void => {
    const count = app.waiting.current().length
    if (count === shown) return
    shown = count
    fill(
      badge,
      count === 0 ? undefined : [String(count), el('span', { class: 'visually-hidden' }, ' waiting')],
    )
  }
  app.watch(update, signal)
  every(signal, look, () => void app.waiting.look())
  update()
  return badge
}
