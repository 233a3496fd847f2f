/** The current state of invitations: a pending one expires at its `expiresAt`. @module */
import type { Invitation } from '../../../wire/invitations.js'
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'

/** The current state of an invitation. Throws 404 `INVITATION_NOT_FOUND` for an unknown code. */
export function currentInvitation(context: Context, code: string): Invitation {
  const invitation = context.state.invitations.get(code)
  if (!invitation) throw new ApiError(404, 'INVITATION_NOT_FOUND', 'There is no such invitation.')
  const { status, expiresAt } = invitation
  const isDue = expiresAt !== undefined && context.clock.now() >= Date.parse(expiresAt)
  if (status !== 'PENDING' || !isDue) return invitation
  const expired = { ...invitation, status: 'EXPIRED' }
  context.state.invitations.set(code, expired)
  return expired
}

/**
 * The error codes of calls that need a pending invitation, by the status that it has instead. None is documented for
 * an expired one [advice].
 */
const codes: ReadonlyMap<string, string> = new Map([
  ['CLAIMED', 'INVITATION_ALREADY_CLAIMED'],
  ['CANCELLED', 'INVITATION_CANCELLED'],
  ['EXPIRED', 'INVALID_INPUT'],
])

/** Throws 404 for an unknown invitation and 400 for one that is no longer pending. */
export function pendingInvitation(context: Context, code: string): Invitation {
  const invitation = currentInvitation(context, code)
  const refused = codes.get(invitation.status)
  if (refused !== undefined) throw new ApiError(400, refused, `The invitation is ${invitation.status}.`)
  return invitation
}
