import type { Page } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { agentScene } from '../fixtures/agents.js'
import { send } from '../fixtures/client.js'
import { createEmulator, steppedClock } from '../index.js'

type Listed = Page<{ readonly id: string; readonly platformCustomerId?: string }>

describe('a cursor', () => {
  it('continues after a record that was deleted', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    for (const name of ['a', 'b', 'c', 'd'])
      await send(emulator, 'POST /tokens', { body: { name, permissions: ['VIEW'] } })
    const first = (await send<Listed>(emulator, 'GET /tokens?limit=2')).body
    await send(emulator, `DELETE /tokens/${first.data[1]?.id}`)
    const rest = (await send<Listed>(emulator, `GET /tokens?cursor=${first.nextCursor}`)).body
    expect(rest.data).toMatchObject([{ name: 'c' }, { name: 'd' }])
  })

  it('continues after a restart', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    for (const platformCustomerId of ['a', 'b', 'c']) await emulator.provision({ platformCustomerId })
    const first = (await send<Listed>(emulator, 'GET /customers?limit=2')).body
    const later = createEmulator({ clock: steppedClock(), snapshot: [...emulator.snapshot()] })
    const rest = (await send<Listed>(later, `GET /customers?cursor=${first.nextCursor}`)).body
    expect(rest.data.map((one) => one.platformCustomerId)).toEqual(['c'])
  })

  it('continues after an action whose status has changed', async () => {
    const { as, spend, emulator, agent } = await agentScene({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
    for (let turn = 0; turn < 3; turn++) await spend(1_00)
    const list = (query: string) => as<Listed>(`GET /agents/me/actions?status=PENDING_APPROVAL&${query}`)
    const { body } = await list('limit=1')
    await send(emulator, `POST /agents/${agent.id}/actions/${body.data[0]?.id}/approve`)
    expect((await list(`cursor=${body.nextCursor}`)).body.data).toHaveLength(2)
  })

  it('of another list is refused', async () => {
    const emulator = createEmulator()
    for (let turn = 0; turn < 2; turn++) await emulator.provision()
    const { nextCursor } = (await send<Listed>(emulator, 'GET /customers?limit=1')).body
    const list = `GET /customers/internal-accounts?cursor=${nextCursor}`
    expect(await send(emulator, list)).toMatchObject({
      status: 400,
      body: { details: { issues: ['cursor'] } },
    })
  })
})
