/**
 * What a hosted page knew when it was last open. Its worker may have to start first, which takes longer than showing a
 * screen. So the page begins with this data and corrects it when the worker has answered.
 * @module
 */
import type { Me, Welcome } from '../contract.js'
import { people } from '../people.js'
import { isHosted } from './worker.js'

/** The last answers of the server. */
export interface Remembered {
  readonly welcome: Welcome
  /** Absent if nobody was logged in. */
  readonly me?: Me
}

const key = 'heron remembered'

/** Enough to choose a person. A hosted demo is always in strict mode. */
const firstVisit: Remembered = { welcome: { mode: 'strict', exportSigner: '', people } }

/**
 * Returns the remembered data, or `undefined` if the page must ask first: because there is a server, or the page was
 * reloaded without its worker.
 */
export function remembered(): Remembered | undefined {
  if (!isHosted()) return undefined
  const text = localStorage.getItem(key)
  if (text === null) return firstVisit
  // The text was written below, by a page of this origin.
  const last = JSON.parse(text) as Remembered
  // A wallet makes calls at once, so there must be a worker that answers them.
  return last.me === undefined || navigator.serviceWorker.controller !== null ? last : undefined
}

/** Remembers the answers for the next visit. */
export function remember(last: Remembered): void {
  if (isHosted()) localStorage.setItem(key, JSON.stringify(last))
}
