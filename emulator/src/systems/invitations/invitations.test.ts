import { Invitation, parse } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send } from '../../fixtures/client.js'
import { customerBy, neverBreaks } from '../../fixtures/people.js'
import { createEmulator, type Emulator, type EmulatorOptions, steppedClock } from '../../index.js'
import { invitationRoutes } from './routes.js'

const inviterUma = '$ada@uma.example'
const inviteeUma = '$eve@elsewhere.example'

async function withInviter(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = createEmulator({ clock: steppedClock(), umaDomain: 'uma.example', ...options })
  await customerBy(emulator, { umaAddress: inviterUma, currencies: ['EUR'] })
  return emulator
}

const invite = async (emulator: Emulator, more: object = {}): Promise<Invitation> => {
  const { status, body } = await send<Invitation>(emulator, 'POST /invitations', {
    body: { inviterUma, ...more },
  })
  expect([status, parse(Invitation, body).ok]).toEqual([201, true])
  return body
}

const claim = (
  emulator: Emulator,
  { code }: Invitation,
  uma = inviteeUma,
): ReturnType<typeof send<Invitation>> =>
  send<Invitation>(emulator, `POST /invitations/${code}/claim`, { body: { inviteeUma: uma } })

describe('invitation', () => {
  it('an invitation is PENDING, has a code and a URL to claim it, and can be read', async () => {
    const emulator = await withInviter()
    const invitation = await invite(emulator)
    expect(invitation).toEqual({
      code: expect.stringMatching(/^\w{10}$/),
      createdAt: '2026-01-01T00:00:00.000Z',
      url: `https://uma.example/invitations/${invitation.code}`,
      inviterUma,
      status: 'PENDING',
    })
    expect((await send(emulator, `GET /invitations/${invitation.code}`)).body).toEqual(invitation)
  })

  it('an invitation shows the inviter’s first name, and the amount to send in the inviter’s currency', async () => {
    const emulator = await withInviter()
    expect(await invite(emulator, { firstName: 'Ada', amountToSend: 1250 })).toMatchObject({
      firstName: 'Ada',
      amountToSend: { amount: 1250, currency: { code: 'EUR', decimals: 2 } },
    })
  })

  it('an invitation can be claimed once, and sends no money: amountToSend is for display only', async () => {
    const emulator = await withInviter()
    const invitation = await invite(emulator, { amountToSend: 1250 })
    await emulator.clock.advance(1000)
    expect(await claim(emulator, invitation)).toMatchObject({
      status: 200,
      body: { ...invitation, status: 'CLAIMED', inviteeUma, claimedAt: '2026-01-01T00:00:01.000Z' },
    })
    expect(await claim(emulator, invitation)).toMatchObject({
      status: 400,
      body: { code: 'INVITATION_ALREADY_CLAIMED' },
    })
    expect([emulator.ledger.balances(), emulator.ledger.balanced()]).toEqual([[], true])
  })

  it('an invitation that was claimed is announced to the platform with INVITATION_CLAIMED', async () => {
    const heard: unknown[] = []
    const emulator = await withInviter({
      webhooks: {
        fetch: async (request) => {
          heard.push(await request.json())
          return new Response()
        },
      },
    })
    const invitation = await invite(emulator)
    const { body } = await claim(emulator, invitation)
    await emulator.clock.advance(1)
    expect(heard).toMatchObject([{ type: 'INVITATION_CLAIMED', data: body }])
  })

  it('an invitation that was cancelled can be neither claimed nor cancelled again', async () => {
    const emulator = await withInviter()
    const invitation = await invite(emulator)
    const cancel = `POST /invitations/${invitation.code}/cancel`
    expect(await send(emulator, cancel)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    const refused = { status: 400, body: { code: 'INVITATION_CANCELLED' } }
    expect(await claim(emulator, invitation)).toMatchObject(refused)
    expect(await send(emulator, cancel)).toMatchObject(refused)
  })

  it('an invitation that was claimed cannot be cancelled', async () => {
    const emulator = await withInviter()
    const invitation = await invite(emulator)
    await claim(emulator, invitation)
    expect(await send(emulator, `POST /invitations/${invitation.code}/cancel`)).toMatchObject({
      status: 400,
      body: { code: 'INVITATION_ALREADY_CLAIMED' },
    })
  })

  it('an invitation expires exactly at expiresAt, and can then be neither claimed nor cancelled', async () => {
    const emulator = await withInviter()
    const invitation = await invite(emulator, { expiresAt: '2026-01-01T01:00:00Z' })
    const get = `GET /invitations/${invitation.code}`
    await emulator.clock.advance(60 * 60_000 - 1)
    expect((await send(emulator, get)).body).toMatchObject({ status: 'PENDING' })
    await emulator.clock.advance(1)
    expect((await claim(emulator, invitation)).status).toBe(400)
    expect((await send(emulator, `POST /invitations/${invitation.code}/cancel`)).status).toBe(400)
    expect((await send(emulator, get)).body).toMatchObject({ status: 'EXPIRED' })
  })

  it('an invitation that was claimed in time does not expire', async () => {
    const emulator = await withInviter()
    const invitation = await invite(emulator, { expiresAt: '2026-01-01T01:00:00Z' })
    await claim(emulator, invitation)
    await emulator.clock.advance(2 * 60 * 60_000)
    expect((await send(emulator, `GET /invitations/${invitation.code}`)).body).toMatchObject({
      status: 'CLAIMED',
    })
  })

  it.each([
    [400, 'INVALID_UMA_ADDRESS', { inviterUma: 'ada' }],
    [400, 'INVALID_INPUT', { inviterUma: '$nobody@uma.example' }],
    [400, 'INVALID_TIMESTAMP', { expiresAt: '2026-01-01T00:00:00Z' }],
    [400, 'INVALID_INPUT', { expiresAt: 'tomorrow' }],
    [400, 'INVALID_INPUT', { amountToSend: 0 }],
    [400, 'INVALID_INPUT', { amountToSend: 1.5 }],
    [400, 'INVALID_INPUT', { amountToSend: { amount: 5 } }],
    [400, 'INVALID_INPUT', { firstName: 'x'.repeat(129) }],
    [400, 'INVALID_INPUT', { inviterUma: undefined }],
  ])('an invitation is refused with %i %s for %j', async (status, code, change) => {
    const body = { inviterUma, ...change }
    expect(await send(await withInviter(), 'POST /invitations', { body })).toMatchObject({
      status,
      body: { code },
    })
  })

  it('an invitation can be claimed only with the UMA address of the invitee', async () => {
    const emulator = await withInviter()
    const { code } = await invite(emulator)
    const post = (body: object): ReturnType<typeof send> =>
      send(emulator, `POST /invitations/${code}/claim`, { body })
    expect(await post({})).toMatchObject({ status: 400, body: { details: { issues: ['inviteeUma'] } } })
    expect(await post({ inviteeUma: 'eve' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_UMA_ADDRESS' },
    })
  })

  it('an invitation that is unknown is 404 INVITATION_NOT_FOUND', async () => {
    const emulator = await withInviter()
    for (const [call, sent] of [
      ['GET /invitations/nothing', {}],
      ['POST /invitations/nothing/claim', { body: { inviteeUma } }],
      ['POST /invitations/nothing/cancel', {}],
    ] as const) {
      expect(await send(emulator, call, sent)).toMatchObject({
        status: 404,
        body: { code: 'INVITATION_NOT_FOUND' },
      })
    }
  })

  it('an invitation never breaks on any input', async () => {
    const emulator = await withInviter()
    const { code } = await invite(emulator)
    await neverBreaks(emulator, invitationRoutes, [code], [{ inviterUma, amountToSend: 5 }, { inviteeUma }])
  })
})
