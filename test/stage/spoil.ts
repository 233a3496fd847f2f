/**
 * Spoils calls that begin a session: the request or the answer is lost while another device begins a session, or the
 * answer has its key in the way that was not asked for.
 * @module
 */
import type { Emulator } from 'embedded-wallet-auth-emulator'
import { heldKey } from '../../emulator/src/fixtures/held-keys.js'
import { stamp } from '../../src/wallet/crypto/stamp.js'
import { baseUrl } from '../../src/wallet/fixtures/ask-as-platform.js'
import type { StoredSession } from '../../src/wallet/record/record.js'
import type { SignedRequestChallenge } from '../../src/wire/signed-request-challenge.js'

/** What happens to the next call that begins a session. */
export type Spoil = 'answer lost' | 'request lost' | 'answer contradicts'

type Send = (request: Request) => Promise<Response>

export interface Spoiler {
  next(spoil: Spoil): void
  /** Drops what has not happened yet. */
  clear(): void
  around(send: Send): Send
}

/** Whether the answer to this request is a session, if it succeeds. */
async function beginsSession(request: Request): Promise<boolean> {
  const path = new URL(request.url).pathname
  if (!/\/(verify|refresh)$/.test(path)) return false
  if (request.headers.has('Wallet-Signature')) return true
  return path.endsWith('/verify') && !(await request.clone().text()).includes('encryptedOtpBundle')
}

const lost = (): never => {
  throw new TypeError('The connection was lost.')
}

/** @param elsewhere begins a session on another device, and resolves with it */
export function createSpoiler(elsewhere: () => Promise<object | undefined>): Spoiler {
  const waiting: Spoil[] = []
  return {
    next: (spoil) => void waiting.push(spoil),
    clear: () => void waiting.splice(0),
    around: (send) => async (request) => {
      const spoil = waiting.length > 0 && (await beginsSession(request)) ? waiting.shift() : undefined
      if (spoil === undefined) return send(request)
      const other = await elsewhere()
      if (spoil === 'request lost') return lost()
      const answer = await send(request)
      if (spoil === 'answer lost') return lost()
      if (answer.status !== 200 && answer.status !== 201) return answer
      const { encryptedSessionSigningKey: key, ...session } = await answer.json()
      // The session in the answer has a key that is not here, as one whose key was sealed for somebody else.
      const told = key === undefined ? { ...(other ?? session), encryptedSessionSigningKey: 'x' } : session
      return Response.json(told, { status: answer.status })
    },
  }
}

/**
 * Begins a session with a key that is nowhere in this browser, as another device does. It is a refresh of this browser's
 * session, because a code of its own would replace the one that is awaited here. Without a session nothing begins.
 */
export async function beginElsewhere(
  emulator: Emulator,
  session: StoredSession | undefined,
): Promise<object | undefined> {
  if (session === undefined) return undefined
  const { tokenId, clientSecret } = emulator.apiToken
  const send = (headers: Record<string, string>): Promise<Response> =>
    emulator.fetch(`${baseUrl}/auth/sessions/${session.id}/refresh`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
        'Content-Type': 'application/json',
        ...headers,
      },
      body,
    })
  const body = JSON.stringify({ clientPublicKey: heldKey().compressed })
  const first = await send({})
  // The session may have ended, and a service of sealed keys takes no key of a page.
  if (first.status !== 202) return undefined
  const { payloadToSign, requestId }: SignedRequestChallenge = await first.json()
  const signature = await stamp(payloadToSign, session.privateKey, session.publicKey)
  const begun = await send({ 'Service-Wallet-Signature': signature, 'Request-Id': requestId })
  return begun.status === 201 ? await begun.json() : undefined
}

/** The public key that the service has for a session: compressed, lower-case hex. */
export function keyAtService(emulator: Emulator, sessionId: string): string | undefined {
  for (const line of emulator.snapshot()) {
    if (!line.includes(sessionId)) continue
    const [, key] = /"compressedKey":"(\w+)"/.exec(line) ?? []
    if (key !== undefined) return key
  }
  return undefined
}
