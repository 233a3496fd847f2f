/** Shows how much of a limit has been used. @module */
import type { Currency } from 'embedded-wallet-auth'
import type { ReactElement } from 'react'
import { formatAmount, formatMoney } from '../money.js'

/** Amounts are in the smallest unit. What is used includes what waits for approval. */
interface UsageMeterProps {
  readonly label: string
  readonly used: number
  readonly waiting: number
  readonly limit: number
  readonly currency: Currency
}

/** A bar with its figures. */
export function UsageMeter({ label, used, waiting, limit, currency }: UsageMeterProps): ReactElement {
  const spent = used - Math.min(waiting, used)
  const held = used === spent ? '' : `, ${formatAmount(used - spent, currency)} waiting`
  const text = `${formatAmount(spent, currency)} of ${formatMoney({ amount: limit, currency })}${held}`
  const percent = (amount: number): string => `${Math.min(100, (amount / Math.max(1, limit)) * 100)}%`
  return (
    <div className="usage-line">
      <p className="usage-text" aria-hidden="true">
        <span className="soft">{label}</span>
        <span className="figure">{text}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot have two parts */}
      <div
        className="meter"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={spent}
        aria-valuetext={text}
      >
        <div className="meter-fill" style={{ inlineSize: percent(spent) }} />
        <div className="meter-fill meter-waiting" style={{ inlineSize: percent(used - spent) }} />
      </div>
    </div>
  )
}
