/** What the page tells its user besides what its screens show: a notice, and a text for screen readers. @module */
import type { News } from './ui/notice.js'

export interface Notices {
  /** Stores a notice for the next screen that shows notices. */
  tell(news: News): void
  /** Returns the stored notice. */
  news(): News | undefined
  /** Removes the stored notice. Called by the screen that shows it. */
  takeNews(): void
  /** Announces a text to screen readers. */
  announce(text: string): void
  /** Returns the text that was announced last. */
  announcement(): string
}

export function createNotices(changed: () => void): Notices {
  let news: News | undefined
  let announcement = ''
  return {
    tell(told) {
      news = told
      changed()
    },
    news: () => news,
    takeNews() {
      news = undefined
    },
    announce(text) {
      announcement = text
      changed()
    },
    announcement: () => announcement,
  }
}
