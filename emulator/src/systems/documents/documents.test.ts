import { Document, type Page, parse } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send } from '../../fixtures/client.js'
import {
  customerBy,
  firmBy,
  neverBreaks,
  ownerBody,
  picture,
  sendForm,
  unknown,
} from '../../fixtures/people.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'
import { documentRoutes } from './routes.js'

const passport = { file: picture(), documentType: 'PASSPORT', country: 'GB' }

const upload = async (emulator: Emulator, documentHolder: string, more: object = {}): Promise<Document> => {
  const answer = await sendForm<Document>(emulator, 'POST /documents', {
    ...passport,
    documentHolder,
    ...more,
  })
  expect([answer.status, parse(Document, answer.body).ok]).toEqual([201, true])
  return answer.body
}

describe('document', () => {
  it('a document is stored with its name and its fields, but without its content', async () => {
    const emulator = createEmulator()
    const { id: documentHolder } = await customerBy(emulator)
    const more = { side: 'FRONT', documentNumber: '533380006', issuingAuthority: 'HMPO' }
    const document = await upload(emulator, documentHolder, { ...more, file: picture('the secret picture') })
    const { file: _, ...described } = passport
    expect(document).toMatchObject({ ...described, ...more, documentHolder, fileName: 'passport.png' })
    expect((await send(emulator, `GET /documents/${document.id}`)).body).toEqual(document)
    expect(JSON.stringify([emulator.requests(), document])).not.toContain('the secret picture')
  })

  it('a document may be larger than a JSON body, up to 10 MiB', async () => {
    const emulator = createEmulator()
    const { id } = await customerBy(emulator)
    await upload(emulator, id, { file: picture('x'.repeat(1024 * 1024)) })
    const tooLarge = { ...passport, documentHolder: id, file: picture('x'.repeat(10 * 1024 * 1024)) }
    expect(await sendForm(emulator, 'POST /documents', tooLarge)).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    })
  })

  it('a document belongs to a customer or a beneficial owner; an unknown holder is refused', async () => {
    const emulator = createEmulator()
    const body = ownerBody((await firmBy(emulator)).id)
    const owner = await send<{ id: string }>(emulator, 'POST /beneficial-owners', { body })
    expect((await upload(emulator, owner.body.id)).documentHolder).toBe(owner.body.id)
    for (const documentHolder of [unknown('Customer'), unknown('BeneficialOwner')]) {
      expect((await sendForm(emulator, 'POST /documents', { ...passport, documentHolder })).status).toBe(404)
    }
  })

  it('a document keeps its holder and its id when it is replaced', async () => {
    const clock = steppedClock()
    const emulator = createEmulator({ clock })
    const { id } = await customerBy(emulator)
    const document = await upload(emulator, id, { side: 'FRONT' })
    await clock.advance(1000)
    const file = new File(['y'], 'licence.png')
    const answer = await sendForm<Document>(emulator, `PUT /documents/${document.id}`, {
      file,
      documentType: 'DRIVERS_LICENSE',
      country: 'DE',
      documentHolder: unknown('Customer'),
    })
    const { side: _, ...kept } = document
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        ...kept,
        documentType: 'DRIVERS_LICENSE',
        country: 'DE',
        fileName: 'licence.png',
        updatedAt: '2026-01-01T00:00:01.000Z',
      },
    ])
  })

  it('a document is deleted with 204 and is then unknown', async () => {
    const emulator = createEmulator()
    const { id } = await upload(emulator, (await firmBy(emulator)).id)
    expect(await send(emulator, `DELETE /documents/${id}`)).toMatchObject({ status: 204, body: undefined })
    for (const call of [`GET /documents/${id}`, `DELETE /documents/${id}`]) {
      expect((await send(emulator, call)).status).toBe(404)
    }
    expect((await sendForm(emulator, `PUT /documents/${id}`, passport)).status).toBe(404)
  })

  it.each(['1', '001'])(
    'a document that a verification relies on cannot be deleted: 409 (registration number %s)',
    async (number) => {
      const clock = steppedClock()
      const emulator = createEmulator({ clock })
      const firm = await firmBy(emulator, number)
      const before = await upload(emulator, firm.id)
      await send(emulator, 'POST /verifications', { body: { customerId: firm.id } })
      await clock.advance(1)
      const after = await upload(emulator, firm.id)
      expect(await send(emulator, `DELETE /documents/${before.id}`)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      })
      expect((await send(emulator, `DELETE /documents/${after.id}`)).status).toBe(204)
    },
  )

  it('a document of a rejected business can be deleted', async () => {
    const emulator = createEmulator()
    const firm = await firmBy(emulator, '002')
    const { id } = await upload(emulator, firm.id)
    await send(emulator, 'POST /verifications', { body: { customerId: firm.id } })
    expect((await send(emulator, `DELETE /documents/${id}`)).status).toBe(204)
  })

  it.each([
    ['file', { file: undefined }],
    ['file', { file: 'a text' }],
    ['documentType', { documentType: 'LIBRARY_CARD' }],
    ['documentType', { documentType: undefined }],
    ['country', { country: 'England' }],
    ['documentHolder', { documentHolder: undefined }],
    ['documentHolder', { documentHolder: 'nobody' }],
    ['side', { side: 'LEFT' }],
  ])('a document is refused with 400 and %s for %j', async (field, change) => {
    const emulator = createEmulator()
    const { id: documentHolder } = await customerBy(emulator)
    const fields = { ...passport, documentHolder, ...change }
    expect(await sendForm(emulator, 'POST /documents', fields)).toMatchObject({
      status: 400,
      body: { details: { issues: [field] } },
    })
  })

  it('a document that is empty is refused with 400 UNSUITABLE_DOCUMENT', async () => {
    const emulator = createEmulator()
    const { id: documentHolder } = await customerBy(emulator)
    expect(
      await sendForm(emulator, 'POST /documents', { ...passport, documentHolder, file: picture('') }),
    ).toMatchObject({
      status: 400,
      body: { code: 'UNSUITABLE_DOCUMENT' },
    })
  })
})

describe('list of documents', () => {
  it('the list of documents is filtered by holder and type, and paged', async () => {
    const emulator = createEmulator()
    const [one, two] = [await customerBy(emulator), await customerBy(emulator)]
    const first = await upload(emulator, one.id)
    const second = await upload(emulator, two.id, { documentType: 'SELFIE' })
    const list = async (query: string): Promise<Page<Document>> =>
      (await send<Page<Document>>(emulator, `GET /documents?${query}`)).body
    expect((await list('')).data).toEqual([first, second])
    expect((await list(`documentHolder=${two.id}`)).data).toEqual([second])
    expect((await list('documentType=PASSPORT')).data).toEqual([first])
    expect(await list('limit=1')).toMatchObject({ hasMore: true, nextCursor: expect.any(String) })
    expect((await send(emulator, 'GET /documents?documentHolder=x')).status).toBe(400)
  })
})

it('no call about documents breaks on any input', async () => {
  const emulator = createEmulator()
  const { id } = await customerBy(emulator)
  const document = await upload(emulator, id)
  await neverBreaks(
    emulator,
    documentRoutes,
    [id, document.id],
    [{ file: 'x', documentType: 'SELFIE', country: 'GB', documentHolder: id }],
  )
})
