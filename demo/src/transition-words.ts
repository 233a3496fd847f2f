/** The texts for the wallet's events and effects, by name. A missing name is a type error. @module */
import type { Transition, WalletState } from 'embedded-wallet-auth'
import type { Happening, Source } from './trace.js'

type Row = readonly [title: string, source: Source]

const events: Readonly<Record<Transition['event'], Row>> = {
  signIn: ['A sign-in begins.', 'this tab'],
  create: ['The creation of a credential begins.', 'this tab'],
  found: ['An earlier page or another tab is waiting for a proof.', 'the record'],
  cancel: ['The flow was cancelled.', 'this tab'],
  interrupted: ['An earlier page closed before the answer arrived.', 'the record'],
  challenged: ['The challenge has arrived. The wallet waits for the proof.', 'the service'],
  resent: ['A code was requested again. The wallet knows when the next one can be.', 'the service'],
  proven: ['The proof has arrived.', 'this tab'],
  refused: ['The proof was refused. Another one can be submitted.', 'the service'],
  verified: ['The sealed key was opened, checked and stored. There is a session.', 'the service'],
  sent: ['A single-use call is sent.', 'this tab'],
  created: ['The credential was created.', 'the service'],
  failed: ['The flow failed.', 'this tab'],
  gone: ['Another tab has taken over the proof, or has cancelled it.', 'another tab'],
  restored: ['The stored session was restored.', 'the record'],
  absent: ['No session is stored.', 'the record'],
  adopted: ['This tab uses another tab’s session.', 'another tab'],
  refresh: ['The session is being extended.', 'this tab'],
  refreshed: ['A new session has replaced the old one.', 'the service'],
  refreshFailed: ['The session was not extended. It continues as before.', 'this tab'],
  ended: ['The session ended.', 'this tab'],
  stored: ['The wallet knows where the record is stored.', 'the record'],
  unsettled: ['The wallet knows which payments are in doubt.', 'the record'],
}

const effects: Readonly<Record<Transition['effects'][number], string>> = {
  challenge: 'ask for a challenge',
  prove: 'ask for the proof',
  verify: 'send the proof',
  create: 'create it',
  await: 'wait, with a deadline',
  stop: 'stop the older attempt',
  abort: 'abort the call in flight',
  refuse: 'refuse the call',
  resolve: 'resolve the call',
  reject: 'reject the call',
  watch: 'watch the expiry',
}

const endings: Readonly<Record<string, Row>> = {
  expired: ['The session has expired. Its key is erased.', 'the clock'],
  revoked: ['The session was revoked. Its key is erased.', 'the service'],
}

/**
 * Describes a transition.
 *
 * @param before the state before the transition
 * @param ours whether this tab is signing out. Otherwise the end came from another tab
 */
export function happeningOf(
  { event, effects: done, state }: Transition,
  before: WalletState | undefined,
  ours: boolean,
): Happening {
  const [title, source] = event === 'ended' ? endingOf(state, ours) : events[event]
  const { flow } = state
  const fault = 'fault' in flow ? flow.fault : undefined
  const isNew = fault !== undefined && before?.flow !== flow
  const parts = [
    moved('flow', before?.flow.status, flow.status),
    moved('session', before?.session.status, state.session.status),
    event === 'stored' ? `storage: ${state.storage}` : undefined,
    isNew ? `fault: ${fault.code}` : undefined,
    done.length > 0 ? `then: ${done.map((effect) => effects[effect]).join(', ')}` : undefined,
  ]
  const detail = parts.filter((part) => part !== undefined).join(' · ')
  const good = event === 'verified' || event === 'refreshed' || event === 'created'
  return {
    title,
    source: isNew && fault.kind === 'service' ? 'the service' : source,
    ...(detail === '' ? {} : { detail }),
    ...(isNew ? { tone: 'bad' } : good ? { tone: 'good' } : {}),
  }
}

function endingOf({ session }: WalletState, ours: boolean): Row {
  const reason = session.status === 'none' ? session.reason : ''
  return endings[reason] ?? ['Signed out: the key is erased.', ours ? 'this tab' : 'another tab']
}

const moved = (region: string, from: string | undefined, to: string): string | undefined =>
  from === to || from === undefined ? undefined : `${region}: ${from} → ${to}`
