import { describe, expect, it } from 'vitest'
import { credentialsOf, send } from '../fixtures/client.js'
import { createEmulator, type Emulator, steppedClock } from '../index.js'

const challenge = 'POST /auth/credentials/{id}/challenge'

async function setUp(): Promise<{ emulator: Emulator; call: string; mails: () => number }> {
  const emulator = createEmulator({ clock: steppedClock() })
  const { account } = await emulator.provision()
  const [credential] = await credentialsOf(emulator, account)
  const call = challenge.replace('{id}', credential?.id ?? '')
  return { emulator, call, mails: () => emulator.inbox.all().length }
}

describe('fault', () => {
  it('the fault lost processes the call and then breaks the connection', async () => {
    const { emulator, call, mails } = await setUp()
    emulator.faults.next(challenge, { answer: 'lost' })
    await expect(send(emulator, call)).rejects.toThrow(TypeError)
    expect(mails()).toBe(1)
    expect(emulator.requests().at(-1)?.status).toBe(200)
  })

  it('the fault drop breaks the connection and processes nothing', async () => {
    const { emulator, call, mails } = await setUp()
    emulator.faults.next(challenge, { drop: true })
    await expect(send(emulator, call)).rejects.toThrow(TypeError)
    expect(mails()).toBe(0)
    expect(emulator.requests().at(-1)?.status).toBeUndefined()
  })

  it('the fault status answers with an error body of the interface and processes nothing', async () => {
    const { emulator, call, mails } = await setUp()
    emulator.faults.next(challenge, { status: 429, retryAfter: 17 })
    const { status, body, headers } = await send(emulator, call)
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '17'])
    emulator.faults.next(challenge, { status: 503, code: 'DOWN' })
    expect(await send(emulator, call)).toMatchObject({ status: 503, body: { status: 503, code: 'DOWN' } })
    expect(mails()).toBe(0)
  })

  it('the fault body answers with a value as JSON, and with a string unchanged', async () => {
    const { emulator, call } = await setUp()
    emulator.faults.next(challenge, { body: { odd: true } })
    expect(await send(emulator, call)).toMatchObject({ status: 200, body: { odd: true } })
    emulator.faults.next(challenge, { status: 502, body: '<html>' })
    await expect(send(emulator, call)).rejects.toThrow(SyntaxError)
  })

  it('the fault delay waits by the emulator’s clock, then the call continues', async () => {
    const { emulator, call, mails } = await setUp()
    emulator.faults.next(challenge, { delay: 60_000 })
    const answer = send(emulator, call)
    await expect.poll(() => emulator.requests().at(-1)?.path).toContain('/challenge')
    expect(mails()).toBe(0)
    await emulator.clock.advance(60_000)
    expect((await answer).status).toBe(200)
    expect(mails()).toBe(1)
  })

  it('faults apply to one call each, in the order in which they were queued', async () => {
    const { emulator, call } = await setUp()
    emulator.faults.next(challenge, { status: 500 })
    emulator.faults.next(challenge, { status: 501 })
    expect([(await send(emulator, call)).status, (await send(emulator, call)).status]).toEqual([500, 501])
    expect((await send(emulator, call)).status).toBe(200)
  })

  it('a fault does not affect other calls, and can be cleared', async () => {
    const { emulator, call } = await setUp()
    emulator.faults.next('DELETE /auth/credentials/{id}/challenge', { drop: true })
    emulator.faults.next('POST /auth/credentials/{id}', { drop: true })
    expect((await send(emulator, call)).status).toBe(200)
    emulator.faults.next(challenge, { drop: true })
    emulator.faults.clear()
    expect((await send(emulator, call)).status).toBe(200)
  })

  it('a fault that has happened is listed with its time and its request, until it is cleared', async () => {
    const { emulator, call } = await setUp()
    emulator.faults.next(challenge, { status: 503 })
    emulator.faults.next(challenge, { drop: true })
    await send(emulator, call)
    const [queued] = emulator.faults.pending()
    expect(queued).toEqual({ id: 2, call: challenge, fault: { drop: true } })
    expect(emulator.faults.fired()).toEqual([
      { id: 1, call: challenge, fault: { status: 503 }, at: '2026-01-01T00:00:00.000Z', request: call },
    ])
    expect(emulator.requests().at(-1)).toMatchObject({ status: 503, fault: { status: 503 } })
    emulator.faults.clear()
    expect([emulator.faults.pending(), emulator.faults.fired()]).toEqual([[], []])
  })

  it('one queued fault can be removed without removing the others', async () => {
    const { emulator, call } = await setUp()
    emulator.faults.next(challenge, { status: 500 })
    emulator.faults.next(challenge, { status: 501 })
    expect(emulator.faults.remove(1)).toBe(true)
    expect(emulator.faults.remove(1)).toBe(false)
    expect((await send(emulator, call)).status).toBe(501)
  })
})
