/**
 * Creates customers from a CSV file, in a job that runs on the emulator's clock (wire-facts 7.3 [reference]). The
 * column names and the duration of a job are the emulator's choice [our choice].
 * @module
 */
import {
  type BulkJob,
  type BulkJobError,
  type BulkUpload,
  CreateCustomerBody,
  parse,
} from 'embedded-wallet-auth/wire'
import { ApiError, invalidInput, orNotFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { newId } from '../../state/ids.js'
import type { BulkRow } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { schedule } from '../../time/scheduler.js'
import { publish } from '../webhooks/publish.js'
import { createCustomer } from './create.js'
import { csvRows } from './csv.js'

/** When a job starts and ends, in milliseconds after the upload. */
const takenUpAfter = 1_000
const doneAfter = 5_000

/** Accepts a CSV file and schedules its job. Rejects with 400 unless the file is UTF-8 text. */
export async function startJob(context: Context, file: Blob): Promise<BulkUpload> {
  const rows = rowsOf(await textOf(file))
  const now = context.clock.now()
  const total = rows?.length ?? 0
  const job: BulkJob = {
    id: newId('BulkUploadJob'),
    status: 'PENDING',
    progress: { total, processed: 0, successful: 0, failed: 0 },
    errors: [],
  }
  context.state.bulkJobs.set(job.id, { wire: job, rows, startedAt: now })
  schedule(context, now + takenUpAfter, 'bulk-job', job.id)
  schedule(context, now + doneAfter, 'bulk-job', job.id)
  return { jobId: job.id, status: job.status }
}

/** Returns a job in its current state. Throws 404 `BULK_UPLOAD_JOB_NOT_FOUND` for an unknown job. */
export function currentJob(context: Context, id: string): BulkJob {
  settleJob(context, id)
  return orNotFound(context.state.bulkJobs.get(id), 'job', 'BULK_UPLOAD_JOB_NOT_FOUND').wire
}

/** Starts or finishes a job if it is due. */
export function settleJob(context: Context, id: string): void {
  const job = context.state.bulkJobs.get(id)
  if (!job || job.wire.completedAt !== undefined) return
  const age = context.clock.now() - job.startedAt
  if (age < takenUpAfter) return
  const wire: BulkJob =
    age < doneAfter ? { ...job.wire, status: 'PROCESSING' } : finishJob(context, job.wire, job.rows)
  context.state.bulkJobs.set(id, { ...job, wire })
  if (wire.completedAt !== undefined) {
    publish(context, wire.status === 'COMPLETED' ? 'BULK_UPLOAD.COMPLETED' : 'BULK_UPLOAD.FAILED', wire)
  }
}

/**
 * Creates the customers and returns the finished job. An invalid row does not stop the others. The job is FAILED if no
 * customer was created.
 */
function finishJob(context: Context, job: BulkJob, rows: readonly BulkRow[] | undefined): BulkJob {
  const errors = (rows ?? []).flatMap((row) => refusalOf(context, row))
  const processed = rows?.length ?? 0
  const successful = processed - errors.length
  return {
    ...job,
    status: successful > 0 ? 'COMPLETED' : 'FAILED',
    progress: { total: job.progress.total, processed, successful, failed: errors.length },
    errors: rows ? errors : [notCsv],
    completedAt: timestamp(context.clock.now()),
  }
}

const notCsv: BulkJobError = {
  correlationId: 'file',
  error: {
    code: 'INVALID_INPUT',
    message:
      'The file must be CSV, separated by commas, semicolons or tabs, with a customerType column and closed quotation marks.',
  },
}

function refusalOf(context: Context, row: BulkRow): readonly BulkJobError[] {
  const correlationId = row.fields['platformCustomerId']?.slice(0, 256) || `row ${row.number}`
  try {
    createCustomer(context, bodyOf(row))
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [{ correlationId, error: { code: error.code, message: error.message } }]
  }
}

/** Converts a row to the body of `POST /customers`. Throws 400 if the body does not match the schema. */
function bodyOf({ fields, hasSurplus }: BulkRow): CreateCustomerBody {
  if (hasSurplus) throw invalidInput('The row has more cells than the heading.')
  const parsed = parse(CreateCustomerBody, nest(fields))
  if (parsed.ok) return parsed.value
  throw invalidInput(
    `These fields of the row are missing or invalid: ${parsed.issues.map(({ path }) => path).join(', ')}.`,
  )
}

/**
 * Converts a row to a body that is not validated yet. Columns are named after the body's fields, with a dot for nested
 * fields, such as `address.line1`. List items are separated by semicolons or commas.
 */
function nest(row: BulkRow['fields']): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  const parts: Record<string, Record<string, unknown>> = {}
  for (const [column, text] of Object.entries(row)) {
    if (text === '') continue
    const value = lists.has(column) ? text.split(/[;,]/).map((item) => item.trim()) : text
    const [outer = '', inner] = column.split('.')
    if (inner === undefined) body[outer] = value
    else parts[outer] = { ...parts[outer], [inner]: value }
  }
  return { ...body, ...parts }
}

const lists: ReadonlySet<string> = new Set([
  'currencies',
  'businessInfo.countriesOfOperation',
  'businessInfo.expectedRecipientJurisdictions',
])

async function textOf(file: Blob): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    throw invalidInput('The file is not UTF-8 text.', 'file')
  }
}

/** The columns of a file, apart from others, which are ignored. */
const columns: readonly string[] = [
  ...['customerType', 'platformCustomerId', 'region', 'currencies', 'email', 'umaAddress'],
  ...['kycStatus', 'kybStatus', 'fullName', 'birthDate', 'nationality'],
  ...['line1', 'line2', 'city', 'state', 'postalCode', 'country'].map((field) => `address.${field}`),
  ...[
    ...[
      'legalName',
      'doingBusinessAs',
      'country',
      'registrationNumber',
      'incorporatedOn',
      'entityType',
      'taxId',
    ],
    ...['countriesOfOperation', 'businessType', 'purposeOfAccount', 'sourceOfFunds'],
    ...[
      'expectedMonthlyTransactionCount',
      'expectedMonthlyTransactionVolume',
      'expectedRecipientJurisdictions',
    ],
  ].map((field) => `businessInfo.${field}`),
]

/** Returns the name of a column as it is written here, whatever its letter case in the file. */
function columnOf(heading: string): string {
  const name = heading.trim()
  return columns.find((column) => column.toLowerCase() === name.toLowerCase()) ?? name
}

/** Returns the rows of a CSV text, or `undefined` if it is not CSV or has no `customerType` column. */
function rowsOf(text: string): readonly BulkRow[] | undefined {
  const [heading, ...rows] = csvRows(text, 'customerType') ?? []
  if (!heading) return undefined
  const names = heading.fields.map(columnOf)
  if (!names.includes('customerType')) return undefined
  return rows.map(({ number, fields }) => ({
    number,
    fields: Object.fromEntries(names.map((column, i) => [column, fields[i]?.trim() ?? ''])),
    hasSurplus: fields.slice(names.length).some((field) => field.trim() !== ''),
  }))
}
