/**
 * What a hosted page knew when it was last open. Its worker may have to start first, which takes longer than showing a screen:
 * the page begins with this, and corrects it when the worker has answered.
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

/** Enough to choose somebody. A hosted demo is always strict. */
const firstVisit: Remembered = { welcome: { mode: 'strict', exportSigner: '', people } }

/** `undefined` if the page has to ask first: there is a server, or the page was reloaded past its worker. */
export function remembered(): Remembered | undefined {
  if (!isHosted()) return undefined
  const text = localStorage.getItem(key)
  if (text === null) return firstVisit
  // Written below, by a page of this origin.
  const last = JSON.parse(text) as Remembered
  // The wallet of a person calls without asking whether anybody answers.
  return last.me === undefined || navigator.serviceWorker.controller !== null ? last : undefined
}

/** Remembers the answers for the next visit. */
export function remember(last: Remembered): void {
  if (isHosted()) localStorage.setItem(key, JSON.stringify(last))
}
