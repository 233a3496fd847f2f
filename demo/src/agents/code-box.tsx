/** The box with the code that connects an agent, and with instructions for it. @module */
import { useSecondsUntil } from 'embedded-wallet-auth/react'
import type { ReactElement } from 'react'
import { clockText } from '../times.js'
import { Button } from '../ui/button.js'
import { Problems, useAction } from '../ui/use-action.js'
import * as calls from './calls.js'
import type { AgentProps } from './use-agents.js'

/** The box. It is shown until the agent is connected. */
export function CodeBox({ agent: { id, name, connectCode }, after }: AgentProps): ReactElement {
  const left = useSecondsUntil(connectCode?.expiresAt)
  const redeem = useAction(async () => {
    await calls.redeem(id)
    await after({
      tone: 'good',
      title: `${name} is connected.`,
      next: 'The demo’s example agent can now pay. The code no longer works.',
    })
  })
  const renew = useAction(async () => {
    await calls.newCode(id)
    await after({ tone: 'good', title: 'New code created.', next: 'The old one no longer works.' })
  })
  return (
    <div className="code-box">
      <h3>Connection code</h3>
      {left > 0 && (
        <p className="agent-code" dir="ltr">
          {connectCode?.code}
        </p>
      )}
      <p className="hint figure">
        {left > 0 ? `Expires in ${clockText(left)} · single use` : 'This code has expired.'}
      </p>
      {left > 0 && (
        <p className="soft">
          Enter this code in the agent’s own software. It can then spend within the limits above, so don’t
          share the code with anyone else.
        </p>
      )}
      <Problems of={redeem} />
      <Problems of={renew} />
      <div className="row">
        {left > 0 && (
          <Button weight="primary" {...redeem.button} onClick={() => void redeem.run()}>
            Connect the example agent
          </Button>
        )}
        <Button weight="secondary" {...renew.button} onClick={() => void renew.run()}>
          Create new code
        </Button>
      </div>
    </div>
  )
}
