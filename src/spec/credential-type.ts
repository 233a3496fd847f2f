/** The credential types of the interface (AuthMethod). @module */
import * as v from 'valibot'
import type { Schema } from './schema.js'

export const credentialTypes = ['PASSKEY', 'EMAIL_OTP', 'OAUTH'] as const

export type CredentialType = (typeof credentialTypes)[number]

export const CredentialType: Schema<CredentialType> = v.picklist(credentialTypes)
