/**
 * Schemas and routes for uploading a file of customers and for tracking the job that creates them [reference].
 * @module
 */
import * as v from 'valibot'
import type { Unlisted } from './open-sets.js'
import type { TypedRoute } from './route.js'
import { looseObject, object, openSet, type Schema, Timestamp, text } from './schema.js'

/** The statuses of a job [reference]. */
export const bulkJobStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const

/** An error in one row of the file, or in the whole file. The field names are not publicly documented [our choice]. */
export interface BulkJobError {
  /**
   * For an error in one row: the row's `platformCustomerId` or, if the row has none, `row <n>`. Row 1 is the first row
   * after the header. For an error in the whole file (not CSV, or without a `customerType` column): `file`.
   */
  readonly correlationId: string
  readonly error: { readonly code: string; readonly message: string }
}

/** A job that creates customers from an uploaded file. */
export interface BulkJob {
  readonly id: string
  readonly status: (typeof bulkJobStatuses)[number] | Unlisted
  readonly progress: {
    readonly total: number
    readonly processed: number
    readonly successful: number
    readonly failed: number
  }
  readonly errors: readonly BulkJobError[]
  /** Absent until the job has ended. */
  readonly completedAt?: string
}

const Count: Schema<number> = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const BulkJob: Schema<BulkJob> = looseObject({
  id: text(128),
  status: openSet(bulkJobStatuses),
  progress: looseObject({ total: Count, processed: Count, successful: Count, failed: Count }),
  errors: v.array(
    looseObject({
      correlationId: text(256),
      error: looseObject({ code: text(128), message: v.pipe(v.string(), v.maxLength(4096)) }),
    }),
  ),
  completedAt: v.exactOptional(Timestamp),
})

/** The answer to an upload. The job's progress is in the answer to {@link getBulkJobRoute}. */
export interface BulkUpload {
  readonly jobId: string
  readonly status: (typeof bulkJobStatuses)[number] | Unlisted
}

export const BulkUpload: Schema<BulkUpload> = looseObject({
  jobId: text(128),
  status: openSet(bulkJobStatuses),
})

/** Body of {@link uploadCustomersRoute}. */
export interface BulkUploadBody {
  /** CSV with a header row. */
  readonly file: Blob
}

/**
 * `POST /customers/bulk/csv` [reference]: sends the file as `multipart/form-data`. The service answers 202 with the
 * id and the status of the job.
 */
export const uploadCustomersRoute: TypedRoute<BulkUploadBody, BulkUpload> = {
  operation: 'uploadCustomers',
  method: 'POST',
  path: '/customers/bulk/csv',
  body: object({ file: v.blob() }),
  encoding: 'multipart',
  status: 202,
  answer: BulkUpload,
}

/** `GET /customers/bulk/jobs/{jobId}` [reference]: answers 404 `BULK_UPLOAD_JOB_NOT_FOUND` for an unknown job. */
export const getBulkJobRoute: TypedRoute<undefined, BulkJob, { pathText: 'jobId' }> = {
  operation: 'getBulkJob',
  method: 'GET',
  path: '/customers/bulk/jobs/{jobId}',
  pathText: { jobId: text(128) },
  answer: BulkJob,
}
