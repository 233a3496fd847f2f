/** The calls for documents. Only the name and the size of a file are stored. @module */
import type { Document, DocumentBody } from 'embedded-wallet-auth/wire'
import { ApiError, conflict, orNotFound } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { customerById, presentCustomer } from '../../handler/find-records.js'
import { pageFrom } from '../../handler/page.js'
import { newId } from '../../state/ids.js'
import type { DocumentRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { customerOfHolder, recheck, reliesOn } from '../verification/verify.js'

/** The calls under `/documents`. */
export const documentRoutes: SystemRoutes = [
  on('createDocument', 'Upload a document', ({ context, body }) => {
    const { documentHolder } = body
    presentCustomer(context, customerOfHolder(context, documentHolder))
    const createdAt = timestamp(context.clock.now())
    return { answer: store(context, { id: newId('Document'), documentHolder, createdAt }, body) }
  }),

  on('listDocuments', 'List documents', ({ context, query }) => {
    const { documentHolder, documentType } = Object.fromEntries(query)
    const page = pageFrom(context.state.documents, { where: { documentHolder, documentType } }, query)
    return { answer: { ...page, data: page.data.map(({ wire }) => wire) } }
  }),

  on('getDocument', 'Get a document without its content', ({ context, param }) => ({
    answer: documentById(context, param('id')).wire,
  })),

  on('replaceDocument', 'Replace a document', ({ context, param, body }) => {
    const { id, documentHolder, createdAt } = documentById(context, param('id')).wire
    return { answer: store(context, { id, documentHolder, createdAt }, body) }
  }),

  on('deleteDocument', 'Delete a document that no verification relies on', ({ context, param }) => {
    const { wire } = documentById(context, param('id'))
    if (reliesOn(context, wire)) {
      throw conflict('The document cannot be deleted, because a verification relies on it.')
    }
    context.state.documents.delete(wire.id)
    recheckHolder(context, wire)
    return { answer: undefined }
  }),
]

const documentById = (context: Context, id: string): DocumentRecord =>
  orNotFound(context.state.documents.get(id), 'document')

/** Stores a document. Throws 400 `UNSUITABLE_DOCUMENT` if the file is empty [our choice]. */
function store(
  context: Context,
  kept: Pick<Document, 'id' | 'documentHolder' | 'createdAt'>,
  { file, documentType, country, side, documentNumber, issuingAuthority }: DocumentBody,
): Document {
  if (file.size === 0) throw new ApiError(400, 'UNSUITABLE_DOCUMENT', 'The file is empty.')
  const wire: Document = {
    ...kept,
    documentType,
    country,
    fileName: (file instanceof File && file.name.slice(0, 256)) || 'file',
    ...(side === undefined ? {} : { side }),
    ...(documentNumber === undefined ? {} : { documentNumber }),
    ...(issuingAuthority === undefined ? {} : { issuingAuthority }),
    updatedAt: timestamp(context.clock.now()),
  }
  context.state.documents.set(wire.id, { wire, size: file.size })
  recheckHolder(context, wire)
  return wire
}

const recheckHolder = (context: Context, { documentHolder }: Document): void =>
  recheck(context, customerById(context, customerOfHolder(context, documentHolder)))
