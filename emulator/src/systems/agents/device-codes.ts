/**
 * Creates and redeems device codes (wire-facts 7.4 [reference]). Their lifetime is the emulator's choice [our choice].
 * @module
 */
import type { DeviceCode, RedeemedDeviceCode } from 'embedded-wallet-auth/wire'
import { invalidInput, notFound } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'
import { randomText } from '../../state/ids.js'
import type { DeviceCodeRecord } from '../../state/records/agents.js'
import { timestamp } from '../../time/clock.js'
import { agentById, issueAccessToken } from './find-agent.js'

/** How long a device code is valid, in milliseconds: fifteen minutes. */
export const deviceCodeLifetime: number = 15 * 60_000

/** The characters of a code. Letters and digits that look alike are left out. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Creates a device code for an agent. The agent's earlier codes can no longer be redeemed. */
export function newDeviceCode(context: Context, agentId: string): DeviceCode {
  const { deviceCodes } = context.state
  for (const earlier of deviceCodes.list({ where: { agentId } })) {
    if (earlier.status === 'open') deviceCodes.set(earlier.code, { ...earlier, status: 'ended' })
  }
  const expiresAt = context.clock.now() + deviceCodeLifetime
  const record = {
    code: `SERVICE-AGENT-${randomText(4, alphabet)}-${randomText(4, alphabet)}`,
    agentId,
    expiresAt,
    status: 'open',
  } as const
  deviceCodes.set(record.code, record)
  return { code: record.code, agentId, expiresAt: timestamp(expiresAt), redeemed: false }
}

/** Returns the record of a device code. Throws 404 for an unknown code, and for a code whose agent was deleted. */
export function deviceCodeBy(context: Context, code: string): DeviceCodeRecord {
  const record = context.state.deviceCodes.get(code)
  if (!record || !context.state.agents.has(record.agentId)) throw notFound('device code')
  return record
}

/**
 * Redeems a device code and marks its agent as connected. Rejects with 400 if the code was already redeemed, was
 * replaced or has expired.
 */
export async function redeem(context: Context, code: string): Promise<RedeemedDeviceCode> {
  const record = deviceCodeBy(context, code)
  if (record.status === 'redeemed') throw invalidInput('The device code has already been redeemed.', 'code')
  if (record.status === 'ended') throw invalidInput('A newer device code has replaced this one.', 'code')
  if (context.clock.now() >= record.expiresAt) throw invalidInput('The device code has expired.', 'code')
  const agent = agentById(context, record.agentId)
  // There is no `await` between the checks and this line, so a code cannot be redeemed twice.
  context.state.deviceCodes.set(code, { ...record, status: 'redeemed' })
  const updatedAt = timestamp(context.clock.now())
  context.state.agents.set(agent.id, { ...agent, isConnected: true, updatedAt })
  const accessToken = await issueAccessToken(context, agent.id)
  return { agentId: agent.id, agentName: agent.name, accessToken, policy: agent.policy }
}
