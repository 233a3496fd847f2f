/**
 * A twin of WebCrypto that works synchronously, without threads, and whose random numbers come from a seed: P-256,
 * HMAC, HKDF, AES-GCM and digests, computed by OpenSSL as in Node.
 * @module
 */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPublicKey,
  ECDH,
  hkdfSync,
  type KeyObject,
  verify,
} from 'node:crypto'
import type { Random } from './random.js'

type Bytes = Uint8Array<ArrayBuffer>

const curve = 'prime256v1'
/** The order of P-256, its prime, and the constant of its equation (SP 800-186). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
const constant = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

/** The content of a key. No code that runs in a page can read it. */
interface Material {
  /** The private scalar, 32 bytes. */
  readonly scalar?: Bytes
  /** The public point, uncompressed. */
  readonly point?: Bytes
  readonly secret?: Bytes
  verifier?: KeyObject
}

const materials = new WeakMap<TwinKey, Material>()

/** The twin of `CryptoKey`. A clone of it is the same object. */
export class TwinKey {
  readonly type: KeyType
  readonly extractable: boolean
  readonly algorithm: Record<string, unknown>
  readonly usages: readonly string[]
  constructor(
    material: Material,
    of: Pick<TwinKey, 'type' | 'extractable' | 'algorithm'>,
    usages: readonly string[],
  ) {
    this.type = of.type
    this.extractable = of.extractable
    this.algorithm = of.algorithm
    this.usages = allUsages.filter((usage) => usages.includes(usage))
    materials.set(this, material)
  }
  get [Symbol.toStringTag](): string {
    return 'CryptoKey'
  }
}

const allUsages = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey']

type Algorithm = string | { readonly name: string; readonly [field: string]: unknown }

const fail = (name: string, text: string): never => {
  throw new DOMException(text, name)
}

const nameOf = (algorithm: Algorithm): string =>
  (typeof algorithm === 'string' ? algorithm : algorithm.name).toUpperCase()

const fieldOf = (algorithm: Algorithm, field: string): unknown =>
  typeof algorithm === 'string' ? undefined : algorithm[field]

/** Returns OpenSSL's name of a digest. */
function hashOf(algorithm: unknown): string {
  const name = nameOf(algorithm as Algorithm)
  return /^SHA-(1|256|384|512)$/.test(name)
    ? name.replace('-', '').toLowerCase()
    : fail('NotSupportedError', `The digest ${name} is not supported here.`)
}

function bytesOf(data: unknown): Bytes {
  if (data instanceof ArrayBuffer) return new Uint8Array(data.slice(0))
  if (ArrayBuffer.isView(data))
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice() as Bytes
  throw new TypeError('These are not bytes.')
}

