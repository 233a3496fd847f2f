/** The encodings in which a secret of 32 bytes could occur, and the search for them in texts and bytes. @module */

/** Where a secret was found, and in which encoding. */
export interface Finding {
  readonly place: string
  readonly form: string
}

/** Something to search in: a text, or bytes as lower-case hex. */
export interface Straw {
  readonly place: string
  readonly text?: string
  readonly bytes?: string
}

/** One encoding of one secret. */
interface Needle {
  readonly form: string
  readonly isIn: (text: string) => boolean
}

const alphabet58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes in base58 with Bitcoin's alphabet, without a checksum. */
export function base58(hex: string): string {
  let rest = BigInt(`0x${hex}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet58.charAt(Number(rest % 58n)) + text
  const zeros = /^(00)*/.exec(hex)?.[0].length ?? 0
  return '1'.repeat(zeros / 2) + text
}

/** Returns the characters that the bytes have in base64, for each of the three possible alignments. */
function base64Cores(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(3)]).toString('base64')
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
}

function needlesOf(hex: string): readonly Needle[] {
  const bytes = Buffer.from(hex, 'hex')
  const cores = base64Cores(bytes)
  const inBase58 = base58(hex)
  const raw = bytes.toString('latin1')
  const decimals = `,${[...bytes].join(',')},`
  const indexed = `,${[...bytes].map((byte, i) => `${i},${byte}`).join(',')},`
  return [
    { form: 'hex', isIn: (text) => text.toLowerCase().includes(hex) },
    {
      form: 'base64',
      isIn: (text) => {
        const plain = text.replaceAll('-', '+').replaceAll('_', '/')
        return cores.some((core) => plain.includes(core))
      },
    },
    { form: 'base58', isIn: (text) => text.includes(inBase58) },
    { form: 'raw', isIn: (text) => text.includes(raw) },
    {
      form: 'numbers',
      isIn: (text) => {
        const numbers = `,${text.replace(/\D+/g, ',')},`
        return numbers.includes(decimals) || numbers.includes(indexed)
      },
    },
  ]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns every place that contains one of the secrets (lower-case hex), in any encoding. */
export function search(straws: readonly Straw[], secrets: readonly string[]): readonly Finding[] {
  const needles = secrets.flatMap(needlesOf)
  return straws.flatMap(({ place, text = '', bytes = '' }) => {
    const inside = secrets.some((secret) => bytes.includes(secret)) ? [{ place, form: 'bytes' }] : []
    const texts = [text, decoded(text), Buffer.from(bytes, 'hex').toString('latin1')]
    const forms = needles.filter(({ isIn }) => texts.some(isIn)).map(({ form }) => ({ place, form }))
    return [...inside, ...forms]
  })
}
