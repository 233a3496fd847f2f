/** The button that starts the demo over. @module */
import type { ReactElement } from 'react'
import * as platform from '../platform.js'
import { useAgreement, useApp } from '../ui/app-context.js'

const words = {
  title: 'Start the demo over?',
  about: 'All wallets, payments and passkeys of the demo are forgotten, in every tab.',
  facts: [],
  agree: 'Start over',
  refuse: 'Keep everything',
  weight: 'danger',
} as const

/** Asks first. `leave` closes the workbench if it covers the question. */
export function StartOver({ leave }: { readonly leave: () => void }): ReactElement {
  const app = useApp()
  const agreed = useAgreement()
  const startOver = async (): Promise<void> => {
    leave()
    if (!(await agreed(words))) return
    await platform.startOver()
    await app.logOut()
    location.reload()
  }
  return (
    <button type="button" className="tool start" onClick={() => void startOver().catch(() => {})}>
      Start the demo over
    </button>
  )
}
