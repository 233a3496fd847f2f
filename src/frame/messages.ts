/** The form of what a page may send on the port. @module */
import * as v from 'valibot'
import type { HostMessage } from '../port/messages.js'
import { reaches, type Verb } from '../port/verbs.js'
import type { Schema } from '../wire/schema.js'
import { strictObject } from './strict-object.js'

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const isVerb = (value: string): value is Verb => Object.hasOwn(reaches, value)
/** A message of the page. */
export const Message: Schema<HostMessage> = v.variant('type', [
  strictObject({
    type: v.literal('call'),
    id,
    verb: v.pipe(v.string(), v.guard(isVerb)),
    args: v.array(v.unknown()),
    token: v.optional(v.boolean()),
  }),
  strictObject({ type: v.literal('abort'), id }),
  strictObject({ type: v.literal('ping') }),
  strictObject({
    type: v.literal('token'),
    id,
    token: v.optional(v.pipe(v.string(), v.maxLength(16_384))),
  }),
])
