/** The calls for invitations. @module */
import type { Invitation, Money } from 'embedded-wallet-auth/wire'
import { ApiError, invalidInput } from '../../handler/api-error.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import type { Context } from '../../handler/context.js'
import { currencyRow } from '../../money/currencies.js'
import { timestamp } from '../../time/clock.js'
import { currentConfig } from '../config/current.js'
import { holderOf, requireUmaForm } from '../customers/uma-address.js'
import { publish } from '../webhooks/publish.js'
import { newCode } from './code.js'
import { currentInvitation, pendingInvitation } from './current.js'

/** The calls under `/invitations`. */
export const invitationRoutes: SystemRoutes = [
  on('createInvitation', ({ context, body }) => {
    const { inviterUma, firstName, amountToSend, expiresAt } = body
    requireUmaForm(inviterUma)
    const inviter = holderOf(context, inviterUma)
    if (inviter === undefined) throw invalidInput('No customer has this UMA address.', 'inviterUma')
    const now = context.clock.now()
    if (expiresAt !== undefined && Date.parse(expiresAt) <= now) {
      throw new ApiError(400, 'INVALID_TIMESTAMP', 'An invitation must expire in the future.')
    }
    const code = newCode()
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

  on('getInvitation', ({ context, param }) => ({
    answer: currentInvitation(context, param('invitationCode')),
  })),

  on('claimInvitation', ({ context, param, body }) => {
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

  on('cancelInvitation', ({ context, param }) => {
    const invitation = pendingInvitation(context, param('invitationCode'))
    const cancelled = { ...invitation, status: 'CANCELLED' }
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
