/** Arms a fault for the next call of a kind, and shows which faults have occurred. @module */
import { type ReactElement, type ReactNode, useState } from 'react'
import { type ArmedFault, type FaultKind, faultKinds } from '../../contract.js'
import * as platform from '../platform.js'
import { shortTime } from '../times.js'
import { useAgreement, useApp } from '../ui/app-context.js'
import type { PartProps } from './part.js'

const calls: readonly (readonly [call: string, text: string])[] = [
  ['POST /auth/credentials/{id}/verify', 'Verify a proof'],
  ['POST /auth/credentials/{id}/challenge', 'Ask for a challenge'],
  ['POST /quotes/{id}/execute', 'Execute a payment'],
  ['GET /quotes/{id}', 'Read a payment'],
  ['POST /auth/sessions/{id}/refresh', 'Extend a session'],
  ['DELETE /auth/sessions/{id}', 'End a session'],
  ['POST /auth/credentials', 'Create a credential'],
  ['DELETE /auth/credentials/{id}', 'Remove a credential'],
  ['GET /auth/credentials', 'List credentials'],
  ['POST /internal-accounts/{id}/export', 'Export the phrase'],
]

const kinds: Readonly<Record<FaultKind, string>> = {
  lost: 'The answer is lost',
  drop: 'The call never arrives',
  'rate-limited': '429, wait 30 s',
  unavailable: '503, unavailable',
  slow: 'Three seconds late',
}

const startOverWords = {
  title: 'Start the demo over?',
  about: 'All wallets, payments and passkeys of the demo are forgotten, in every tab.',
  facts: [],
  agree: 'Start over',
  refuse: 'Keep everything',
  weight: 'danger',
} as const

/** The part: two lists, buttons, and the armed faults with what they did. */
export function FaultsPart({ view, leave }: PartProps): ReactElement {
  const app = useApp()
  const agreed = useAgreement()
  const [call, setCall] = useState(calls[0]?.[0] ?? '')
  const [kind, setKind] = useState<FaultKind>('lost')
  const startOver = async (): Promise<void> => {
    leave()
    if (!(await agreed(startOverWords))) return
    await platform.startOver()
    await app.logOut()
    location.reload()
  }
  return (
    <div className="faults">
      <label htmlFor="fault-call">Next time the wallet wants to</label>
      <select id="fault-call" className="tool" value={call} onChange={({ target }) => setCall(target.value)}>
        {calls.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <label htmlFor="fault-kind">this happens</label>
      <select
        id="fault-kind"
        className="tool"
        value={kind}
        onChange={({ target }) => setKind(faultKinds.find((each) => each === target.value) ?? kind)}
      >
        {Object.entries(kinds).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <div className="tools">
        <Tool work={() => platform.arm(call, kind)}>Arm it</Tool>
        <Tool work={() => platform.disarm()}>Disarm all</Tool>
        <Tool work={startOver}>Start the demo over</Tool>
      </div>
      <div role="status">
        <ul className="armed">
          {view?.faults.toReversed().map((fault) => (
            <Armed key={fault.number} fault={fault} />
          ))}
        </ul>
      </div>
      <p className="dim">A fault affects one call.</p>
    </div>
  )
}

function Tool({
  work,
  children,
}: {
  readonly work: () => Promise<unknown>
  readonly children: ReactNode
}): ReactElement {
  return (
    <button type="button" className="tool" onClick={() => void work().catch(() => {})}>
      {children}
    </button>
  )
}

function Armed({ fault: { call, kind, fired } }: { readonly fault: ArmedFault }): ReactElement {
  const what =
    kind === 'lie'
      ? 'The backend lies'
      : `${calls.find(([value]) => value === call)?.[1] ?? call}: ${kinds[kind]}`
  return (
    <li className={fired ? 'armed-fired' : ''}>
      <span>{what}</span>
      {'\u00a0· '}
      <strong>{fired ? `fired at ${shortTime(new Date(fired.at).toISOString())}` : 'armed'}</strong>
    </li>
  )
}
