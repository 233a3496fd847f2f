/** Lists the codes that were sent, each with what has become of it, for `GET /emulator/inbox`. @module */
import type { Context } from '../handler/context.js'
import type { Mail } from '../state/inbox.js'
import { timestamp } from '../time/clock.js'

/** A message with its code. */
export interface ListedMail extends Mail {
  /** Whether the code can still be used. It is `spent` once it was used, or after too many wrong tries. */
  readonly state: 'valid' | 'spent' | 'replaced' | 'expired'
}

/** Returns the messages, newest first. */
export function listedMails(context: Context, mails: readonly Mail[]): readonly ListedMail[] {
  const newest = new Set<string | undefined>()
  return mails.toReversed().map((mail) => {
    const proves = mail.credentialId ?? mail.quoteId
    const isNewest = !newest.has(proves)
    newest.add(proves)
    return { ...mail, state: isNewest ? stateOf(context, mail) : 'replaced' }
  })
}

function stateOf({ state, clock }: Context, mail: Mail): ListedMail['state'] {
  if (mail.expiresAt <= timestamp(clock.now())) return 'expired'
  const { credentialId = '', quoteId = '' } = mail
  const awaited = state.credentials.get(credentialId)?.code?.code ?? state.authorizations.get(quoteId)?.code
  return awaited === mail.otp ? 'valid' : 'spent'
}
