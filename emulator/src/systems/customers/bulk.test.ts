import {
  type BulkJob,
  type BulkUpload,
  type Customer,
  getBulkJobRoute,
  type Page,
  parse,
  uploadCustomersRoute,
} from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send } from '../../fixtures/client.js'
import { neverBreaks, sendForm } from '../../fixtures/people.js'
import { createEmulator, type Emulator, steppedClock } from '../../index.js'
import { csvRows } from './csv.js'

const csv = (...lines: string[]): File => new File([lines.join('\n')], 'customers.csv', { type: 'text/csv' })

const upload = async (emulator: Emulator, file: File): Promise<BulkUpload> => {
  const { status, body } = await sendForm<BulkUpload>(emulator, 'POST /customers/bulk/csv', { file })
  expect([status, parse(uploadCustomersRoute.answer, body).ok]).toEqual([202, true])
  return body
}

const jobOf = async (emulator: Emulator, { jobId: id }: BulkUpload): Promise<BulkJob> => {
  const { status, body } = await send<BulkJob>(emulator, `GET /customers/bulk/jobs/${id}`)
  expect([status, parse(getBulkJobRoute.answer, body).ok]).toEqual([200, true])
  return body
}

describe('bulk upload', () => {
  it('a bulk upload is 202 PENDING, then PROCESSING, then COMPLETED with the customers of its valid rows', async () => {
    const emulator = createEmulator({ clock: steppedClock(), umaDomain: 'uma.example' })
    const job = await upload(
      emulator,
      csv(
        'customerType,platformCustomerId,email,fullName,currencies,address.line1,address.postalCode,address.country,businessInfo.legalName',
        'INDIVIDUAL,ada,ada@example.com,"Lovelace, Ada",EUR;USD,Square 12,SW1,GB,',
        'INDIVIDUAL,eve,nobody,,,,,,',
        'BUSINESS,engines,,,,,,,"Analytical ""Engines"""',
        ',,,,,,,,',
      ),
    )
    expect(job).toEqual({ jobId: expect.any(String), status: 'PENDING' })
    const pending = await jobOf(emulator, job)
    expect(pending).toMatchObject({
      progress: { total: 3, processed: 0, successful: 0, failed: 0 },
      errors: [],
    })
    expect('completedAt' in pending).toBe(false)
    await emulator.clock.advance(999)
    expect(await jobOf(emulator, job)).toMatchObject({ status: 'PENDING' })
    await emulator.clock.advance(1)
    expect(await jobOf(emulator, job)).toMatchObject({ status: 'PROCESSING' })
    await emulator.clock.advance(4_000)
    expect(await jobOf(emulator, job)).toMatchObject({
      status: 'COMPLETED',
      progress: { total: 3, processed: 3, successful: 2, failed: 1 },
      errors: [
        { correlationId: 'eve', error: { code: 'INVALID_INPUT', message: expect.stringContaining('email') } },
      ],
      completedAt: '2026-01-01T00:00:05.000Z',
    })
    const { data } = (await send<Page<Customer>>(emulator, 'GET /customers')).body
    expect(data).toMatchObject([
      {
        platformCustomerId: 'ada',
        fullName: 'Lovelace, Ada',
        currencies: ['EUR', 'USD', 'USDB'],
        address: { line1: 'Square 12' },
      },
      { platformCustomerId: 'engines', businessInfo: { legalName: 'Analytical "Engines"' } },
    ])
    await emulator.clock.advance(60_000)
    expect((await send<Page<Customer>>(emulator, 'GET /customers')).body.totalCount).toBe(2)
  })

  const head = 'customerType,fullName,currencies'
  const ada = 'INDIVIDUAL,Ada,"EUR,USD"'
  it.each([
    ['semicolons', csv('customerType;fullName;currencies', 'INDIVIDUAL;Ada;"EUR;USD"')],
    ['tabs', csv('customerType\tfullName\tcurrencies', 'INDIVIDUAL\tAda\tEUR;USD')],
    [
      'a line that names the separator',
      csv('sep=|', 'customerType|fullName|currencies', 'INDIVIDUAL|Ada|EUR;USD'),
    ],
    ['a byte order mark', csv(`\uFEFF${head}`, ada)],
    ['line breaks of Windows', csv(`${head}\r`, `${ada}\r`)],
    ['cleared rows', csv(head, ada, ',,', ' , ,', '')],
    ['headings in another case, with spaces', csv('CUSTOMERTYPE, FullName ,Currencies', ada)],
    ['empty cells beyond the heading', csv(head, `${ada},,`)],
    ['a column that no customer has', csv(`${head},notes`, `${ada},likes engines`)],
  ])('a bulk upload takes a file with %s', async (_, file) => {
    const emulator = createEmulator({ clock: steppedClock() })
    const job = await upload(emulator, file)
    await emulator.clock.advance(5_000)
    expect(await jobOf(emulator, job)).toMatchObject({ progress: { total: 1, successful: 1 }, errors: [] })
    const { data } = (await send<Page<Customer>>(emulator, 'GET /customers')).body
    expect(data).toMatchObject([{ fullName: 'Ada', currencies: ['EUR', 'USD', 'USDB'] }])
  })

  it('a bulk upload reports a row with more cells than the heading, by its number in the file', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const job = await upload(emulator, csv(head, ada, ',,', `${ada},surplus`))
    await emulator.clock.advance(5_000)
    expect((await jobOf(emulator, job)).errors).toMatchObject([
      { correlationId: 'row 3', error: { message: 'The row has more cells than the heading.' } },
    ])
  })

  it('a bulk upload reports the error code of a refused row', async () => {
    const emulator = createEmulator({ clock: steppedClock(), umaDomain: 'uma.example' })
    const job = await upload(
      emulator,
      csv('customerType,umaAddress', 'INDIVIDUAL,$a@uma.example', 'INDIVIDUAL,$A@uma.example'),
    )
    await emulator.clock.advance(5_000)
    expect((await jobOf(emulator, job)).errors).toMatchObject([
      { correlationId: 'row 2', error: { code: 'UMA_ADDRESS_EXISTS' } },
    ])
  })

  it.each([
    ['no heading', csv('INDIVIDUAL,ada')],
    ['an open quotation', csv('customerType', '"INDIVIDUAL')],
    ['no rows', csv('customerType')],
    ['only bad rows', csv('customerType', 'ROBOT')],
  ])('a bulk upload is FAILED with %s', async (_, file) => {
    const emulator = createEmulator({ clock: steppedClock() })
    const job = await upload(emulator, file)
    await emulator.clock.advance(5_000)
    expect((await jobOf(emulator, job)).status).toBe('FAILED')
  })

  it('a bulk upload is announced to the platform once, when it is finished', async () => {
    const heard: unknown[] = []
    const emulator = createEmulator({
      clock: steppedClock(),
      webhooks: {
        fetch: async (request) => {
          heard.push(await request.json())
          return new Response()
        },
      },
    })
    const good = await upload(emulator, csv('customerType', 'INDIVIDUAL'))
    const bad = await upload(emulator, csv('customerType', 'ROBOT'))
    await emulator.clock.advance(60_000)
    // The two jobs are two resources, so their events may arrive in either order.
    expect(heard).toHaveLength(2)
    expect(heard).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'BULK_UPLOAD.COMPLETED',
          data: expect.objectContaining({ id: good.jobId, status: 'COMPLETED' }),
        }),
        expect.objectContaining({
          type: 'BULK_UPLOAD.FAILED',
          data: expect.objectContaining({ id: bad.jobId, status: 'FAILED' }),
        }),
      ]),
    )
  })

  it('a bulk upload is removed by a reset before it starts', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const { jobId: id } = await upload(emulator, csv('customerType', 'INDIVIDUAL'))
    emulator.reset()
    await emulator.clock.advance(5_000)
    expect(await send(emulator, `GET /customers/bulk/jobs/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'BULK_UPLOAD_JOB_NOT_FOUND' },
    })
    expect((await send<Page<Customer>>(emulator, 'GET /customers')).body.data).toEqual([])
  })

  it('a bulk upload is refused with 400 without a file, with a string instead of a file, and with a file that is not text', async () => {
    const emulator = createEmulator()
    const binary = new File([new Uint8Array([0xff, 0xfe, 0xfd])], 'x')
    for (const file of [undefined, 'customerType', binary]) {
      expect((await sendForm(emulator, 'POST /customers/bulk/csv', { file })).status).toBe(400)
    }
  })

  it('a bulk upload sent as JSON is refused with 415', async () => {
    expect((await send(createEmulator(), 'POST /customers/bulk/csv', { body: {} })).status).toBe(415)
  })

  it('a bulk upload never breaks on any input', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    await neverBreaks(
      emulator,
      [{ route: uploadCustomersRoute }, { route: getBulkJobRoute }],
      ['a'],
      [{ file: 'customerType\nINDIVIDUAL' }],
    )
    await emulator.clock.advance(60_000)
  })
})

describe('csvRows', () => {
  it.each<[string, string[][] | undefined]>([
    ['a', [['a']]],
    ['A\n\nb', [['A'], ['b']]],
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a,', [['a', '']]],
    ['b;a', [['b', 'a']]],
    ['a,"b,c","d\ne"', [['a', 'b,c', 'd\ne']]],
    ['a,"say ""hi"""', [['a', 'say "hi"']]],
    ['\uFEFFa', [['a']]],
    ['sep=^\na^b', [['a', 'b']]],
    ['', undefined],
    ['\n\n', undefined],
    ['b', undefined],
    ['a,"open', undefined],
    ['"a"b', undefined],
    ['a"b', undefined],
  ])('csvRows reads %j', (text, rows) => {
    expect(csvRows(text, 'a')?.map(({ fields }) => fields)).toEqual(rows)
  })
})
