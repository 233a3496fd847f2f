/** The audit log: one event for each call, as the backend reports it to its operator. @module */
import type { ReactElement } from 'react'
import type { AuditEntry } from '../../contract.js'
import { timeText } from '../times.js'
import { auditWords } from './audit-words.js'
import type { PartProps } from './part.js'

/** The part with the events, newest first. */
export function AuditPart({ view }: PartProps): ReactElement {
  const audit = view?.audit ?? []
  return (
    <div>
      <p className="dim">
        What the backend reports with onEvent: one event for each call, without codes, tokens or bodies. A
        call whose first answer asks for a signature is two events. The newest is at the top.
      </p>
      {audit.length === 0 && <p className="dim">No events yet.</p>}
      <ol className="wire" aria-label="Audit log">
        {audit.toReversed().map((entry) => (
          <Event key={entry.number} entry={entry} />
        ))}
      </ol>
    </div>
  )
}

function Event({ entry }: { readonly entry: AuditEntry }): ReactElement {
  const { at, duration, person, accountId } = entry
  const { operation, outcome, tone, why } = auditWords(entry)
  const who = person === undefined ? 'nobody' : accountId === undefined ? person : `${person}’s wallet`
  return (
    <li className="audited">
      <p>
        <span className={`outcome outcome-${tone}`}>{outcome}</span> <span>{operation}</span>
      </p>
      <p className="dim">
        <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
        {` · ${who} · ${duration} ms`}
      </p>
      {why !== undefined && <p className="audited-why">{why}</p>}
    </li>
  )
}