const own = (bytes: Uint8Array): Bytes => new Uint8Array(bytes)
const bufferOf = (bytes: Uint8Array): ArrayBuffer => own(bytes).buffer
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const bytesOfNumber = (value: bigint): Bytes => own(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
const isEc = (algorithm: Algorithm): boolean => ['ECDSA', 'ECDH'].includes(nameOf(algorithm))

/** Results of the slow calculations. Schedules with the same seed repeat most of them. */
const results = new Map<string, Uint8Array | boolean>()

/** Calculates something that depends on nothing but the given bytes, or returns the earlier result. */
function once<T extends Uint8Array | boolean>(name: string, given: readonly Uint8Array[], make: () => T): T {
  const key = [
    name,
    ...given.map((bytes) => `${bytes.length} ${Buffer.from(bytes).toString('latin1')}`),
  ].join()
  const known = results.get(key) as T | undefined
  if (known !== undefined) return known
  if (results.size > 50_000) results.clear()
  const made = make()
  results.set(key, made)
  return made
}

const pointOfScalar = (scalar: Uint8Array): Bytes =>
  own(
    once('point', [scalar], () => {
      const pair = createECDH(curve)
      pair.setPrivateKey(scalar)
      return pair.getPublicKey()
    }),
  )

/** Returns the uncompressed form of a point. Throws if the point is not on the curve. */
function checkedPoint(raw: Uint8Array): Bytes {
  const point = once('on the curve', [raw], () => pointOf(raw))
  return point.length === 0 ? fail('DataError', 'Not a point on the curve.') : own(point)
}

/** Returns the uncompressed form of a point, and no bytes if it is not on the curve. */
function pointOf(raw: Uint8Array): Uint8Array {
  try {
    const point = own(ECDH.convertKey(raw, curve, undefined, undefined, 'uncompressed') as Buffer)
    const [x, y] = [numberOf(point.subarray(1, 33)), numberOf(point.subarray(33))]
    if ((y * y - x * x * x + 3n * x - constant) % prime === 0n) return point
  } catch {}
  return new Uint8Array()
}

/** Returns a scalar in range. Random bytes are almost never out of range. */
function randomScalar(random: Random): Bytes {
  const bytes = random.bytes(32)
  const value = numberOf(bytes)
  return value > 0n && value < order ? bytes : randomScalar(random)
}

/** Returns the inverse modulo the order of the group, with the extended Euclidean algorithm. */
function inverse(value: bigint): bigint {
  let [low, high] = [value % order, order]
  let [a, b] = [1n, 0n]
  while (low > 1n) {
    const ratio = high / low
    ;[low, high] = [high - ratio * low, low]
    ;[a, b] = [b - ratio * a, a]
  }
  return ((a % order) + order) % order
}

function signed(random: Random, hash: string, scalar: Bytes, data: Uint8Array): Bytes {
  const digest = createHash(hash).update(data).digest().subarray(0, 32)
  const nonce = randomScalar(random)
  const signature = once('signature', [nonce, scalar, digest], () => {
    const r = numberOf(pointOfScalar(nonce).subarray(1, 33)) % order
    const s = (inverse(numberOf(nonce)) * (numberOf(digest) + r * numberOf(scalar))) % order
    return r === 0n || s === 0n ? new Uint8Array() : Buffer.concat([bytesOfNumber(r), bytesOfNumber(s)])
  })
  return signature.length === 0 ? signed(random, hash, scalar, data) : own(signature)
}

const ecAlgorithm = (algorithm: Algorithm): Record<string, unknown> => {
  if (fieldOf(algorithm, 'namedCurve') !== 'P-256') fail('NotSupportedError', 'Only P-256 is supported here.')
  return { name: nameOf(algorithm), namedCurve: 'P-256' }
}

const privateUsages = { ECDSA: ['sign'], ECDH: ['deriveKey', 'deriveBits'] } as const
const publicUsages = { ECDSA: ['verify'], ECDH: [] } as const

/** @throws SyntaxError if a usage does not fit the key, as WebCrypto does */
function ecKey(
  algorithm: Algorithm,
  material: Material,
  extractable: boolean,
  usages: readonly string[],
): TwinKey {
  const name = nameOf(algorithm) as 'ECDSA' | 'ECDH'
  const isPrivate = material.scalar !== undefined
  const allowed: readonly string[] = isPrivate ? privateUsages[name] : publicUsages[name]
  if (usages.some((usage) => !allowed.includes(usage)) || (isPrivate && usages.length === 0))
    fail('SyntaxError', 'These usages do not fit the key.')
  const type = isPrivate ? 'private' : 'public'
  return new TwinKey(material, { type, extractable, algorithm: ecAlgorithm(algorithm) }, usages)
}

function secretKey(
  algorithm: Algorithm,
  secret: Bytes,
  extractable: boolean,
  usages: readonly string[],
): TwinKey {
  const name = nameOf(algorithm)
  const length = secret.length * 8
  const described: Readonly<Record<string, Record<string, unknown>>> = {
    HMAC: { name, length, hash: { name: nameOf((fieldOf(algorithm, 'hash') ?? '') as Algorithm) } },
    'AES-GCM': { name, length },
    HKDF: { name },
  }
  const own = described[name] ?? fail('NotSupportedError', `${name} is not supported here.`)
  if (name === 'AES-GCM' && ![128, 192, 256].includes(length)) fail('DataError', 'Not the length of a key.')
  return new TwinKey({ secret }, { type: 'secret', extractable, algorithm: own }, usages)
}

/** The start of a PrivateKeyInfo of P-256 up to the scalar, with and without a public key after the scalar. */
const pkcs8Prefixes = [
  '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420',
  '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420',
]
const spkiPrefix = '3059301306072a8648ce3d020106082a8648ce3d030107034200'

/** Parses a key in one of the formats. */
function ecMaterial(format: string, data: unknown): Material {
  if (format === 'raw') return { point: checkedPoint(bytesOf(data)) }
  if (format === 'jwk') {
    const { d, x = '', y = '' } = data as JsonWebKey
    const point = checkedPoint(
      Buffer.concat([Buffer.of(4), ...[x, y].map((text) => Buffer.from(text, 'base64url'))]),
    )
    return d === undefined ? { point } : { point, scalar: own(Buffer.from(d, 'base64url')) }
  }
  const hex = Buffer.from(bytesOf(data)).toString('hex')
  if (format === 'spki' && hex.startsWith(spkiPrefix))
    return { point: checkedPoint(Buffer.from(hex.slice(spkiPrefix.length), 'hex')) }
  const prefix = format === 'pkcs8' ? pkcs8Prefixes.find((start) => hex.startsWith(start)) : undefined
  const scalar = own(Buffer.from(hex.slice(prefix?.length ?? 0).slice(0, 64), 'hex'))
  const value = prefix === undefined ? 0n : numberOf(scalar)
  if (value <= 0n || value >= order) return fail('DataError', 'Not a key of this format.')
  return { scalar, point: pointOfScalar(scalar) }
}

/** Returns the content of a key. Throws if the key does not allow the usage. */
function materialOf(key: unknown, name: string, usage?: string): Material {
  if (!(key instanceof TwinKey)) throw new TypeError('Not a CryptoKey.')
  if (key.algorithm['name'] !== name || (usage !== undefined && !key.usages.includes(usage)))
    fail('InvalidAccessError', 'The key does not allow this use.')
  return materials.get(key) ?? {}
}

const part = <T>(value: T | undefined): T => value ?? fail('InvalidAccessError', 'The key has no such part.')

function jwkOf(key: TwinKey, { point, scalar, secret }: Material): JsonWebKey {
  const common = { key_ops: [...key.usages], ext: key.extractable }
  if (secret) return { ...common, kty: 'oct', k: base64url(secret) }
  const [x, y] = [part(point).subarray(1, 33), part(point).subarray(33)].map(base64url)
  return {
    ...common,
    kty: 'EC',
    crv: 'P-256',
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
    ...(scalar && { d: base64url(scalar) }),
  }
}

function verifierOf(material: Material): KeyObject {
  const [x, y] = [part(material.point).subarray(1, 33), part(material.point).subarray(33)].map(base64url)
  const key = { kty: 'EC', crv: 'P-256', ...(x !== undefined && { x }), ...(y !== undefined && { y }) }
  material.verifier ??= createPublicKey({ format: 'jwk', key })
  return material.verifier
}

function sealed(algorithm: Algorithm): { iv: Bytes; aad: Bytes; tag: number } {
  const additional = fieldOf(algorithm, 'additionalData')
  return {
    iv: bytesOf(fieldOf(algorithm, 'iv')),
    aad: additional === undefined ? new Uint8Array() : bytesOf(additional),
    tag: Number(fieldOf(algorithm, 'tagLength') ?? 128) / 8,
  }
}

const cipherOf = (secret: Bytes): 'aes-256-gcm' => `aes-${secret.length * 8}-gcm` as 'aes-256-gcm'

/** The methods of `SubtleCrypto`, without their promises. */
export interface TwinCalls {
  generateKey(algorithm: Algorithm, extractable: boolean, usages: readonly string[]): unknown
  importKey(
    format: string,
    data: unknown,
    algorithm: Algorithm,
    extractable: boolean,
    usages: readonly string[],
  ): TwinKey
  exportKey(format: string, key: TwinKey): ArrayBuffer | JsonWebKey
  sign(algorithm: Algorithm, key: TwinKey, data: unknown): ArrayBuffer
  verify(algorithm: Algorithm, key: TwinKey, signature: unknown, data: unknown): boolean
  deriveBits(algorithm: Algorithm, key: TwinKey, length: number | null): ArrayBuffer
  encrypt(algorithm: Algorithm, key: TwinKey, data: unknown): ArrayBuffer
  decrypt(algorithm: Algorithm, key: TwinKey, data: unknown): ArrayBuffer
  digest(algorithm: Algorithm, data: unknown): ArrayBuffer
}

/** @param random the source of random numbers for keys and signatures */
export function createTwin(random: () => Random): TwinCalls {
  return {
    generateKey(algorithm, extractable, usages) {
      if (!isEc(algorithm)) {
        const length = Number(fieldOf(algorithm, 'length') ?? 512) / 8
        return secretKey(algorithm, random().bytes(length), extractable, usages)
      }
      const name = nameOf(algorithm) as 'ECDSA' | 'ECDH'
      const scalar = randomScalar(random())
      const point = pointOfScalar(scalar)
      const [ownUsages, publics] = [privateUsages[name], publicUsages[name]].map((all: readonly string[]) =>
        usages.filter((usage) => all.includes(usage)),
      )
      return {
        publicKey: ecKey(algorithm, { point }, true, publics ?? []),
        privateKey: ecKey(algorithm, { scalar, point }, extractable, ownUsages ?? []),
      }
    },
    importKey(format, data, algorithm, extractable, usages) {
      if (isEc(algorithm)) return ecKey(algorithm, ecMaterial(format, data), extractable, usages)
      const text = format === 'jwk' ? ((data as JsonWebKey).k ?? '') : undefined
      const secret = text === undefined ? bytesOf(data) : own(Buffer.from(text, 'base64url'))
      return secretKey(algorithm, secret, extractable, usages)
    },
    exportKey(format, key) {
      const material = materials.get(key) ?? {}
      if (!key.extractable) fail('InvalidAccessError', 'The key is not extractable.')
      if (format === 'jwk') return jwkOf(key, material)
      if (format === 'raw' && key.type !== 'private') return bufferOf(part(material.secret ?? material.point))
      if (format === 'spki' && key.type === 'public')
        return bufferOf(Buffer.concat([Buffer.from(spkiPrefix, 'hex'), part(material.point)]))
      return fail('NotSupportedError', `The format ${format} is not supported here.`)
    },
    sign(algorithm, key, data) {
      const { scalar, secret } = materialOf(key, nameOf(algorithm), 'sign')
      if (nameOf(algorithm) === 'ECDSA')
        return bufferOf(signed(random(), hashOf(fieldOf(algorithm, 'hash')), part(scalar), bytesOf(data)))
      return bufferOf(createHmac(hashOf(key.algorithm['hash']), part(secret)).update(bytesOf(data)).digest())
    },
    verify(algorithm, key, signature, data) {
      const material = materialOf(key, nameOf(algorithm), 'verify')
      const given = bytesOf(signature)
      if (nameOf(algorithm) === 'HMAC') {
        const made = createHmac(hashOf(key.algorithm['hash']), part(material.secret)).update(bytesOf(data))
        return Buffer.compare(made.digest(), given) === 0
      }
      if (given.length !== 64) return false
      const hash = hashOf(fieldOf(algorithm, 'hash'))
      const message = bytesOf(data)
      return once(`verify ${hash}`, [part(material.point), given, message], () =>
        verify(hash, message, { key: verifierOf(material), dsaEncoding: 'ieee-p1363' }, given),
      )
    },
    deriveBits(algorithm, key, length) {
      const name = nameOf(algorithm)
      if (name === 'HKDF') {
        const { secret } = materialOf(key, name, 'deriveBits')
        const [salt, info] = ['salt', 'info'].map((field) => bytesOf(fieldOf(algorithm, field)))
        const digest = hashOf(fieldOf(algorithm, 'hash'))
        return hkdfSync(
          digest,
          part(secret),
          salt ?? new Uint8Array(),
          info ?? new Uint8Array(),
          Number(length) / 8,
        )
      }
      const { scalar } = materialOf(key, 'ECDH', 'deriveBits')
      const { point } = materialOf(fieldOf(algorithm, 'public'), 'ECDH')
      const secret = once('shared secret', [part(scalar), part(point)], () => {
        const pair = createECDH(curve)
        pair.setPrivateKey(part(scalar))
        return pair.computeSecret(part(point))
      })
      return bufferOf(secret.subarray(0, Number(length ?? 256) / 8))
    },
    encrypt(algorithm, key, data) {
      const secret = part(materialOf(key, 'AES-GCM', 'encrypt').secret)
      const { iv, aad } = sealed(algorithm)
      const cipher = createCipheriv(cipherOf(secret), secret, iv).setAAD(aad)
      return bufferOf(Buffer.concat([cipher.update(bytesOf(data)), cipher.final(), cipher.getAuthTag()]))
    },
    decrypt(algorithm, key, data) {
      const secret = part(materialOf(key, 'AES-GCM', 'decrypt').secret)
      const { iv, aad, tag } = sealed(algorithm)
      const bytes = bytesOf(data)
      try {
        const cipher = createDecipheriv(cipherOf(secret), secret, iv).setAAD(aad)
        cipher.setAuthTag(bytes.subarray(-tag))
        return bufferOf(Buffer.concat([cipher.update(bytes.subarray(0, -tag)), cipher.final()]))
      } catch {
        return fail('OperationError', 'It was not sealed with this key.')
      }
    },
    digest: (algorithm, data) => bufferOf(createHash(hashOf(algorithm)).update(bytesOf(data)).digest()),
  }
}
