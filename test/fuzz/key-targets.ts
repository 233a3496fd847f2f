/** Fuzzes sealed keys, exports and stamps. Anything that is accepted must be exactly what was made. @module */

import fc from 'fast-check'
import { envelopeSigner, exportEnvelope } from '../../emulator/src/crypto/export-envelope.js'
import { newSessionKeyPair, randomKeyPair } from '../../emulator/src/crypto/key-pair.js'
import { openCode, readBundle, targetBundle } from '../../emulator/src/crypto/otp-bundle.js'
import { seal, sealedKeyText } from '../../emulator/src/crypto/seal.js'
import { readStamp, stampVerifies } from '../../emulator/src/crypto/stamp.js'
import { base64urlToBytes } from '../../src/base64url.js'
import { bytesToHex, hexToBytes } from '../../src/encoding.js'
import { SealedKeyError } from '../../src/errors.js'
import { generateClientKey, generateHeldKey } from '../../src/wallet/crypto/client-key.js'
import { encryptCode } from '../../src/wallet/crypto/encrypt-code.js'
import { openExport } from '../../src/wallet/crypto/export-envelope.js'
import { openSealedKey } from '../../src/wallet/crypto/sealed-key.js'
import { importSessionKey } from '../../src/wallet/crypto/session-key.js'
import { stamp } from '../../src/wallet/crypto/stamp.js'
import { almostJson, almostText, oneIn, textOf } from './almost.js'
import { type AnyTarget, refusesWith, type Target, target, violated } from './target.js'

const clientKey = await generateClientKey()
const recipient = hexToBytes(clientKey.publicKey) ?? new Uint8Array()
const scalar = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
const sealed = await sealedKeyText(await seal(scalar, recipient))
const other = await sealedKeyText(await seal(scalar, recipient))

const sealedKeys: Target<string> = {
  name: 'sealed session key',
  parser: 'openSealedKey, importSessionKey',
  share: 12,
  inputs: oneIn(50, fc.constant(sealed), almostText(sealed, other)),
  run: (text) =>
    refusesWith([SealedKeyError], async () => {
      const opened = await openSealedKey(text, clientKey)
      if (text !== sealed && text !== other) violated('an altered sealed key was opened')
      if (bytesToHex(opened) !== bytesToHex(scalar)) violated('a different private key came out')
      const key = await importSessionKey(opened)
      if (key.privateKey.extractable) violated('a session key is exportable')
      if (opened.some((byte) => byte !== 0)) violated('the scalar was not wiped')
    }),
}

const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident'
const signer = randomKeyPair()
const organization = 'org-1'
const envelope = await exportEnvelope(phrase, organization, recipient, envelopeSigner(signer))
const options = { signer: bytesToHex(signer.publicKey), organizationId: organization }

const exports: Target<string> = {
  name: 'exported wallet, signer pinned',
  parser: 'openExport',
  share: 12,
  inputs: fc.oneof(
    almostText(envelope, sealed),
    almostJson([JSON.parse(envelope)], [{ data: '7b7d', version: 'v1' }]).map(textOf),
  ),
  run: (text) =>
    refusesWith([SealedKeyError], async () => {
      const opened = await openExport(text, clientKey, options)
      if (new TextDecoder().decode(opened) !== phrase) violated('another phrase came out')
    }),
}

const unsignedExports: Target<string> = {
  name: 'exported wallet of the sandbox',
  parser: 'openExport',
  share: 12,
  inputs: exports.inputs,
  run: (text) =>
    refusesWith([SealedKeyError], async () => {
      const opened = await openExport(text, clientKey, 'unsigned')
      if (/"dataSignature":"[^"]/.test(text)) violated('an unchecked signature was accepted')
      if (opened.length === 0) violated('an empty phrase came out')
    }),
}

const pair = await newSessionKeyPair()
const session = await importSessionKey(pair.scalar)
const { publicKey } = pair
const payload = JSON.stringify({
  organizationId: organization,
  type: 'ACTIVITY',
  timestampMs: '1700000000000',
})

const stampInputs: Target<string> = {
  name: 'text that is stamped',
  parser: 'stamp',
  share: 6,
  inputs: almostText(payload, '\ud800x'),
  run: (text) =>
    refusesWith([TypeError], async () => {
      const made = readStamp(await stamp(text, session.privateKey, session.publicKey))
      if (made === undefined) violated('the service cannot read the stamp')
      if (!(await stampVerifies(made, text, publicKey))) violated('the stamp does not verify')
      if (await stampVerifies(made, `${text} `, publicKey)) violated('the stamp fits another text')
    }),
}

const header = await stamp(payload, session.privateKey, session.publicKey)
const decoded = new TextDecoder().decode(base64urlToBytes(header))

const stamps: Target<string> = {
  name: 'stamp that arrives',
  parser: 'readStamp, stampVerifies (emulator)',
  share: 30,
  inputs: fc.oneof(
    almostText(header, header.slice(20)),
    almostJson([JSON.parse(decoded)], [{}]).map((value) =>
      btoa(encodeURIComponent(textOf(value))).replaceAll('=', ''),
    ),
  ),
  async run(text) {
    const read = readStamp(text)
    if (read === undefined || !(await stampVerifies(read, payload, publicKey))) return 'refused'
    if (!decoded.includes(read.signature)) violated('an altered signature verifies')
    return 'accepted'
  },
}

const codeTarget = randomKeyPair()
const bundle = await targetBundle(codeTarget.publicKey, organization, signer)
const held = await generateHeldKey()

const codeBundles: Target<string> = {
  name: 'bundle to which a code is encrypted, signer pinned',
  parser: 'encryptCode',
  share: 12,
  inputs: fc.oneof(
    almostText(bundle, envelope),
    almostJson([JSON.parse(bundle)], [{ data: '7b7d', version: 'v1' }]).map(textOf),
  ),
  run: (text) =>
    refusesWith([SealedKeyError], async () => {
      const settings = { signer: options.signer, publicKey: 'uncompressed' } as const
      const sent = await encryptCode('123456', held, text, settings)
      const read = readBundle(sent)
      const opened = read && (await openCode(read, codeTarget))
      if (opened?.otp_code !== '123456') violated('the code went to somebody else')
      if (!opened?.public_key.startsWith(`04${held.publicKey.slice(2)}`)) violated('another key went with it')
    }),
}

export const keyTargets: readonly AnyTarget[] = [
  target(codeBundles),
  target(sealedKeys),
  target(exports),
  target(unsignedExports),
  target(stampInputs),
  target(stamps),
]
