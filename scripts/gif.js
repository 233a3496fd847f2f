/** Makes an animated GIF from frames. It stores only what changes from one frame to the next. @module */
import gifenc from 'gifenc'

/** @typedef {{ readonly rgba: Uint8Array, readonly milliseconds: number }} Frame */

/** The last index of the palette. It means that a pixel is the same as in the previous frame. */
const unchanged = 255

/**
 * Returns the GIF. All frames share one palette, which is made from a sample of their pixels.
 *
 * @param {readonly Frame[]} frames
 * @param {number} width
 * @param {number} height
 * @returns {Uint8Array}
 */
export function gifOf(frames, width, height) {
  const palette = [...gifenc.quantize(sample(frames), unchanged)]
  while (palette.length <= unchanged) palette.push([0, 0, 0])
  const encoder = gifenc.GIFEncoder()
  /** @type {Uint8Array} */
  let before = new Uint8Array()
  for (const { rgba, milliseconds } of frames) {
    // The last index is left out, because no color may use it.
    const index = gifenc.applyPalette(rgba, palette.slice(0, unchanged))
    const shown = index.map((colour, at) => (colour === before[at] ? unchanged : colour))
    encoder.writeFrame(shown, width, height, {
      ...(before.length === 0 && { palette }),
      delay: milliseconds,
      transparent: true,
      transparentIndex: unchanged,
      dispose: 1,
    })
    before = index
  }
  encoder.finish()
  return encoder.bytes()
}

/** @param {readonly Frame[]} frames */
function sample(frames) {
  const every = 7
  const parts = frames.map(({ rgba }) => {
    const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4)
    return new Uint8Array(pixels.filter((_, at) => at % every === 0).buffer)
  })
  return new Uint8Array(Buffer.concat(parts))
}
