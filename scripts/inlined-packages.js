/**
 * The packages for a page that the build puts into `dist/inlined/`, and the parts that it leaves out. Each change must
 * apply exactly as written to the installed version; otherwise, the build fails. Long because every change is listed.
 * @module
 */

/**
 * @typedef {import('./inline-packages.d.ts').Inlined} Inlined
 * @typedef {import('./inline-packages.d.ts').Change} Change
 */

/** Replaces a text that occurs once. @param {string} text @param {string} by @returns {Change} */
const swap = (text, by) => ({ kind: 'swap', text, by, times: 1 })

/**
 * Replaces a text that occurs several times.
 * @param {string} text
 * @param {number} times
 * @param {string} by
 * @returns {Change}
 */
const swapAll = (text, times, by) => ({ kind: 'swap', text, by, times })

/** Removes methods from the classes of a file. @param {...string} methods @returns {Change} */
const drop = (...methods) => ({ kind: 'drop', methods })

/**
 * Replaces everything from one text through another. Each of the two texts occurs once.
 * @param {string} from
 * @param {string} to
 * @param {string} by
 * @returns {Change}
 */
const cut = (from, to, by) => ({ kind: 'cut', from, to, by })

/** Turns fields that were compiled to `Object.defineProperty` and weak maps back into properties. @type {Change} */
const fields = { kind: 'fields' }

/**
 * Replaces a parameter that base mode never has with `undefined` (RFC 9180, 5.1.1).
 * @param {string} name
 * @param {number} times
 */
const never = (name, times) => swapAll(`params.${name}`, times, '(void 0)')

/** Removes the code that catches the browser's errors. @param {string} thrown @returns {readonly Change[]} */
const uncaught = (thrown) => [
  swap('    try {\n        credential = ', '    {\n        credential = '),
  cut(`    catch (err) {\n        ${thrown}`, ';\n    }\n', ''),
]

/** Removes the lock that puts the messages of a context in order, because each context gets one message. */
const unlocked = [
  swap('import { Mutex } from "./mutex.js";', ''),
  cut('        this._mutex = this._mutex', 'this._mutex.lock();\n', ''),
  swap('        finally {\n            release();\n        }\n', ''),
]

/** Removes the check for WebAuthn. */
const unasked = cut(
  '    if (!browserSupportsWebAuthn()) {',
  "'WebAuthn is not supported in this browser');\n    }\n",
  '',
)

