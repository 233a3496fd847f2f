/** Random numbers from a seed, the same on every machine. @module */

export interface Random {
  /** Returns an integer from 0 to `below` − 1. */
  below(below: number): number
  bytes(length: number): Uint8Array<ArrayBuffer>
}

/** Makes a generator with the algorithm sfc32. Its four words are derived from the seed. */
export function seededRandom(seed: string): Random {
  let [a, b, c, d] = wordsOf(seed)
  const word = (): number => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let round = 0; round < 12; round++) word()
  return {
    below: (below) => Math.floor((word() / 2 ** 32) * below),
    bytes(length) {
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; at += 4) {
        const next = word()
        for (let byte = 0; byte < 4 && at + byte < length; byte++) bytes[at + byte] = next >>> (8 * byte)
      }
      return bytes
    },
  }
}

/** Returns four words that depend on every character of the text. */
function wordsOf(text: string): [number, number, number, number] {
  const words: [number, number, number, number] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1]
  for (let at = 0; at < text.length; at++)
    for (let word = 0; word < 3; word++) {
      const mixed = Math.imul((words[word] ?? 0) ^ (text.charCodeAt(at) + word), 0x01000193)
      words[word] = mixed ^ (mixed >>> 15)
    }
  return words
}
