import {
  type Customer,
  type Page,
  parse,
  Verification,
  verificationStatuses,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send } from '../../fixtures/client.js'
import { customerBy, firmBy, neverBreaks, picture, sendForm, unknown } from '../../fixtures/people.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'
import { verificationRoutes } from './routes.js'

const verifyOf = async (emulator: Emulator, { id }: Pick<Customer, 'id'>): Promise<Verification> => {
  const { status, body } = await send<Verification>(emulator, 'POST /verifications', {
    body: { customerId: id },
  })
  expect([status, parse(Verification, body).ok]).toEqual([200, true])
  return body
}

const customerOf = async (emulator: Emulator, { id }: Pick<Customer, 'id'>): Promise<Customer> =>
  (await send<Customer>(emulator, `GET /customers/${id}`)).body

const again = async (emulator: Emulator, { id }: Verification): Promise<Verification> =>
  (await send<Verification>(emulator, `GET /verifications/${id}`)).body

const unverified = { kycStatus: 'UNVERIFIED' }
const known = {
  fullName: 'Ada Lovelace',
  birthDate: '1815-12-10',
  nationality: 'GB',
  address: { line1: '12 St James’s Square', postalCode: 'SW1Y 4JH', country: 'GB' },
}

describe('verifying a business', () => {
  it.each([
    ['HRB 001', 'PENDING', 'IN_PROGRESS'],
    ['HRB 002', 'REJECTED', 'REJECTED'],
    ['HRB 003', 'APPROVED', 'APPROVED'],
    ['0012', 'APPROVED', 'APPROVED'],
    ['1', 'APPROVED', 'APPROVED'],
  ])(
    'verifying a business with the registration number %s results in kybStatus %s',
    async (registrationNumber, kybStatus, status) => {
      const emulator = createEmulator()
      const firm = await firmBy(emulator, registrationNumber)
      expect(await verifyOf(emulator, firm)).toMatchObject({
        customerId: firm.id,
        verificationStatus: status,
      })
      expect(await customerOf(emulator, firm)).toMatchObject({ kybStatus })
    },
  )

  it('a verification has empty errors when its status is APPROVED or IN_PROGRESS', async () => {
    const emulator = createEmulator()
    for (const number of ['1', '001']) {
      expect((await verifyOf(emulator, await firmBy(emulator, number))).errors).toEqual([])
    }
  })

  it('the verification of a rejected business explains the rejection in its errors', async () => {
    const emulator = createEmulator()
    const firm = await firmBy(emulator, '002')
    expect((await verifyOf(emulator, firm)).errors).toEqual([
      { resourceId: firm.id, type: 'APPLICANT_REJECTED', reason: expect.any(String) },
    ])
  })

  it('verifying a business without a registration number reports MISSING_FIELD with the path of the field', async () => {
    const emulator = createEmulator()
    const firm = await firmBy(emulator)
    const verification = await verifyOf(emulator, firm)
    expect(verification).toMatchObject({ verificationStatus: 'RESOLVE_ERRORS' })
    expect(verification.errors).toEqual([
      {
        resourceId: firm.id,
        type: 'MISSING_FIELD',
        reason: expect.any(String),
        field: 'customer.businessInfo.registrationNumber',
      },
    ])
    expect(await customerOf(emulator, firm)).toMatchObject({ kybStatus: 'UNVERIFIED' })
  })

  it('the verification of a business continues with the same id when it is READY_FOR_VERIFICATION', async () => {
    const emulator = createEmulator()
    const firm = await firmBy(emulator)
    const first = await verifyOf(emulator, firm)
    const body = { customerType: 'BUSINESS', businessInfo: { registrationNumber: '1' } }
    await send(emulator, `PATCH /customers/${firm.id}`, { body })
    expect(await again(emulator, first)).toMatchObject({
      verificationStatus: 'READY_FOR_VERIFICATION',
      errors: [],
    })
    expect(await verifyOf(emulator, firm)).toMatchObject({ id: first.id, verificationStatus: 'APPROVED' })
  })

  it('the verification of a business starts again after it has ended', async () => {
    const emulator = createEmulator()
    const firm = await firmBy(emulator, '002')
    const first = await verifyOf(emulator, firm)
    const body = { customerType: 'BUSINESS', businessInfo: { registrationNumber: '1' } }
    await send(emulator, `PATCH /customers/${firm.id}`, { body })
    const second = await verifyOf(emulator, firm)
    expect(second.verificationStatus).toBe('APPROVED')
    expect(second.id).not.toBe(first.id)
    expect(await again(emulator, first)).toEqual(first)
  })
})