/** @type {readonly Inlined[]} */
export const inlined = [
  {
    file: 'inlined/hpke-core',
    platform: 'browser',
    exports: { '@hpke/core': ['AeadId', 'CipherSuite', 'DhkemP256HkdfSha256', 'HkdfSha256'] },
    importers: ['src/wallet/crypto/hpke.ts'],
    packages: ['@hpke/core', '@hpke/common'],
    changes: {
      '@hpke/common/esm/src/algorithm.js': [
        fields,
        swap('import * as dntShim from "../_dnt.shims.js";', ''),
        // The branch for Node up to 18. Bundlers warn about it.
        cut(
          '    if (dntShim.dntGlobalThis',
          '        throw new NotSupportedError(e);\n    }\n',
          '    return globalThis.crypto.subtle;\n',
        ),
      ],
      '@hpke/common/esm/src/identifiers.js': [
        cut('    Psk: 0x01,', 'AuthPsk: 0x03,\n', ''),
        swap('    NotAssigned: 0x0000,\n', ''),
        cut('    DhkemP384HkdfSha384:', 'XWing: 0x647a,\n', ''),
        cut('    HkdfSha384: 0x0002,', 'TurboShake256: 0x0013,\n', ''),
        cut('    Chacha20Poly1305: 0x0003,', 'ExportOnly: 0xFFFF,\n', ''),
      ],
      '@hpke/common/esm/src/kdfs/hkdf.js': [
        fields,
        drop('expand', 'labeledExpand', '_checkInit'),
        // `CipherSuite` calls `init`.
        swapAll('        this._checkInit();\n', 2, ''),
        // Base mode has no other salt than the empty one, and the secret of the KEM.
        cut('        if (saltBuf.byteLength !==', 'same as the hashSize");\n        }\n', ''),
      ],
      // All lengths are those of the one suite.
      '@hpke/common/esm/src/utils/misc.js': [
        cut('    if (w <= 0) {', 'too large integer");\n    }\n', ''),
        cut('    if (a.byteLength !== b.byteLength) {', 'different length inputs");\n    }\n', ''),
      ],
      '@hpke/common/esm/src/kems/dhkem.js': [
        fields,
        never('senderKey', 8),
        never('senderPublicKey', 4),
        never('ekm', 6),
        swapAll('isCryptoKeyPair(params.recipientKey)', 2, 'true'),
        // Every error becomes the cause of a `SealedKeyError`.
        swap('new EncapError(e)', 'e'),
        swap('new DecapError(e)', 'e'),
        drop(
          ...['serializePublicKey', 'deserializePublicKey', 'serializePrivateKey', 'deserializePrivateKey'],
          ...['importKey', 'deriveKeyPair'],
        ),
      ],
      '@hpke/common/esm/src/kems/dhkemPrimitives/ec.js': [
        fields,
        cut(
          '            case KemId.DhkemP384HkdfSha384:',
          '                this._curveParams = EC_P_521_PARAMS;\n                break;\n',
          '',
        ),
        swapAll('new SerializeError(e)', 3, 'e'),
        swapAll('new DeserializeError(e)', 4, 'e'),
        cut('        // EC specific', 'this._curveParams = void 0;\n', ''),
        swap('                this._nSk = 32;\n', ''),
        swap('        this._nSk = void 0;\n', ''),
        swap('        this._hkdf = void 0;\n', ''),
        swap('        this._hkdf = hkdf;\n', ''),
        swap('this._order = ORDER_P_256;', ''),
        swap('this._bitmask = 0xFF;', ''),
        swap('this._pkcs8AlgId = PKCS8_ALG_ID_P_256;', ''),
        swap('this._curveParams = EC_P_256_PARAMS;', ''),
        swap('this._importRawKey(toArrayBuffer(key), true)', 'this._importRawKey(toArrayBuffer(key))'),
        cut(
          '        if (isPublic && key',
          '"Invalid private key for the ciphersuite");\n        }\n        if (isPublic) {',
          `        if (key.byteLength !== this._nPk) {
            throw new Error("Invalid public key for the ciphersuite");
        }
        {`,
        ),
        swap('return await this._deserializePkcs8Key(new Uint8Array(key));', ''),
        drop(
          ...[
            'serializePrivateKey',
            'deserializePrivateKey',
            'importKey',
            'deriveKeyPair',
            'derivePublicKey',
          ],
          ...['_importJWK', '_deserializePkcs8Key', '_derivePublicKeyWithoutJwkExport'],
        ),
      ],
      '@hpke/core/esm/src/cipherSuiteNative.js': [
        fields,
        never('psk', 13),
        never('senderKey', 2),
        never('senderPublicKey', 2),
        drop('seal', 'kem', 'kdf', 'aead', '_validateInputLength'),
        swapAll('        this._validateInputLength(params);\n', 2, ''),
        cut('        if (typeof params.kem', 'KemId cannot be used");\n        }\n', ''),
        cut('        if (typeof params.kdf', 'KdfId cannot be used");\n        }\n', ''),
        cut('        if (typeof params.aead', 'AeadId cannot be used");\n        }\n', ''),
        // Nothing is exported from a context, so the secret for that (RFC 9180, 5.3) is not derived.
        swap(
          'import { RecipientExporterContextImpl, SenderExporterContextImpl, } from "./exporterContext.js";',
          '',
        ),
        swap('const LABEL_EXP = new Uint8Array([101, 120, 112]);', ''),
        cut('        const exporterSecretInfo = ', 'exporterSecret: exporterSecret };\n        }\n', ''),
        swap('            exporterSecret: exporterSecret,\n', ''),
        cut(
          '        if (res.key === undefined) {\n            return new SenderExporterContextImpl',
          'res.exporterSecret, enc);\n        }\n',
          '',
        ),
        cut(
          '        if (res.key === undefined) {\n            return new RecipientExporterContextImpl',
          'res.exporterSecret);\n        }\n',
          '',
        ),
      ],
      '@hpke/core/esm/src/encryptionContext.js': [
        fields,
        swap('import { ExporterContextImpl } from "./exporterContext.js";', ''),
        swap(' extends ExporterContextImpl', ''),
        swap('        super(api, kdf, params.exporterSecret);\n', ''),
        cut('        if (params.key === undefined', 'parameters are missing");\n        }\n', ''),
        cut('        this._nK = this', 'this._aead.tagSize;\n', ''),
      ],
      '@hpke/core/esm/src/kems/dhkemNative.js': [fields],
      '@hpke/core/esm/src/recipientContext.js': [fields, ...unlocked, swap('new OpenError(e)', 'e')],
      '@hpke/core/esm/src/senderContext.js': [fields, ...unlocked, swap('new SealError(e)', 'e')],
    },
  },
  {
    file: 'inlined/simplewebauthn',
    platform: 'browser',
    exports: {
      '@simplewebauthn/browser': [
        ...['browserSupportsWebAuthn', 'sendSignal', 'startAuthentication', 'startRegistration'],
        'WebAuthnAbortService',
      ],
    },
    importers: ['src/wallet/credentials/ceremonies.ts'],
    packages: ['@simplewebauthn/browser'],
    changes: {
      // The browser's errors stay as they are, because src/wallet/credentials/ceremony-error.ts maps them. What the
      // browser supports is checked in src/wallet/credentials/.
      '@simplewebauthn/browser/esm/methods/startAuthentication.js': [
        ...uncaught('throw identifyAuthenticationError'),
        cut(
          '    if (!options.optionsJSON && options.challenge) {',
          'options = { optionsJSON: options };\n    }\n',
          '',
        ),
        swap(', useBrowserAutofill = false, verifyBrowserAutofillInput = true, }', ', useBrowserAutofill }'),
        // Our library checks for autofill before it sends anything. The field may be in a shadow root, where this code
        // would not find it.
        cut('        if (!(await browserSupportsWebAuthnAutofill())) {', "was detected');\n        }\n", ''),
        cut(
          '        type,\n        clientExtensionResults',
          'toAuthenticatorAttachment(credential.authenticatorAttachment),\n',
          '',
        ),
        unasked,
      ],
      '@simplewebauthn/browser/esm/methods/startRegistration.js': [
        ...uncaught('throw identifyRegistrationError'),
        cut(
          '    if (!options.optionsJSON && options.challenge) {',
          'options = { optionsJSON: options };\n    }\n',
          '',
        ),
        swap(', useAutoRegister = false }', ' }'),
        cut('    if (useAutoRegister) {', "mediation = 'conditional';\n    }\n", ''),
        cut(
          '    // L3 says this is required, but browser and webview support are still not guaranteed.\n    let responsePublicKeyAlgorithm',
          "warnOnBrokenImplementation('getAuthenticatorData()', error);\n        }\n    }\n",
          '',
        ),
        cut(
          '            publicKeyAlgorithm: responsePublicKeyAlgorithm',
          'toAuthenticatorAttachment(credential.authenticatorAttachment),\n',
          '        },\n',
        ),
        unasked,
      ],
      '@simplewebauthn/browser/esm/methods/sendSignal.js': [
        swapAll('throw identifySignalError({ error: err, options: opts });', 3, 'throw err;'),
        cut('    const { signalName } = opts;', "signalName === 'unknownCredential') {\n", '{'),
        cut("    else if (signalName === 'allAcceptedCredentials')", 'signalName}"`);\n', ''),
        cut(
          "    if (typeof globalPublicKeyCredential.signalUnknownCredential !== 'function') {",
          "PublicKeyCredential.signalUnknownCredential()');\n    }\n",
          '',
        ),
      ],
      '@simplewebauthn/browser/esm/helpers/webAuthnAbortService.js': [
        fields,
        cut(
          "        if (this.controller) {\n            const abortError = new Error('Cancelling",
          "'AbortError';\n            this.controller.abort(abortError);\n        }\n        const",
          '        this.cancelCeremony();\n        const',
        ),
        // Without an argument, the abort reason is an AbortError as well.
        cut(
          "            const abortError = new Error('Manually",
          'abort(abortError)',
          '            this.controller.abort()',
        ),
      ],
      // Only the package's own tests replace this function.
      '@simplewebauthn/browser/esm/helpers/browserSupportsWebAuthn.js': [
        cut(
          '_browserSupportsWebAuthnInternals.stubThis(globalThis?.',
          "=== 'function');\n",
          "typeof globalThis.PublicKeyCredential === 'function';\n",
        ),
        cut('export const _browserSupportsWebAuthnInternals', '=> value,\n};\n', ''),
      ],
      // The spread already copies these fields.
      '@simplewebauthn/browser/esm/helpers/toPublicKeyCredentialDescriptor.js': [
        cut('        transports: descriptor', 'type: descriptor.type,\n', ''),
      ],
      // Text without padding can be decoded too.
      '@simplewebauthn/browser/esm/helpers/base64URLStringToBuffer.js': [
        cut('    const padLength', "padLength, '=');\n", ''),
        swap('atob(padded)', 'atob(base64)'),
      ],
    },
  },
  {
    file: 'inlined/bs58check',
    platform: 'browser',
    exports: { bs58check: ['default'] },
    importers: ['src/wallet/crypto/base58check.ts'],
    packages: ['bs58check', 'bs58', 'base-x'],
    changes: {
      // WebCrypto computes the hash, so no second implementation of SHA-256 is needed. That is why these functions
      // return promises.
      'bs58check/src/esm/index.js': [
        swap("import { sha256 } from '@noble/hashes/sha256';", ''),
        swap(
          'function sha256x2(buffer) {',
          "const sha256 = (bytes) => crypto.subtle.digest('SHA-256', bytes);\nasync function sha256x2(buffer) {",
        ),
        swap('return sha256(sha256(buffer));', 'return new Uint8Array(await sha256(await sha256(buffer)));'),
      ],
      'base-x/src/esm/index.js': [
        cut('  function decode (string) {', "' character')\n  }\n", ''),
        swap('    decode\n', ''),
        // Our library always passes a `Uint8Array` to encode, and a text to decode.
        cut('    // eslint-disable-next-line no-empty', "'Expected Uint8Array') }\n", ''),
        cut("    if (typeof source !== 'string')", "'Expected String') }\n", ''),
        // Nine digits at a time, because 58 ** 9 is below 2 ** 53. Digit by digit, the first decoding of a page took a fifth
        // of the time from a sealed key to a stored signer.
        cut(
          '    // Allocate enough space in big-endian base256',
          '    return vch\n',
          `    let number = 0n
    for (; psz < source.length; psz += 9) {
      const part = source.slice(psz, psz + 9)
      let value = 0
      for (const char of part) {
        const digit = BASE_MAP[char.charCodeAt(0)]
        if (!(digit < BASE)) { return }
        value = value * BASE + digit
      }
      number = number * BigInt(BASE ** part.length) + BigInt(value)
    }
    const hex = number === 0n ? '' : number.toString(16)
    const bytes = new Uint8Array(zeroes + Math.ceil(hex.length / 2))
    for (let end = hex.length, at = bytes.length; end > 0; end -= 2) {
      bytes[--at] = parseInt(hex.slice(Math.max(0, end - 2), end), 16)
    }
    return bytes
`,
        ),
      ],
      'bs58check/src/esm/base.js': [
        swap('function encode(payload)', 'async function encode(payload)'),
        swap('checksumFn(payloadU8)', 'await checksumFn(payloadU8)'),
        swap('function decodeRaw(buffer)', 'async function decodeRaw(buffer)'),
        swap('checksumFn(payload)', 'await checksumFn(payload)'),
        cut('    function decode(str) {', "Error('Invalid checksum');\n        return payload;\n    }\n", ''),
        swap('        decode: decode,\n', ''),
      ],
    },
  },
]
