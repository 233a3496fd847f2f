/**
 * Freezes what a backend of this version stores, together with a call that depends on it and what the service answered
 * to that call. A later version that is given the same entries has to answer the call in the same way.
 * @module
 */
import { clientKey } from '../../emulator/src/fixtures/client.js'
import { type PayingStage, payingStage, proofHeader, sendOf } from '../../src/backend/fixtures/paying.js'
import { origin } from '../../src/backend/fixtures/platform.js'
import {
  type BackendEvent,
  type BackendOptions,
  createBackend,
  defaultOperations,
  memoryStore,
  type StoreKey,
} from '../../src/backend/index.js'

interface ServiceAnswer {
  readonly call: string
  readonly status: number
  readonly body: string
}

/** Entries of a store, a call, and all that is needed to play it again. */
export interface FrozenCall {
  readonly title: string
  /** The time of the backend, in milliseconds since 1970. */
  readonly now: number
  readonly accountId: string
  readonly entries: readonly { readonly key: StoreKey; readonly value: string }[]
  readonly call: {
    readonly path: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  /** What the service answered to the call, and what to the same call again. */
  readonly service: readonly (readonly ServiceAnswer[])[]
  /** What the backend answered to the call, and then to the same call again. */
  readonly answers: readonly (readonly [status: number, code?: string])[]
  /** The events of both. */
  readonly events: readonly BackendEvent[]
}

const optionsOf = (): Pick<BackendOptions, 'limits' | 'stepUp' | 'allow' | 'relyingParty' | 'origins'> => ({
  relyingParty: { id: 'localhost', name: 'Example Bank' },
  origins: [origin],
  allow: [...defaultOperations, 'exportWallet'],
  limits: { calls: { max: 14, per: 3_600 } },
  stepUp: { payments: { above: { amount: 0, currency: 'USDB' }, newPasskeyAfter: 0 } },
})

/** The names between page and backend, by those of version 0.1.0, which were the service's. */
const renamed: Readonly<Record<string, string>> = {
  'Service-Wallet-Signature': 'Wallet-Signature',
  'Request-Id': 'Wallet-Request-Id',
  'Idempotency-Key': 'Wallet-Idempotency-Key',
}

/** Plays a call again, with this version and the frozen entries. Resolves with the answers and events. */
export async function play(
  frozen: Pick<FrozenCall, 'now' | 'accountId' | 'entries' | 'call' | 'service'>,
): Promise<Pick<FrozenCall, 'answers' | 'events'>> {
  const store = memoryStore()
  for (const { key, value } of frozen.entries) await store.set(key, value, 3_600_000)
  const events: BackendEvent[] = []
  const answers: (readonly [number, string?])[] = []
  const backend = createBackend({
    ...optionsOf(),
    service: {
      ...{ baseUrl: 'https://service.example/2025-10-13', tokenId: 'id', clientSecret: 'a-secret' },
      fetch: async ({ method, url }) => {
        const call = `${method} ${new URL(url).pathname}`
        const answer = frozen.service[answers.length]?.find((each) => each.call === call)
        // Version 0.1.0 did not ask which passkeys the account has when a proof arrives.
        const list = call === 'GET /2025-10-13/auth/credentials' && listOf(frozen)
        if (!answer && list) return Response.json(list)
        return new Response(answer?.body ?? '{"status":500,"code":"NOT_FROZEN","message":"None."}', {
          status: answer?.status ?? 500,
        })
      },
    },
    authorize: () => [frozen.accountId],
    loginSession: () => 'first',
    clock: { now: () => frozen.now },
    store,
    onEvent: (event) => void events.push(event),
  })
  for (const _ of [1, 2]) {
    const { path, method, body } = frozen.call
    const headers = new Headers()
    for (const [name, value] of Object.entries(frozen.call.headers)) headers.set(renamed[name] ?? name, value)
    const answer = await backend(new Request(`${origin}${path}`, { method, headers, body: body ?? null }))
    const text = await answer.text()
    const { code } = text === '' ? {} : JSON.parse(text)
    answers.push(code === undefined ? [answer.status] : [answer.status, code])
  }
  return { answers, events }
}

/** The service's list of credentials, with the passkey that proves the payment; `undefined` for any other call. */
function listOf({ accountId, call, now }: Pick<FrozenCall, 'accountId' | 'call' | 'now'>): unknown {
  const header = call.headers['Wallet-Payment-Proof']
  if (header === undefined) return undefined
  const { assertion } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const at = new Date(now - 86_400_000).toISOString()
  const passkey = { type: 'PASSKEY', nickname: 'Key', credentialId: assertion.credentialId }
  const id = 'AuthMethod:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
  return { data: [{ id, accountId, ...passkey, createdAt: at, updatedAt: at }] }
}

/** Does everything but the call itself, and returns the call. */
type Before = (
  stage: PayingStage,
) => Promise<readonly [call: string, body?: unknown, headers?: Record<string, string>]>

const befores: Readonly<Record<string, Before>> = {
  'a sign-in that pays for one export': async ({ signIn, adaId }) => {
    await signIn()
    return [`POST /internal-accounts/${adaId}/export`, { clientPublicKey: clientKey().publicKey }]
  },
  'an export that waits for its stamp': async ({ signIn, adaId, page }) => {
    const { stamp } = await signIn()
    const body = { clientPublicKey: clientKey().publicKey }
    const asked = await page(`POST /internal-accounts/${adaId}/export`, body)
    const headers = {
      'Wallet-Signature': stamp(asked.body.payloadToSign),
      'Wallet-Request-Id': asked.body.requestId,
    }
    return [`POST /internal-accounts/${adaId}/export`, body, headers]
  },
  'a payment with its proof, by a passkey that the backend knows': async (stage) => {
    const session = await stage.signIn()
    const passkey = await stage.register(session)
    const quote = await stage.quote()
    const sent = sendOf(session, quote)
    const asked = await stage.execute(quote, sent)
    const { details } = asked.body as unknown as {
      readonly details: { readonly nonce: string; readonly options: { readonly challenge: string } }
    }
    const assertion = await passkey.get(details.options.challenge, { origin })
    return [
      `POST /quotes/${quote.id}/execute`,
      undefined,
      { ...sent, ...proofHeader(details.nonce, assertion) },
    ]
  },
  'counts of calls, one below their limit': async ({ adaId, page }) => {
    const list = `GET /auth/sessions?accountId=${adaId}`
    for (let call = 0; call < 13; call++) await page(list)
    return [list]
  },
}

/** Freezes every call with this version. */
export const freezeCalls = (): Promise<readonly FrozenCall[]> =>
  Promise.all(Object.entries(befores).map(([title, before]) => freeze(title, before)))

async function freeze(title: string, before: Before): Promise<FrozenCall> {
  const memory = memoryStore()
  const keys = new Map<string, StoreKey>()
  const remember = <T>(key: StoreKey, work: Promise<T>): Promise<T> => {
    keys.set(`${key.owner} ${key.name}`, key)
    return work
  }
  const store = {
    get: memory.get,
    take: memory.take,
    set: (key: StoreKey, value: string, ttl: number) => remember(key, memory.set(key, value, ttl)),
    next: (key: StoreKey, ttl: number) => remember(key, memory.next(key, ttl)),
  }
  const stage = await payingStage({ ...optionsOf(), store })
  const [call, body, headers = {}] = await before(stage)
  const entries: { key: StoreKey; value: string }[] = []
  for (const key of keys.values()) {
    const value = await memory.get(key)
    if (value !== undefined) entries.push({ key, value })
  }
  const service: ServiceAnswer[][] = []
  const { fetch } = stage.emulator
  Object.assign(stage.emulator, {
    fetch: async (request: Request) => {
      const answer = await fetch(request)
      const { pathname } = new URL(request.url)
      service.at(-1)?.push({
        call: `${request.method} ${pathname}`,
        status: answer.status,
        body: await answer.clone().text(),
      })
      return answer
    },
  })
  for (const _ of [1, 2]) {
    service.push([])
    await stage.page(call, body, headers)
  }
  const [method = '', path = ''] = call.split(' ')
  const text = body === undefined ? undefined : JSON.stringify(body)
  const frozen = {
    ...{ title, now: stage.time.now, accountId: stage.adaId, entries, service },
    call: {
      ...{ path: `/wallet${path}`, method },
      headers: {
        Origin: origin,
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    },
  }
  return { ...frozen, ...(await play(frozen)) }
}