describe('verifying an individual', () => {
  it('an individual who was approved at creation is APPROVED without errors', async () => {
    const emulator = createEmulator()
    expect(await verifyOf(emulator, await customerBy(emulator))).toMatchObject({
      verificationStatus: 'APPROVED',
      errors: [],
    })
  })

  it('an individual who was not approved gets an error for each missing field and for a missing proof of address', async () => {
    const emulator = createEmulator()
    const ada = await customerBy(emulator, { ...unverified, fullName: 'Ada' })
    const { verificationStatus, errors } = await verifyOf(emulator, ada)
    expect(verificationStatus).toBe('RESOLVE_ERRORS')
    expect(errors.map(({ type, field }) => [type, field])).toEqual([
      ['MISSING_FIELD', 'customer.birthDate'],
      ['MISSING_FIELD', 'customer.nationality'],
      ['MISSING_FIELD', 'customer.address.line1'],
      ['MISSING_FIELD', 'customer.address.postalCode'],
      ['MISSING_FIELD', 'customer.address.country'],
      ['MISSING_PROOF_OF_ADDRESS_DOCUMENT', undefined],
    ])
    expect(errors.every(({ resourceId }) => resourceId === ada.id)).toBe(true)
  })

  it('a verification error has acceptedDocumentTypes only with a missing document, and a field only with a missing field', async () => {
    const emulator = createEmulator()
    const { errors } = await verifyOf(emulator, await customerBy(emulator, unverified))
    for (const error of errors) {
      expect(['field' in error, 'acceptedDocumentTypes' in error]).toEqual(
        error.type === 'MISSING_FIELD' ? [true, false] : [false, true],
      )
    }
    expect(errors.at(-1)?.acceptedDocumentTypes).toContain('PROOF_OF_ADDRESS')
  })

  it('an individual is READY_FOR_VERIFICATION with a proof of address, RESOLVE_ERRORS again without it, and finally APPROVED', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const ada = await customerBy(emulator, { ...unverified, ...known })
    const verification = await verifyOf(emulator, ada)
    expect(verification.errors.map(({ type }) => type)).toEqual(['MISSING_PROOF_OF_ADDRESS_DOCUMENT'])
    const upload = (documentType: string): ReturnType<typeof sendForm<{ id: string }>> =>
      sendForm<{ id: string }>(emulator, 'POST /documents', {
        file: picture(),
        documentType,
        country: 'GB',
        documentHolder: ada.id,
      })
    await upload('PASSPORT')
    expect((await again(emulator, verification)).verificationStatus).toBe('RESOLVE_ERRORS')
    const bill = await upload('UTILITY_BILL')
    expect(await again(emulator, verification)).toMatchObject({
      verificationStatus: 'READY_FOR_VERIFICATION',
      errors: [],
    })
    await send(emulator, `DELETE /documents/${bill.body.id}`)
    expect((await again(emulator, verification)).verificationStatus).toBe('RESOLVE_ERRORS')
    await upload('PROOF_OF_ADDRESS')
    expect(await verifyOf(emulator, ada)).toMatchObject({
      id: verification.id,
      verificationStatus: 'APPROVED',
      errors: [],
    })
    expect(await customerOf(emulator, ada)).toMatchObject({ kycStatus: 'APPROVED' })
  })
})

describe('list of verifications', () => {
  it('the list of verifications is filtered by customer and status, and paged', async () => {
    const emulator = createEmulator()
    const [one, two] = [await firmBy(emulator, '1'), await firmBy(emulator, '002')]
    const [first, second] = [await verifyOf(emulator, one), await verifyOf(emulator, two)]
    const list = async (query: string): Promise<Page<Verification>> =>
      (await send<Page<Verification>>(emulator, `GET /verifications?${query}`)).body
    expect((await list('')).data).toEqual([first, second])
    expect((await list(`customerId=${two.id}`)).data).toEqual([second])
    expect((await list('verificationStatus=APPROVED')).data).toEqual([first])
    expect((await list(`customerId=${two.id}&verificationStatus=APPROVED`)).data).toEqual([])
    expect(await list('limit=1')).toMatchObject({
      data: [first],
      hasMore: true,
      nextCursor: expect.any(String),
      totalCount: 2,
    })
  })

  it('the list of verifications refuses an unknown status with 400', async () => {
    expect((await send(createEmulator(), 'GET /verifications?verificationStatus=MAYBE')).status).toBe(400)
    for (const status of verificationStatuses) {
      expect((await send(createEmulator(), `GET /verifications?verificationStatus=${status}`)).status).toBe(
        200,
      )
    }
  })
})

describe('verification', () => {
  it('a verification needs a customerId', async () => {
    for (const body of [{}, { customerId: 'x' }, { customerId: 7 }]) {
      expect((await send(createEmulator(), 'POST /verifications', { body })).status).toBe(400)
    }
  })

  it('a verification is 404 for an unknown customer, and so is an unknown verification', async () => {
    const body = { customerId: unknown('Customer') }
    expect((await send(createEmulator(), 'POST /verifications', { body })).status).toBe(404)
    expect((await send(createEmulator(), `GET /verifications/${unknown('Verification')}`)).status).toBe(404)
  })

  it('a verification never breaks on any input', async () => {
    const emulator = createEmulator()
    const [firm, individual] = [await firmBy(emulator, '1'), await customerBy(emulator, unverified)]
    const { id } = await verifyOf(emulator, firm)
    await neverBreaks(
      emulator,
      verificationRoutes,
      [firm.id, individual.id, id],
      [{ customerId: firm.id }, { customerId: individual.id }],
    )
  })
})

describe('platform', () => {
  it('the platform is told every status of a verification and the new status of the business', async () => {
    const heard: string[] = []
    const emulator = createEmulator({
      webhooks: {
        fetch: async (request) => {
          const event: unknown = await request.json()
          if (typeof event === 'object' && event !== null && 'type' in event) heard.push(String(event.type))
          return new Response()
        },
      },
    })
    await verifyOf(emulator, await firmBy(emulator, '002'))
    await verifyOf(emulator, await firmBy(emulator))
    await emulator.clock.advance(1)
    expect(heard.sort()).toEqual([
      'CUSTOMER.KYB_REJECTED',
      'VERIFICATION.REJECTED',
      'VERIFICATION.RESOLVE_ERRORS',
    ])
  })
})
