/**
 * Schemas and routes of invitations (Invitation; Other resources). All calls except `claimInvitation` are from the
 * service's public API reference [reference].
 * @module
 */
import * as v from 'valibot'
import { Money } from './money.js'
import type { Unlisted } from './open-sets.js'
import type { TypedRoute } from './route.js'
import { Amount, looseObject, object, openSet, type Schema, Timestamp, text } from './schema.js'

/** The statuses of an invitation. */
export const invitationStatuses = ['PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED'] as const

/** An invitation from one UMA user to another. */
export interface Invitation {
  readonly code: string
  readonly createdAt: string
  /** The URL at which the invitation can be claimed. */
  readonly url: string
  readonly inviterUma: string
  readonly status: (typeof invitationStatuses)[number] | Unlisted
  readonly claimedAt?: string
  readonly expiresAt?: string
  readonly inviteeUma?: string
  /** The inviter's first name, shown to the recipient. */
  readonly firstName?: string
  /**
   * The amount that the inviter wants to send, for display only. After the claim, the inviter's platform makes the
   * payment itself and locks this amount on the sending side.
   */
  readonly amountToSend?: Money
}

export const Invitation: Schema<Invitation> = looseObject({
  code: text(128),
  createdAt: Timestamp,
  url: text(2048),
  inviterUma: text(320),
  status: openSet(invitationStatuses),
  claimedAt: v.exactOptional(Timestamp),
  expiresAt: v.exactOptional(Timestamp),
  inviteeUma: v.exactOptional(text(320)),
  firstName: v.exactOptional(text(128)),
  amountToSend: v.exactOptional(Money),
})

/** Body of {@link createInvitationRoute}. */
export interface CreateInvitationBody {
  readonly inviterUma: string
  readonly firstName?: string
  /** In the smallest unit of the inviter's currency, at least 1. In the answer, this field is a {@link Money}. */
  readonly amountToSend?: number
  readonly expiresAt?: string
}

// The schema accepts any text, because a malformed UMA address has its own error code, which the emulator returns.
const uma = text(320)
const invitationCode = text(128)

/** `POST /invitations` */
export const createInvitationRoute: TypedRoute<CreateInvitationBody, Invitation> = {
  operation: 'createInvitation',
  method: 'POST',
  path: '/invitations',
  body: object({
    inviterUma: uma,
    firstName: v.exactOptional(text(128)),
    amountToSend: v.exactOptional(v.pipe(Amount, v.minValue(1))),
    expiresAt: v.exactOptional(Timestamp),
  }),
  status: 201,
  answer: Invitation,
}

/** `GET /invitations/{invitationCode}` */
export const getInvitationRoute: TypedRoute<undefined, Invitation, { pathText: 'invitationCode' }> = {
  operation: 'getInvitation',
  method: 'GET',
  path: '/invitations/{invitationCode}',
  pathText: { invitationCode },
  answer: Invitation,
}

/** Body of {@link claimInvitationRoute}. */
export interface ClaimInvitationBody {
  /** The UMA address of the person who claims the invitation. */
  readonly inviteeUma: string
}

/** `POST /invitations/{invitationCode}/claim` */
export const claimInvitationRoute: TypedRoute<
  ClaimInvitationBody,
  Invitation,
  { pathText: 'invitationCode' }
> = {
  operation: 'claimInvitation',
  method: 'POST',
  path: '/invitations/{invitationCode}/claim',
  pathText: { invitationCode },
  body: object({ inviteeUma: uma }),
  answer: Invitation,
}

/** `POST /invitations/{invitationCode}/cancel`: answers 400 unless the invitation is pending. */
export const cancelInvitationRoute: TypedRoute<undefined, Invitation, { pathText: 'invitationCode' }> = {
  operation: 'cancelInvitation',
  method: 'POST',
  path: '/invitations/{invitationCode}/cancel',
  pathText: { invitationCode },
  answer: Invitation,
}
