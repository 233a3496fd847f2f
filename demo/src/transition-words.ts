/** The texts for the wallet's events and effects, one row per name. A missing row is a type error. @module */
import type { Transition, WalletState } from 'embedded-wallet-auth'
import type { Happening, Source } from './trace.js'

type Row = readonly [title: string, source: Source]

const events: Readonly<Record<Transition['event'], Row>> = {
  signIn: ['A sign-in begins.', 'this tab'],
  create: ['A credential is to be made.', 'this tab'],
  found: ['The record awaits a proof: of an earlier page, or another tab.', 'the record'],
  cancel: ['The flow was given up.', 'this tab'],
  interrupted: ['An earlier page’s attempt ended without an answer.', 'the record'],
  challenged: ['There is a challenge: a proof is awaited.', 'the service'],
  resent: ['It is known from when another code may be asked for.', 'the service'],
  proven: ['The proof is here.', 'this tab'],
  refused: ['The proof was refused; another may follow.', 'the service'],
  verified: ['The sealed key was opened, checked and stored: a session.', 'the service'],
  sent: ['A single-use call goes out.', 'this tab'],
  created: ['The credential was made.', 'the service'],
  failed: ['The flow failed.', 'this tab'],
  gone: ['The awaited proof is another tab’s now, or was given up there.', 'another tab'],
  restored: ['The session of the record is back.', 'the record'],
  absent: ['The record holds no session.', 'the record'],
  adopted: ['Another tab’s session signs here too.', 'another tab'],
  refresh: ['The session is being extended.', 'this tab'],
  refreshed: ['A new session took the place of the old one.', 'the service'],
  refreshFailed: ['The session was not extended; it goes on as it was.', 'this tab'],
  ended: ['The session ended.', 'this tab'],
  stored: ['It is known where the record lives.', 'the record'],
  unsettled: ['It is known which payments are in doubt.', 'the record'],
}

const effects: Readonly<Record<Transition['effects'][number], string>> = {
  challenge: 'ask for a challenge',
  prove: 'ask for the proof',
  verify: 'send the proof',
  create: 'create it',
  await: 'wait, with a deadline',
  stop: 'stop the older attempt',
  abort: 'abort the call that is out',
  refuse: 'turn the call away',
  resolve: 'resolve the call',
  reject: 'reject the call',
  watch: 'watch the expiry',
}

const endings: Readonly<Record<string, Row>> = {
  expired: ['The session ran out: its key is erased.', 'the clock'],
  revoked: ['The session was revoked: its key is erased.', 'the service'],
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
