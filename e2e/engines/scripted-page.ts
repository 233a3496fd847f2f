/** Adapts a tab for the wallet's calls: runs asynchronous functions in the page. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScriptedPage } from '../wallet-calls.js'
import type { DriverTab } from './driver.js'

/** Milliseconds. */
const loadDeadline = 30_000
/** The milliseconds between two checks whether a function has finished. */
const pause = 20

/** Opens an address that shows a harness. */
export async function open(tab: DriverTab, address: string): Promise<ScriptedPage> {
  await tab.navigate(address)
  await harnessed(tab)
  return scriptedPage(tab)
}

/** Waits for the harness, because not every driver waits for a page's modules. */
async function harnessed(tab: DriverTab): Promise<void> {
  const until = Date.now() + loadDeadline
  while (Date.now() < until) {
    if ((await tab.execute('return typeof harness', [])) === 'object') return
    await sleep(pause)
  }
  throw new Error('The page has no harness.')
}

/** Runs functions in a page: their source is sent to the page, and their results come back as JSON. */
function scriptedPage(tab: DriverTab): ScriptedPage {
  let tickets = 0

  const evaluate = async (work: (argument: never) => unknown, argument?: unknown): Promise<unknown> => {
    const ticket = tickets++
    // The function is part of the script, because the page's policy forbids eval.
    const script = `
      const [ticket, ...given] = arguments
      const runs = (window.runs ??= {})
      const end = (outcome) => { runs[ticket] = JSON.stringify(outcome) }
      Promise.resolve().then(() => (${work})(...given)).then((value) => end({ value }), (error) => end({ error: String(error) }))`
    await tab.execute(script, [ticket, ...(argument === undefined ? [] : [argument])])
    for (;;) {
      const json = await tab.execute('return window.runs ? (window.runs[arguments[0]] ?? "") : null', [
        ticket,
      ])
      if (typeof json !== 'string') throw new Error('The page went away meanwhile.')
      if (json !== '') {
        // Written by the script above.
        const { value, error } = JSON.parse(json) as { readonly value?: unknown; readonly error?: string }
        if (error !== undefined) throw new Error(error)
        return value
      }
      await sleep(pause)
    }
  }

  return {
    // The result is what the function returned, as far as JSON can represent it.
    evaluate: evaluate as ScriptedPage['evaluate'],
    async reload() {
      await tab.reload()
      await harnessed(tab)
    },
  }
}
