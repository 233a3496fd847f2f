/**
 * The curve P-256 in plain arithmetic: what the emulator needs to know of a point without asking the library's code.
 * Not constant-time and not meant to be: every key it sees is a test key.
 * @module
 */
import { type Bytes, bytesToHex, hexToBytes } from '../../encoding.js'

const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

/** Order of the curve: scalars are 1 to n - 1. */
export const curveOrder: bigint = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** A point that is not infinity. */
export interface Point {
  readonly x: bigint
  readonly y: bigint
}

const generator: Point = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
}

const mod = (value: bigint): bigint => ((value % p) + p) % p

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = mod(base)
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p
    square = (square * square) % p
  }
  return result
}

/** The point of an uncompressed SEC1 key (65 bytes), or `undefined` when it is none or lies off the curve. */
export function pointOf(bytes: Uint8Array): Point | undefined {
  if (bytes.length !== 65 || bytes[0] !== 4) return undefined
  const x = BigInt(`0x${bytesToHex(bytes.subarray(1, 33))}`)
  const y = BigInt(`0x${bytesToHex(bytes.subarray(33))}`)
  if (x >= p || y >= p) return undefined
  return mod(y * y) === mod(x * x * x - 3n * x + b) ? { x, y } : undefined
}

/** Public key of a scalar between 1 and n - 1. */
export function publicPoint(scalar: bigint): Point {
  if (scalar < 1n || scalar >= curveOrder) throw new RangeError('A scalar is between 1 and n - 1.')
  // Jacobian coordinates: one inversion at the end instead of one for each of 256 steps.
  let x = 0n
  let y = 1n
  let z = 0n
  for (const bit of scalar.toString(2)) {
    ;[x, y, z] = double(x, y, z)
    if (bit === '1') [x, y, z] = addGenerator(x, y, z)
  }
  const inverse = power(z, p - 2n)
  const square = (inverse * inverse) % p
  return { x: (x * square) % p, y: (y * square * inverse) % p }
}

type Jacobian = [x: bigint, y: bigint, z: bigint]

function double(x: bigint, y: bigint, z: bigint): Jacobian {
  if (z === 0n) return [x, y, z]
  const zz = (z * z) % p
  const yy = (y * y) % p
  const s = (4n * x * yy) % p
  const m = mod(3n * (x - zz) * (x + zz))
  const nextX = mod(m * m - 2n * s)
  return [nextX, mod(m * (s - nextX) - 8n * yy * yy), (2n * y * z) % p]
}

function addGenerator(x: bigint, y: bigint, z: bigint): Jacobian {
  if (z === 0n) return [generator.x, generator.y, 1n]
  const zz = (z * z) % p
  const h = mod(generator.x * zz - x)
  const r = mod(generator.y * zz * z - y)
  // h is never 0: for that, an even number below n - 1 would have to be 1 or n - 1.
  const hh = (h * h) % p
  const hhh = (h * hh) % p
  const v = (x * hh) % p
  const nextX = mod(r * r - hhh - 2n * v)
  return [nextX, mod(r * (v - nextX) - y * hhh), (z * h) % p]
}

/** 32 bytes, big-endian. */
export function to32Bytes(value: bigint): Bytes {
  const bytes = hexToBytes(value.toString(16).padStart(64, '0'))
  if (bytes?.length !== 32) throw new RangeError('The number does not fit 32 bytes.')
  return bytes
}

/** Uncompressed SEC1: 65 bytes. */
export function uncompressed(point: Point): Bytes {
  return new Uint8Array([4, ...to32Bytes(point.x), ...to32Bytes(point.y)])
}

/** Compressed SEC1 (33 bytes) of an uncompressed key (65 bytes). */
export function compressed(key: Uint8Array): Bytes {
  const last = key[64]
  if (key.length !== 65 || key[0] !== 4 || last === undefined)
    throw new RangeError('Not an uncompressed key.')
  return new Uint8Array([2 + (last & 1), ...key.subarray(1, 33)])
}
