import { BeneficialOwner, type Page, parse } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send } from '../../fixtures/client.js'
import { ada, customerBy, firmBy, neverBreaks, ownerBody, unknown } from '../../fixtures/people.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'
import { beneficialOwnerRoutes } from './routes.js'

const ownerBy = async (
  emulator: Emulator,
  customerId: string,
  lastName = 'Lovelace',
): Promise<BeneficialOwner> => {
  const body = ownerBody(customerId, { lastName })
  const answer = await send<BeneficialOwner>(emulator, 'POST /beneficial-owners', { body })
  expect([answer.status, parse(BeneficialOwner, answer.body).ok]).toEqual([201, true])
  return answer.body
}

describe('beneficial owner', () => {
  it.each([
    ['Lovelace001', 'PENDING'],
    ['Lovelace002', 'REJECTED'],
    ['Lovelace003', 'APPROVED'],
    ['Lovelace', 'APPROVED'],
    ['Ng', 'APPROVED'],
  ])('a beneficial owner with the last name %s has kycStatus %s', async (lastName, kycStatus) => {
    const emulator = createEmulator()
    expect(await ownerBy(emulator, (await firmBy(emulator)).id, lastName)).toMatchObject({ kycStatus })
  })

  it('a beneficial owner is returned as it was sent, can be read and listed, and is shown with its business', async () => {
    const emulator = createEmulator()
    const [firm, other] = [await firmBy(emulator), await firmBy(emulator)]
    const owner = await ownerBy(emulator, firm.id)
    await ownerBy(emulator, other.id)
    expect(owner).toMatchObject(ownerBody(firm.id))
    expect((await send(emulator, `GET /beneficial-owners/${owner.id}`)).body).toEqual(owner)
    const list = await send<Page<BeneficialOwner>>(emulator, `GET /beneficial-owners?customerId=${firm.id}`)
    expect(list.body).toEqual({ data: [owner], hasMore: false, totalCount: 1 })
    expect((await send(emulator, `GET /customers/${firm.id}`)).body).toMatchObject({
      beneficialOwners: [owner],
    })
  })

  it('a beneficial owner can be updated in part, and is verified again only if the last name changes', async () => {
    const clock = steppedClock()
    const emulator = createEmulator({ clock })
    const owner = await ownerBy(emulator, (await firmBy(emulator)).id, 'Lovelace001')
    await clock.advance(1000)
    const call = `PATCH /beneficial-owners/${owner.id}`
    const updatedAt = '2026-01-01T00:00:01.000Z'
    const moved = {
      ...owner,
      ownershipPercentage: 10,
      personalInfo: { ...owner.personalInfo, firstName: 'A.' },
      updatedAt,
    }
    expect(
      (await send(emulator, call, { body: { ownershipPercentage: 10, personalInfo: { firstName: 'A.' } } }))
        .body,
    ).toEqual(moved)
    expect((await send(emulator, call, { body: { personalInfo: { lastName: 'King' } } })).body).toEqual({
      ...moved,
      personalInfo: { ...moved.personalInfo, lastName: 'King' },
      kycStatus: 'APPROVED',
    })
  })

  it.each([
    ['roles', { roles: [] }],
    ['roles', { roles: ['UBO', 'UBO'] }],
    ['roles.0', { roles: ['KING'] }],
    ['ownershipPercentage', { ownershipPercentage: 101 }],
    ['ownershipPercentage', { ownershipPercentage: 1.5 }],
    ['ownershipPercentage', { ownershipPercentage: -1 }],
    ['ownershipPercentage', { ownershipPercentage: '50' }],
    ['personalInfo.birthDate', { personalInfo: { ...ada, birthDate: '1815' } }],
    ['personalInfo.lastName', { personalInfo: { ...ada, lastName: undefined } }],
    ['personalInfo.idType', { personalInfo: { ...ada, idType: 'LIBRARY_CARD' } }],
    ['personalInfo.phoneNumber', { personalInfo: { ...ada, phoneNumber: '020 7946 0000' } }],
  ])('a beneficial owner is refused with 400 and %s for %j', async (field, change) => {
    const emulator = createEmulator()
    const body = { ...ownerBody((await firmBy(emulator)).id), ...change }
    expect(await send(emulator, 'POST /beneficial-owners', { body })).toMatchObject({
      status: 400,
      body: { details: { issues: [field] } },
    })
  })

  it('a beneficial owner is refused with 400 for an individual and with 404 for an unknown customer', async () => {
    const emulator = createEmulator()
    const individual = await customerBy(emulator)
    const post = async (id: string): Promise<number> =>
      (await send(emulator, 'POST /beneficial-owners', { body: ownerBody(id) })).status
    expect(await post(individual.id)).toBe(400)
    expect(await post(unknown('Customer'))).toBe(404)
  })

  it('a beneficial owner that does not exist is 404, and a list without a customer is 400', async () => {
    const emulator = createEmulator()
    const id = unknown('BeneficialOwner')
    expect((await send(emulator, `GET /beneficial-owners/${id}`)).status).toBe(404)
    expect((await send(emulator, `PATCH /beneficial-owners/${id}`, { body: {} })).status).toBe(404)
    expect((await send(emulator, 'GET /beneficial-owners')).status).toBe(400)
    expect(
      (await send<Page<unknown>>(emulator, `GET /beneficial-owners?customerId=${unknown('Customer')}`)).body
        .data,
    ).toEqual([])
  })

  it('a beneficial owner never breaks on any input', async () => {
    const emulator = createEmulator()
    const firm = await firmBy(emulator)
    const owner = await ownerBy(emulator, firm.id)
    await neverBreaks(
      emulator,
      beneficialOwnerRoutes,
      [firm.id, owner.id],
      [ownerBody(firm.id), { personalInfo: { lastName: 'x' } }],
    )
  })
})
