/** The scenarios: what each button does, and how the workbench learns what has happened. @module */
import type { Hazard } from '../../contract.js'
import type { App } from '../app.js'
import { cutLine, isCut } from '../connection.js'
import { isSignedIn } from '../member.js'
import * as platform from '../platform.js'
import { shortTime } from '../times.js'
import { moveClock } from './move-clock.js'

/** The report of a scenario: at first empty, then that the scenario is armed, and then what happened. */
export interface Report {
  readonly stage: 'idle' | 'armed' | 'fired'
  readonly text: string
}

/** A scenario: its button, and what the button does. */
export interface Scenario {
  readonly name: string
  readonly about: string
  readonly act: (app: App, report: (report: Report) => void) => unknown
}

/** Shown if a scenario needs a session. */
export const signInFirst: Report = { stage: 'idle', text: 'Sign in first.' }

/** Whether the open wallet has a session that can sign. */
export function isSignedInNow(app: App): boolean {
  const state = app.member()?.wallet.getState()
  return state !== undefined && isSignedIn(state)
}

const execute = 'POST /quotes/{id}/execute'
const authorize = 'POST /quotes/{id}/authorize'

/** The name of a scenario. */
export type ScenarioKey = 'lose' | 'answer' | 'expire' | 'offline' | 'tab' | 'lie' | 'script' | 'framed'

/** The scenarios, in the order of their buttons. */
export const scenarios: Readonly<Record<ScenarioKey, Scenario>> = {
  lose: {
    name: 'Lose the answer of my next payment',
    about: 'The service pays, and nobody hears of it.',
    act: () => platform.loseAnswer(execute).catch(() => {}),
  },
  answer: {
    name: 'Lose the answer to my next payment code',
    about: 'For Emmy, whose payments ask for a code: the service pays, and nobody hears of it.',
    act: () => platform.loseAnswer(authorize).catch(() => {}),
  },
  expire: {
    name: 'Expire the session',
    about: 'A quarter of an hour passes.',
    async act(app, report) {
      if (!isSignedInNow(app)) return report(signInFirst)
      report({ stage: 'armed', text: 'Armed: the clock moves on.' })
      await moveClock(app, 15)
    },
  },
  offline: {
    name: 'Go offline',
    about: 'Every call of this tab fails.',
    act(app, report) {
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
    act(_, report) {
      report({ stage: 'armed', text: 'Waiting for the second tab.' })
      // With `noopener`, `open()` returns nothing. The new tab itself reports that it has opened.
      open(location.href, '_blank', 'noopener')
    },
  },
  lie: {
    name: 'A lying backend',
    about: 'The next time you sign, it asks for the whole wallet instead.',
    act: () => platform.armLie().catch(() => {}),
  },
  script: {
    name: 'A late script that tries to export',
    about: 'A script that came after the sign-in looks for the key.',
    async act(_, report) {
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
  framed: {
    name: 'A hostile script that can only ask',
    about:
      'The wallet moves to a page of its own. A script of the shop tries to pay, export and add a passkey.',
    act(app, report) {
      if (app.welcome.framing) return location.assign('elements.html?wallet=framed')
      report({ stage: 'idle', text: 'This demo has no second origin. Run it with npm start.' })
    },
  },
}

/** Returns the report of what a scenario has armed. `undefined` for another lost answer, which the panel has armed. */
export function hazardReport({
  call,
  happenedAt,
}: Hazard): { readonly key: ScenarioKey; readonly report: Report } | undefined {
  const key = armedBy[call]
  if (key === undefined) return undefined
  const { armed, happened } = hazardTexts[key]
  return happenedAt === undefined
    ? { key, report: { stage: 'armed', text: armed } }
    : { key, report: { stage: 'fired', text: happened(shortTime(happenedAt)) } }
}

/** The scenarios that arm something, by what they arm. */
const armedBy: Readonly<Record<string, 'lose' | 'answer' | 'lie' | undefined>> = {
  [execute]: 'lose',
  [authorize]: 'answer',
  lie: 'lie',
}

const hazardTexts = {
  answer: {
    armed: 'Armed. Now confirm a payment with its code.',
    happened: (at: string) =>
      `It happened at ${at}: the service took the code, and its answer was lost. “What happened” shows how the page found out.`,
  },
  lose: {
    armed: 'Armed. Now send a payment.',
    happened: (at: string) =>
      `It happened at ${at}: the service paid, and its answer was lost. “What happened” shows how the page found out.`,
  },
  lie: {
    armed: 'Armed. Now send a payment, or change something under Security.',
    happened: (at: string) => `The backend lied at ${at}. Confirm, and see what the wallet does.`,
  },
} as const

/** Returns the report of a call that was rejected as a scenario expects. */
export function rejectionReport(
  call: string,
  code: string,
): { readonly key: ScenarioKey; readonly report: Report } | undefined {
  if (code === 'NETWORK' && isCut()) {
    const text = `It happened: ${call} was rejected with NETWORK. You can reconnect now.`
    return { key: 'offline', report: { stage: 'fired', text } }
  }
  if (code !== 'PAYLOAD_REFUSED') return undefined
  const text = `It happened: the backend wanted the wallet exported, and ${call} was rejected with PAYLOAD_REFUSED. Nothing was stamped.`
  return { key: 'lie', report: { stage: 'fired', text } }
}

/** Returns the report of a session that has expired. */
export const expiryReport = (isErased: boolean): Report => ({
  stage: 'fired',
  text: isErased
    ? 'It happened: the session ended, and its key is erased, in every tab.'
    : 'The session ended, but this browser may still store its key.',
})
