/** Finds invitations in their current state. A pending invitation expires at its `expiresAt`. @module */
import type { Invitation } from 'embedded-wallet-auth/wire'
import { ApiError } from '../../handler/api-error.js'
import type { Context } from '../../handler/context.js'

/** Returns an invitation in its current state. Throws 404 `INVITATION_NOT_FOUND` for an unknown code. */
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
 * The error codes for an invitation that is not pending, by status. No code is documented for an expired invitation;
 * `INVALID_INPUT` is the emulator's choice [our choice].
 */
const codes: ReadonlyMap<string, string> = new Map([
  ['CLAIMED', 'INVITATION_ALREADY_CLAIMED'],
  ['CANCELLED', 'INVITATION_CANCELLED'],
  ['EXPIRED', 'INVALID_INPUT'],
])

/** Returns a pending invitation. Throws 404 for an unknown code, and 400 if the invitation is no longer pending. */
export function pendingInvitation(context: Context, code: string): Invitation {
  const invitation = currentInvitation(context, code)
  const refused = codes.get(invitation.status)
  if (refused !== undefined)
    throw new ApiError(400, refused, `The invitation is not pending: its status is ${invitation.status}.`)
  return invitation
}
