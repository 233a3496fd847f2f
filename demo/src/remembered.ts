/**
 * What the hosted page knew when it was last open. The page starts with this, because its worker takes longer to start
 * than a screen takes to show, and corrects it when the worker has answered.
 * @module
 */
import type { Me, Welcome } from '../contract.js'
import { people } from '../people.js'
import { isHosted } from './worker.js'

/** The server's last answers. */
export interface Remembered {
  readonly welcome: Welcome
  /** Absent if nobody was logged in. */
  readonly me?: Me
}

const key = 'heron remembered'

/** Enough to choose a person. The hosted demo is always in strict mode. */
const firstVisit: Remembered = {
  welcome: { mode: 'strict', profile: 'seed', exportSigner: '', otpSigner: '', people },
}

/**
 * Returns the remembered answers. Returns `undefined` if the page must ask first, because there is a server or because
 * the page was reloaded without its worker.
 */
export function remembered(): Remembered | undefined {
  if (!isHosted()) return undefined
  const text = localStorage.getItem(key)
  if (text === null) return firstVisit
  // The type assertion is safe: a page of this origin stored this text with `remember`.
  const last = JSON.parse(text) as Remembered
  // A wallet makes calls at once, and only a worker can answer them.
  return last.me === undefined || navigator.serviceWorker.controller !== null ? last : undefined
}

/** Stores the answers for the next visit. */
export function remember(last: Remembered): void {
  if (isHosted()) localStorage.setItem(key, JSON.stringify(last))
}
