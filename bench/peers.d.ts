/**
 * The types that the benchmark uses of the peer's published packages, so that it can be type-checked where they are not
 * installed. The pages import some exports under the names of `exportNames` in bench/package.json.
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

declare module 'peer-browser-sdk' {
  export class BrowserSdk {
    constructor(config: { readonly apiBaseUrl: string; readonly defaultOrganizationId: string })
    /** Resolves with `undefined` if there is no session or it has expired. */
    getSession(): Promise<{ readonly expiry: number } | undefined>
    indexedDbClient(): Promise<{
      init(): Promise<void>
      resetKeyPair(): Promise<void>
      getPublicKey(): Promise<string>
      loginWithSession(token: string): Promise<void>
      stampGetWhoami(input: object): Promise<object | undefined>
    }>
  }
}

declare module 'peer-core-sdk' {
  export class CoreClient {
    constructor(config: { readonly apiBaseUrl: string; readonly organizationId: string })
    init(): Promise<void>
    getSession(): Promise<{ readonly expiry: number } | undefined>
    createApiKeyPair(): Promise<string>
    storeSession(params: { readonly sessionToken: string }): Promise<void>
    readonly httpClient: { stampGetWhoami(input: object): Promise<object | undefined> }
  }
}

declare module 'peer-react-kit' {
  export const KitProvider: import('react').FC<{ readonly config: object; readonly children?: object }>
  export function useKit(): {
    readonly session?: { readonly expiry: number }
    readonly httpClient?: import('peer-core-sdk').CoreClient['httpClient']
  }
}
