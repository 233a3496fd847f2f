/** Documents: upload, list, read, replace, delete. Of a file its name and size are kept, its content never. @module */
import {
  createDocumentRoute,
  type Document,
  type DocumentBody,
  deleteDocumentRoute,
  getDocumentRoute,
  listDocumentsRoute,
  replaceDocumentRoute,
} from '../../../wire/documents.js'
import { notFound, Refusal } from '../../handler/api-error.js'
import { on, type Room } from '../../handler/bind-route.js'
import type { World } from '../../handler/context.js'
import { customerById, presentCustomer } from '../../handler/find-customer.js'
import { pageFrom } from '../../handler/page.js'
import { newId } from '../../state/ids.js'
import type { DocumentRecord } from '../../state/state.js'
import { timestamp } from '../../time/clock.js'
import { customerOfHolder } from '../verification/holder.js'
import { recheck, reliesOn } from '../verification/verify.js'

/** The calls under `/documents`. */
export const documentsRoom: Room = [
  on(createDocumentRoute, ({ world, body }) => {
    const { documentHolder } = body
    presentCustomer(world, customerOfHolder(world, documentHolder))
    const createdAt = timestamp(world.clock.now())
    return { answer: store(world, { id: newId('Document'), documentHolder, createdAt }, body) }
  }),

  on(listDocumentsRoute, ({ world, query }) => {
    const { documentHolder, documentType } = Object.fromEntries(query)
    const page = pageFrom(world.state.documents, { by: { documentHolder, documentType } }, query)
    return { answer: { ...page, data: page.data.map(({ wire }) => wire) } }
  }),

  on(getDocumentRoute, ({ world, param }) => ({ answer: documentById(world, param('id')).wire })),

  on(replaceDocumentRoute, ({ world, param, body }) => {
    const { id, documentHolder, createdAt } = documentById(world, param('id')).wire
    return { answer: store(world, { id, documentHolder, createdAt }, body) }
  }),

  on(deleteDocumentRoute, ({ world, param }) => {
    const { wire } = documentById(world, param('id'))
    if (reliesOn(world, wire)) {
      throw new Refusal(409, 'CONFLICT', 'A verification of its holder relies on the document.')
    }
    world.state.documents.delete(wire.id)
    recheckHolder(world, wire)
    return { answer: undefined }
  }),
]

function documentById(world: World, id: string): DocumentRecord {
  const document = world.state.documents.get(id)
  if (!document) throw notFound('document')
  return document
}

/** Throws 400 `UNSUITABLE_DOCUMENT` for an empty file [advice]. */
function store(
  world: World,
  kept: Pick<Document, 'id' | 'documentHolder' | 'createdAt'>,
  { file, documentType, country, side, documentNumber, issuingAuthority }: DocumentBody,
): Document {
  if (file.size === 0) throw new Refusal(400, 'UNSUITABLE_DOCUMENT', 'The file is empty.')
  const wire: Document = {
    ...kept,
    documentType,
    country,
    fileName: (file instanceof File && file.name.slice(0, 256)) || 'file',
    ...(side === undefined ? {} : { side }),
    ...(documentNumber === undefined ? {} : { documentNumber }),
    ...(issuingAuthority === undefined ? {} : { issuingAuthority }),
    updatedAt: timestamp(world.clock.now()),
  }
  world.state.documents.set(wire.id, { wire, size: file.size })
  recheckHolder(world, wire)
  return wire
}

const recheckHolder = (world: World, { documentHolder }: Document): void =>
  recheck(world, customerById(world, customerOfHolder(world, documentHolder)))
