/** Postal addresses (Customer, address). @module */
import * as v from 'valibot'
import { type Schema, text } from './schema.js'

/** A postal address. */
export interface PostalAddress {
  readonly line1: string
  readonly line2?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode: string
  /** ISO 3166-1 alpha-2 */
  readonly country: string
}

/** A country, ISO 3166-1 alpha-2. */
export const CountryCode: Schema<string> = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))

/** A postal address as it is sent. */
export const PostalAddress: Schema<PostalAddress> = v.object({
  line1: text(256),
  line2: v.exactOptional(text(256)),
  city: v.exactOptional(text(128)),
  state: v.exactOptional(text(128)),
  postalCode: text(32),
  country: CountryCode,
})
