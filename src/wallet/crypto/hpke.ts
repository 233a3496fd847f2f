/** Opens HPKE messages (RFC 9180): base mode, one message (wire-facts 1.2 [provider SDK] [run]). @module */
import { type Bytes, type CryptoKeyPair, hexToBytes } from '../../encoding.js'
import { SealedKeyError } from '../../errors.js'
import type { ClientKey } from './client-key.js'
import { associatedData, INFO, suite } from './hpke-suite.js'

/** A sealed message, with everything that is needed to open it. */
export interface HpkeMessage {
  /** The whole key pair, because WebKit cannot derive the public half from the private key. */
  readonly recipient: CryptoKeyPair
  /** The encapsulated key: uncompressed, and already checked to lie on the curve. */
  readonly enc: Bytes
  /** Ciphertext and tag. */
  readonly ciphertext: Bytes
  readonly info: Bytes
  readonly aad: Bytes
}

/**
 * Resolves with the plaintext.
 *
 * Rejects with {@link SealedKeyError} `SEALED_KEY_OPEN` if the key, info, AAD or ciphertext do not match.
 */
export async function openHpke({ recipient, enc, ciphertext, info, aad }: HpkeMessage): Promise<Bytes> {
  const context = await suite.createRecipientContext({ recipientKey: recipient, enc, info }).catch(refuse)
  return new Uint8Array(await context.open(ciphertext, aad).catch(refuse))
}

function refuse(cause: unknown): never {
  throw new SealedKeyError('SEALED_KEY_OPEN', 'The sealed bytes cannot be opened with this client key.', {
    cause,
  })
}

/**
 * Opens a ciphertext that the service has sealed to a client key. Rejects as `openHpke` does.
 *
 * @param enc - uncompressed, 65 bytes, already checked to lie on the curve
 * @param ciphertext - with its 16-byte tag
 */
export function openForClient(enc: Bytes, ciphertext: Bytes, clientKey: ClientKey): Promise<Bytes> {
  const aad = associatedData(enc, hexToBytes(clientKey.publicKey) ?? new Uint8Array())
  return openHpke({ recipient: clientKey.pair, enc, ciphertext, info: INFO, aad })
}
