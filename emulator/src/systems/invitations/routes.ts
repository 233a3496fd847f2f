/** The calls for invitations. @module */
import type { Invitation, Money } from 'embedded-wallet-auth/wire'
import { ApiError, invalidInput, orNotFound } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { currencyRow } from '../../money/currencies.js'
import { randomText } from '../../state/ids.js'
import { timestamp } from '../../time/clock.js'
import { currentConfig } from '../config/current.js'
import { holderOf, requireUmaForm } from '../customers/uma-address.js'
import { publish } from '../webhooks/publish.js'

/** The calls under `/invitations`. */
export const invitationRoutes: SystemRoutes = [
  on('createInvitation', 'Create an invitation', ({ context, body }) => {
    const { inviterUma, firstName, amountToSend, expiresAt } = body
    requireUmaForm(inviterUma)
    const inviter = holderOf(context, inviterUma)
    if (inviter === undefined) throw invalidInput('No customer has this UMA address.', 'inviterUma')
    const now = context.clock.now()
    if (expiresAt !== undefined && Date.parse(expiresAt) <= now) {
      throw new ApiError(400, 'INVALID_TIMESTAMP', 'An invitation must expire in the future.')
    }
    const code = randomText(10, alphabet)
    const invitation: Invitation = {
      code,
      createdAt: timestamp(now),
      url: `https://${currentConfig(context).umaDomain}/invitations/${code}`,
      inviterUma,
      status: 'PENDING',
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(firstName === undefined ? {} : { firstName }),
      ...(amountToSend === undefined ? {} : { amountToSend: amountOf(context, inviter, amountToSend) }),
    }
    context.state.invitations.set(code, invitation)
    return { answer: invitation }
  }),

  on('getInvitation', 'Get an invitation', ({ context, param }) => ({
    answer: currentInvitation(context, param('invitationCode')),
  })),

  on('claimInvitation', 'Claim an invitation', ({ context, param, body }) => {
    requireUmaForm(body.inviteeUma)
    const invitation = pendingInvitation(context, param('invitationCode'))
    const claimed: Invitation = {
      ...invitation,
      status: 'CLAIMED',
      inviteeUma: body.inviteeUma,
      claimedAt: timestamp(context.clock.now()),
    }
    context.state.invitations.set(invitation.code, claimed)
    publish(context, 'INVITATION.CLAIMED', claimed)
    return { answer: claimed }
  }),

  on('cancelInvitation', 'Cancel an invitation that has not been claimed', ({ context, param }) => {
    const invitation = pendingInvitation(context, param('invitationCode'))
    const cancelled: Invitation = { ...invitation, status: 'CANCELLED' }
    context.state.invitations.set(invitation.code, cancelled)
    return { answer: cancelled }
  }),
]

/**
 * Returns the amount as money in the inviter's first currency. The service does not document the currency [our choice].
 */
function amountOf(context: Context, inviter: string, amount: number): Money {
  const [code = 'USD'] = context.state.customers.get(inviter)?.currencies ?? []
  return { amount, currency: currencyRow(code).currency }
}

/** Returns an invitation in its current state. Throws 404 `INVITATION_NOT_FOUND` for an unknown code. */
function currentInvitation(context: Context, code: string): Invitation {
  const invitation = orNotFound(context.state.invitations.get(code), 'invitation', 'INVITATION_NOT_FOUND')
  const { status, expiresAt } = invitation
  const isDue = expiresAt !== undefined && context.clock.now() >= Date.parse(expiresAt)
  if (status !== 'PENDING' || !isDue) return invitation
  const expired: Invitation = { ...invitation, status: 'EXPIRED' }
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
function pendingInvitation(context: Context, code: string): Invitation {
  const invitation = currentInvitation(context, code)
  const refused = codes.get(invitation.status)
  if (refused !== undefined)
    throw new ApiError(400, refused, `The invitation is not pending: its status is ${invitation.status}.`)
  return invitation
}

// I, L, O, U, 0 and 1 are left out, because people confuse them with other characters.
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
