/** The emulator's panel in the workbench: what its controls do to the wallet. @module */
import { type Ask, askEmulator, createPanel, type Panel } from 'embedded-wallet-auth-emulator/panel'
import { useEffect, useState } from 'react'
import type { App } from '../app.js'
import { useApp } from '../ui/app-context.js'
import { callsAnswered } from '../worker.js'
import { clockMoved } from './move-clock.js'

/** The calls that the wallet makes through the backend, and their names for people. */
const calls = [
  { call: 'POST /auth/credentials/{id}/verify', name: 'Verify a proof' },
  { call: 'POST /auth/credentials/{id}/challenge', name: 'Ask for a challenge' },
  { call: 'POST /quotes/{id}/execute', name: 'Execute a payment' },
  { call: 'GET /quotes/{id}', name: 'Read a payment' },
  { call: 'POST /auth/sessions/{id}/refresh', name: 'Extend a session' },
  { call: 'DELETE /auth/sessions/{id}', name: 'End a session' },
  { call: 'POST /auth/credentials', name: 'Create a credential' },
  { call: 'DELETE /auth/credentials/{id}', name: 'Remove a credential' },
  { call: 'GET /auth/credentials', name: 'List credentials' },
  { call: 'POST /internal-accounts/{id}/export', name: 'Export the phrase' },
] as const

/** Creates the panel once. `leave` closes the workbench if it covers the wallet. */
export function usePanel(leave: () => void): Panel {
  const app = useApp()
  const [panel] = useState(() =>
    createPanel({
      ask: asksFor(app),
      calls: [{ label: 'Next time the wallet wants to', calls }],
      useCode: (otp) => entered(otp, leave),
    }),
  )
  useEffect(() => panel.close, [panel])
  return panel
}

/** Enters a code into the wallet's field. Returns `undefined` if there is none. */
function entered(otp: string, leave: () => void): string | undefined {
  const field = document.querySelector<HTMLInputElement>('#code')
  if (field === null) return undefined
  field.value = otp
  leave()
  field.focus()
  return 'The code is in the field.'
}

/** Makes the control calls, and tells the wallet about time and money. */
const asksFor =
  (app: App): Ask =>
  async (call, body) => {
    await callsAnswered()
    const answer = await askEmulator<never>(call, body)
    if (call === 'POST /emulator/clock') await clockMoved(app)
    if (call === 'POST /emulator/fund') app.moneyMoved()
    return answer
  }
