/** The workbench beside the wallet: what happens behind the page, and controls that no real wallet has. @module */
import type { PartName } from 'embedded-wallet-auth-emulator/panel'
import { type ReactElement, useEffect, useState } from 'react'
import { AuditPart } from './audit-part.js'
import { CustodyPart } from './custody-part.js'
import { EmulatorMessages, EmulatorPart } from './emulator-part.js'
import type { PartProps } from './part.js'
import { ScenariosPart } from './scenarios-part.js'
import { StartOver } from './start-over.js'
import { StatePart } from './state-part.js'
import { TracePart } from './trace-part.js'
import { usePanel } from './use-panel.js'
import { useWorkbenchView } from './use-workbench-view.js'

/** Shows a part of the emulator. */
const emulatorPart = (name: PartName) =>
  function Emulated({ panel }: PartProps): ReactElement {
    return <EmulatorPart panel={panel} name={name} />
  }

const parts: readonly (readonly [title: string, Part: (props: PartProps) => ReactElement])[] = [
  ['State', StatePart],
  ['Inbox', emulatorPart('inbox')],
  ['What happened', TracePart],
  ['Scenarios', ScenariosPart],
  ['Clock', emulatorPart('clock')],
  ['Key custody', CustodyPart],
  ['Faults', emulatorPart('faults')],
  ['Accounts', emulatorPart('accounts')],
  ['Audit log', AuditPart],
]

/** How many parts are open at first. */
const unfolded = 5

/**
 * The workbench. It opens if there is room beside the wallet, and closes if there no longer is, such as when the user zooms
 * in, so that it does not cover the wallet.
 */
export function Workbench(): ReactElement {
  const [isBeside] = useState(() => matchMedia('(min-width: 70rem)'))
  const [isOpen, setIsOpen] = useState(isBeside.matches)
  const leave = (): void => {
    if (!isBeside.matches) setIsOpen(false)
  }
  useEffect(() => {
    const follow = (): void => setIsOpen(isBeside.matches)
    isBeside.addEventListener('change', follow)
    return () => isBeside.removeEventListener('change', follow)
  }, [isBeside])
  const panel = usePanel(leave)
  const view = useWorkbenchView(panel)
  return (
    <aside className="workbench" aria-label="Workbench">
      <h2 className="workbench-heading">
        <button
          type="button"
          className="workbench-toggle"
          aria-controls="workbench-body"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          Workbench
          <span className="workbench-hint" aria-hidden="true">
            {isOpen ? 'hide' : 'show'}
          </span>
        </button>
      </h2>
      <div id="workbench-body" className="workbench-body" hidden={!isOpen}>
        <p className="workbench-lead">
          What happens behind the wallet. The service is emulated in the demo’s own process: nothing leaves
          this machine.
        </p>
        {parts.map(([title, Part], index) => (
          <details key={title} className="part" open={index < unfolded} onToggle={() => void panel.look()}>
            <summary>
              <h3>{title}</h3>
            </summary>
            <Part view={view} panel={panel} />
          </details>
        ))}
        <StartOver leave={leave} />
      </div>
      <EmulatorMessages panel={panel} />
    </aside>
  )
}
