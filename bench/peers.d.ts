/**
 * The types that the benchmark uses of the peer's published packages, so that it can be type-checked where they are not
 * installed.
 */
declare module 'peer-stamper' {
  export class IndexedDbStamper {
    init(): Promise<void>
    resetKeyPair(pair?: CryptoKeyPair): Promise<void>
    stamp(payload: string): Promise<{ readonly stampHeaderValue: string }>
  }
}

declare module 'peer-crypto' {
  export function decryptCredentialBundle(bundle: string, embeddedKey: string): string
  export function getPublicKey(privateKey: string | Uint8Array, isCompressed?: boolean): Uint8Array
}
