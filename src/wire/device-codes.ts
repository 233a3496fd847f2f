/**
 * Schemas and routes of device codes. An agent redeems a device code for its access token (Authentication 2). The
 * fields are from the public API reference [reference].
 * @module
 */
import * as v from 'valibot'
import { AnsweredPolicy } from './agent-policy.js'
import type { TypedRoute } from './route.js'
import { id, looseObject, type Schema, Timestamp, text } from './schema.js'

/** A code that a person types into the agent's software. */
export interface DeviceCode {
  /** The text of the code, such as `SERVICE-AGENT-X7K9-M2P4`. */
  readonly code: string
  readonly agentId: string
  readonly expiresAt: string
  readonly redeemed: boolean
}

export const DeviceCode: Schema<DeviceCode> = looseObject({
  code: text(64),
  agentId: id('Agent'),
  expiresAt: Timestamp,
  redeemed: v.boolean(),
})

/** The schema of a device code in a path: 1 to 64 upper-case letters, digits and hyphens. */
export const DeviceCodeText: Schema<string> = v.pipe(v.string(), v.regex(/^[A-Z0-9-]{1,64}$/))

/**
 * `POST /agents/{agentId}/device-codes`: creates a code and replaces the agent's earlier codes. Answers 409 if the
 * agent is already connected.
 */
export const createDeviceCodeRoute: TypedRoute<undefined, DeviceCode, { params: 'agentId' }> = {
  operation: 'createDeviceCode',
  method: 'POST',
  path: '/agents/{agentId}/device-codes',
  params: { agentId: 'Agent' },
  status: 201,
  answer: DeviceCode,
}

/** Whether a code has been redeemed. */
export interface DeviceCodeStatus {
  readonly code: string
  readonly redeemed: boolean
}

/** `GET /agents/device-codes/{code}/status` */
export const getDeviceCodeStatusRoute: TypedRoute<undefined, DeviceCodeStatus, { pathText: 'code' }> = {
  operation: 'getDeviceCodeStatus',
  method: 'GET',
  path: '/agents/device-codes/{code}/status',
  pathText: { code: DeviceCodeText },
  answer: looseObject({ code: text(64), redeemed: v.boolean() }),
}

/** The answer to {@link redeemDeviceCodeRoute}. */
export interface RedeemedDeviceCode {
  readonly agentId: string
  readonly agentName: string
  /** The agent's access token, which it sends as `Authorization: Bearer`. The service returns the token only here. */
  readonly accessToken: string
  readonly policy: AnsweredPolicy
}

/** `POST /agents/device-codes/{code}/redeem`: needs neither authentication nor a body. Each code works only once. */
export const redeemDeviceCodeRoute: TypedRoute<undefined, RedeemedDeviceCode, { pathText: 'code' }> = {
  operation: 'redeemDeviceCode',
  method: 'POST',
  path: '/agents/device-codes/{code}/redeem',
  pathText: { code: DeviceCodeText },
  answer: looseObject({
    agentId: id('Agent'),
    agentName: text(256),
    accessToken: text(512),
    policy: AnsweredPolicy,
  }),
  auth: 'none',
}
