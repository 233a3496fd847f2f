/** The badge beside the word Agents: how many payments wait for approval. @module */
import type { WalletStage } from '../app.js'
import { el, every, fill } from '../dom.js'

/** How often to read, in milliseconds. */
const look = 3_000

/** Makes the badge. It keeps reading the feed while the wallet is shown. */
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
