/** Scenarios: a button for each thing that can go wrong, and a report of what happened. @module */
import type { ArmedFault } from '../../contract.js'
import { type App, isSignedIn } from '../app.js'
import { cutLine, isCut } from '../connection.js'
import { el, setAttribute, setText } from '../dom.js'
import * as platform from '../platform.js'
import { shortTime } from '../times.js'
import { moveClock } from './move-clock.js'
import type { Part } from './part.js'
import { keyErased } from './stored-record.js'

/** The report of a scenario: at first empty, then that the scenario is armed, and then what happened. */
interface Report {
  readonly stage: 'idle' | 'armed' | 'fired'
  readonly text: string
}

interface Scenario {
  readonly name: string
  readonly about: string
  readonly act: (report: (report: Report) => void) => void | Promise<void>
}

const execute = 'POST /quotes/{id}/execute'
const signInFirst: Report = { stage: 'idle', text: 'Sign in first.' }

/** Makes the part with the scenarios' buttons. */
export function scenariosPart(app: App): Part {
  const reports = new Map<string, (report: Report) => void>()
  const tabs = new BroadcastChannel('heron tabs')
  tabs.postMessage('opened')
  const isSignedInNow = (): boolean => {
    const state = app.member()?.wallet.getState()
    return state !== undefined && isSignedIn(state)
  }
  let isOpening = false
  let isExpiring = false

  const scenarios: Readonly<Record<string, Scenario>> = {
    lose: {
      name: 'Lose the answer of my next payment',
      about: 'The service pays, and nobody hears of it.',
      act: () => void platform.arm(execute, 'lost').catch(() => {}),
    },
    expire: {
      name: 'Expire the session',
      about: 'A quarter of an hour passes.',
      async act(report) {
        if (!isSignedInNow()) return report(signInFirst)
        isExpiring = true
        report({ stage: 'armed', text: 'Armed: the clock moves on.' })
        await moveClock(app, 15)
      },
    },
    offline: {
      name: 'Go offline',
      about: 'Every call of this tab fails.',
      act(report) {
        cutLine(!isCut())
        report(
          isCut()
            ? { stage: 'armed', text: 'This tab is offline. Try something, then reconnect.' }
            : { stage: 'idle', text: 'Back online.' },
        )
        app.trace.add({
          source: 'this tab',
          title: isCut() ? 'The workbench cut the connection.' : 'The connection is back.',
        })
      },
    },
    tab: {
      name: 'Open a second tab',
      about: 'Two tabs share one session.',
      act(report) {
        isOpening = true
        // With `noopener`, `open()` returns nothing. The new tab itself reports that it has opened.
        open(location.href, '_blank', 'noopener')
        report({ stage: 'armed', text: 'Waiting for the second tab.' })
      },
    },
    lie: {
      name: 'A lying backend',
      about: 'The next time you sign, it asks for the whole wallet instead.',
      act: () => void platform.armLie().catch(() => {}),
    },
    script: {
      name: 'A late script that tries to export',
      about: 'A script that came after the sign-in looks for the key.',
      async act(report) {
        report({ stage: 'armed', text: 'Running.' })
        const { tryToSteal } = await import('./late-script.js')
        const attempts = await tryToSteal()
        if (attempts.length === 0) return report(signInFirst)
        const got = attempts.filter(({ refusal }) => refusal === undefined).length
        const names = new Set(attempts.map(({ refusal }) => refusal?.split(':')[0]))
        report({
          stage: 'fired',
          text: `It found the key and tried ${attempts.length} ways to take it: ${got === 0 ? 'none' : got} worked${got === 0 ? ` (${[...names].join(', ')})` : ''}.`,
        })
      },
    },
  }

  const rows = Object.entries(scenarios).map(([key, { name, about, act }]) => {
    const text = el('p', { class: 'scenario-report', id: `scenario-${key}` }, about)
    const button = el(
      'button',
      { type: 'button', class: 'tool', 'aria-describedby': `scenario-${key}` },
      name,
    )
    const row = el('li', { class: 'scenario', 'data-stage': 'idle' }, button, text)
    const report = ({ stage, text: said }: Report): void => {
      if (text.textContent === said) return
      setAttribute(row, 'data-stage', stage)
      if (key === 'offline') {
        setText(button, isCut() ? 'Go back online' : name)
        setAttribute(button, 'data-on', isCut())
      }
      setText(text, said)
      app.announce(`${name}: ${said}`)
    }
    reports.set(key, report)
    app.watch(() => {
      if (text.textContent === signInFirst.text && isSignedInNow()) setText(text, about)
    }, new AbortController().signal)
    button.addEventListener('click', () => {
      void (async () => act(report))().catch(() =>
        report({ stage: 'idle', text: 'That did not work. Try again.' }),
      )
    })
    return row
  })

  tabs.addEventListener('message', () => {
    if (isOpening)
      reports.get('tab')?.({
        stage: 'fired',
        text: 'It is there. Sign out in one of them and watch the other.',
      })
    isOpening = false
  })
  app.trace.watchRejections((call, code) => {
    if (code === 'NETWORK' && isCut())
      reports.get('offline')?.({
        stage: 'fired',
        text: `It happened: ${call} was rejected with NETWORK. You can reconnect now.`,
      })
    if (code === 'PAYLOAD_REFUSED')
      reports.get('lie')?.({
        stage: 'fired',
        text: `It happened: the backend wanted the wallet exported, and ${call} was rejected with PAYLOAD_REFUSED. Nothing was stamped.`,
      })
  })
  app.watchSteps((step) => {
    if (isExpiring && step?.event === 'ended') {
      isExpiring = false
      // Not earlier than the record shows it.
      void keyErased(app)
        .catch(() => false)
        .then((isErased) => {
          const text = isErased
            ? 'It happened: the session ended, and its key is erased, in every tab.'
            : 'The session ended, but this browser may still store its key.'
          reports.get('expire')?.({ stage: 'fired', text })
        })
    }
  })

  const faultTexts: Readonly<Record<'lose' | 'lie', { armed: string; fired: (at: string) => string }>> = {
    lose: {
      armed: 'Armed. Now send a payment.',
      fired: (at) =>
        `It happened at ${at}: the service paid, and its answer was lost. “What happened” shows how the page found out.`,
    },
    lie: {
      armed: 'Armed. Now send a payment, or change something under Security.',
      fired: (at) => `The backend lied at ${at}. Confirm, and see what the wallet does.`,
    },
  }
  let first = true
  const showFault = ({ call, kind, fired }: ArmedFault): void => {
    const key = kind === 'lie' ? 'lie' : kind === 'lost' && call === execute ? 'lose' : undefined
    if (key === undefined) return
    const texts = faultTexts[key]
    reports.get(key)?.(
      fired
        ? { stage: 'fired', text: texts.fired(shortTime(new Date(fired.at).toISOString())) }
        : { stage: 'armed', text: texts.armed },
    )
  }
  const told = new Map<number, boolean>()

  return {
    title: 'Scenarios',
    element: el('ul', { class: 'scenarios' }, rows),
    update({ faults }) {
      for (const fault of faults) {
        const isFired = fault.fired !== undefined
        // A fault that occurred before this page was opened is not reported. A pending one is.
        if (told.get(fault.number) !== isFired && !(first && isFired)) showFault(fault)
        told.set(fault.number, isFired)
      }
      first = false
    },
  }
}
