/** Types for the part of `gifenc` that is used here. The package has no types. */
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[]

  interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        readonly palette?: Palette
        readonly delay: number
        readonly transparent: boolean
        readonly transparentIndex: number
        readonly dispose: number
      },
    ): void
    finish(): void
    bytes(): Uint8Array
  }

  const gifenc: {
    GIFEncoder(): Encoder
    quantize(rgba: Uint8Array, colours: number): Palette
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array
  }
  // For Node, the package is CommonJS, so its exports are one object.
  export = gifenc
}
