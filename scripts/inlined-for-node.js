/**
 * The packages that the build puts into `dist/inlined/` for the emulator, the executable and `/node`. They are
 * unchanged, except that unused code is left out. No page and no backend imports a package of the emulator.
 * @module
 */

/** @type {typeof import('./inlined-for-node.d.ts').inlinedForNode} */
export const inlinedForNode = [
  {
    file: 'inlined/hono',
    platform: 'node',
    exports: { hono: ['Hono'] },
    importers: ['src/emulator/server/router.ts'],
    packages: ['hono'],
    changes: {},
  },
  {
    file: 'inlined/hono-node-server',
    platform: 'node',
    exports: {
      '@hono/node-server': ['createAdaptorServer', 'getRequestListener'],
    },
    importers: ['src/node/serve.ts', 'src/node/node-handler.ts'],
    packages: ['@hono/node-server', 'hono'],
    changes: {},
  },
  {
    file: 'inlined/simplewebauthn-server',
    platform: 'node',
    exports: { '@simplewebauthn/server': ['verifyAuthenticationResponse', 'verifyRegistrationResponse'] },
    importers: ['src/emulator/systems/credentials/passkey.ts'],
    packages: [
      ...['@hexagon/base64', '@levischuck/tiny-cbor', '@peculiar/asn1-android', '@peculiar/asn1-asym-key'],
      ...['@peculiar/asn1-cms', '@peculiar/asn1-csr', '@peculiar/asn1-ecc', '@peculiar/asn1-pfx'],
      ...['@peculiar/asn1-pkcs8', '@peculiar/asn1-pkcs9', '@peculiar/asn1-rsa', '@peculiar/asn1-schema'],
      ...['@peculiar/asn1-x509', '@peculiar/asn1-x509-attr', '@peculiar/asn1-x509-post-quantum'],
      ...['@peculiar/utils', '@peculiar/x509', '@simplewebauthn/server', 'asn1js', 'pvtsutils', 'pvutils'],
      ...['reflect-metadata', 'tslib', 'tsyringe', 'tsyringe/node_modules/tslib'],
    ],
    changes: {},
  },
  {
    file: 'inlined/jose',
    platform: 'node',
    exports: { jose: ['SignJWT', 'createLocalJWKSet', 'decodeJwt', 'importJWK', 'jwtVerify'] },
    importers: ['src/emulator/oidc/test-issuer.ts', 'src/emulator/systems/credentials/id-token.ts'],
    packages: ['jose'],
    changes: {},
  },
  {
    file: 'inlined/bip39',
    platform: 'node',
    exports: { '@scure/bip39': ['generateMnemonic'], '@scure/bip39/wordlists/english.js': ['wordlist'] },
    importers: ['src/emulator/systems/internal-accounts/open.ts'],
    packages: ['@scure/bip39'],
    changes: {},
  },
  {
    file: 'inlined/to-json-schema',
    platform: 'node',
    exports: { '@valibot/to-json-schema': ['toJsonSchemaDefs'] },
    importers: ['src/emulator/openapi/json-schema.ts'],
    packages: ['@valibot/to-json-schema'],
    changes: {},
  },
]
