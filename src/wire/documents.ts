/** Schemas and routes of the documents of customers and beneficial owners [reference]. @module */
import * as v from 'valibot'
import type { Unlisted } from './open-sets.js'
import { type Page, type PageFilters, pageFilters, pageOf } from './page.js'
import { CountryCode } from './person.js'
import type { TypedRoute } from './route.js'
import { id, looseObject, object, openSet, type Schema, Timestamp, text } from './schema.js'

/** The document types [reference]. */
export const documentTypes = [
  'PASSPORT',
  'DRIVERS_LICENSE',
  'NATIONAL_ID',
  'PROOF_OF_ADDRESS',
  'BANK_STATEMENT',
  'TAX_RETURN',
  'CERTIFICATE_OF_INCORPORATION',
  'ARTICLES_OF_INCORPORATION',
  'ARTICLES_OF_ASSOCIATION',
  'STATE_REGISTRY_EXCERPT',
  'GOOD_STANDING_CERTIFICATE',
  'INFORMATION_STATEMENT',
  'INCUMBENCY_CERTIFICATE',
  'BUSINESS_LICENSE',
  'SHAREHOLDER_REGISTER',
  'POWER_OF_ATTORNEY',
  'UTILITY_BILL',
  'ELECTRICITY_BILL',
  'RENT_OR_LEASE_AGREEMENT',
  'DIRECTOR_REGISTRY',
  'TRUST_AGREEMENT',
  'STATE_COMPANY_REGISTRY',
  'PARTNERSHIP_CONTROL_AGREEMENT',
  'PARTNERSHIP_AGREEMENT',
  'SELFIE',
  'OTHER',
] as const

/** A document, without its content. */
export interface Document {
  /** `Document:<uuid>` */
  readonly id: string
  /** The id of a customer or beneficial owner. */
  readonly documentHolder: string
  readonly documentType: (typeof documentTypes)[number] | Unlisted
  /** ISO 3166-1 alpha-2 country code. */
  readonly country: string
  readonly fileName: string
  /** `FRONT` or `BACK` */
  readonly side?: string
  readonly documentNumber?: string
  readonly issuingAuthority?: string
  readonly createdAt: string
  readonly updatedAt: string
}

export const Document: Schema<Document> = looseObject({
  id: id('Document'),
  documentHolder: text(64),
  documentType: openSet(documentTypes),
  country: CountryCode,
  fileName: text(256),
  side: v.exactOptional(text(16)),
  documentNumber: v.exactOptional(text(64)),
  issuingAuthority: v.exactOptional(text(256)),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

/** Body of {@link replaceDocumentRoute}. */
export interface DocumentBody {
  readonly file: Blob
  readonly documentType: (typeof documentTypes)[number]
  /** ISO 3166-1 alpha-2 country code. */
  readonly country: string
  readonly side?: 'FRONT' | 'BACK'
  readonly documentNumber?: string
  readonly issuingAuthority?: string
}

/** Body of {@link createDocumentRoute}. */
export interface CreateDocumentBody extends DocumentBody {
  /** The id of a customer or beneficial owner. */
  readonly documentHolder: string
}

const Holder: Schema<string> = v.union([id('Customer'), id('BeneficialOwner')])

const documentBodyEntries = {
  file: v.blob(),
  documentType: v.picklist(documentTypes),
  country: CountryCode,
  side: v.exactOptional(v.picklist(['FRONT', 'BACK'])),
  documentNumber: v.exactOptional(text(64)),
  issuingAuthority: v.exactOptional(text(256)),
}

/** `POST /documents`, sent as `multipart/form-data`. */
export const createDocumentRoute: TypedRoute<CreateDocumentBody, Document> = {
  operation: 'createDocument',
  method: 'POST',
  path: '/documents',
  body: object({ ...documentBodyEntries, documentHolder: Holder }),
  encoding: 'multipart',
  status: 201,
  answer: Document,
}

/** Filters of {@link listDocumentsRoute}. */
export interface DocumentFilters extends PageFilters {
  readonly documentHolder?: string
  readonly documentType?: (typeof documentTypes)[number]
}

/** `GET /documents`. The filters are not publicly documented [our choice]. */
export const listDocumentsRoute: TypedRoute<undefined, Page<Document>, { filters: DocumentFilters }> = {
  operation: 'listDocuments',
  method: 'GET',
  path: '/documents',
  filters: { ...pageFilters, documentHolder: Holder, documentType: v.picklist(documentTypes) },
  answer: pageOf(Document),
}

/** `GET /documents/{id}` */
export const getDocumentRoute: TypedRoute<undefined, Document, { params: 'id' }> = {
  operation: 'getDocument',
  method: 'GET',
  path: '/documents/{id}',
  params: { id: 'Document' },
  answer: Document,
}

/** `PUT /documents/{id}`, sent as `multipart/form-data`: replaces the document but keeps its `documentHolder`. */
export const replaceDocumentRoute: TypedRoute<DocumentBody, Document, { params: 'id' }> = {
  operation: 'replaceDocument',
  method: 'PUT',
  path: '/documents/{id}',
  params: { id: 'Document' },
  body: object(documentBodyEntries),
  encoding: 'multipart',
  answer: Document,
}

/** `DELETE /documents/{id}`: answers 409 if a verification of the document's holder relies on the document. */
export const deleteDocumentRoute: TypedRoute<undefined, undefined, { params: 'id' }> = {
  operation: 'deleteDocument',
  method: 'DELETE',
  path: '/documents/{id}',
  params: { id: 'Document' },
  status: 204,
  answer: v.undefined(),
}
