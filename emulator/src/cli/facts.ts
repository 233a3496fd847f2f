/** The facts that a program needs to use a running emulator, as JSON or as environment variables. @module */
import { apiVersion } from 'embedded-wallet-auth/wire'
import type { Emulator } from '../index.js'
import { accountsOf, customersOf } from './ask.js'

/** The facts about a running emulator. `--json` prints them under these names. */
export interface Facts {
  readonly baseUrl: string
  /** Base URL of the calls that control the emulator: inbox, clock, faults and more. */
  readonly controlUrl: string
  readonly tokenId: string
  readonly clientSecret: string
  /** The public key that verifies signed exports: uncompressed SEC1, in hex. */
  readonly exportSigner: string
  /** The id of the first embedded wallet. */
  readonly accountId?: string
  /** The e-mail address of the customer who owns the account `accountId`. */
  readonly email?: string
}

/**
 * Collects the facts about an emulator. Resolves with a function that adds the server's URL to them. Looks for an
 * embedded wallet only among the accounts of the first 20 customers.
 */
export async function factsOf(emulator: Emulator): Promise<(url: string) => Facts> {
  const wallet = await firstWallet(emulator)
  return (url) => ({
    baseUrl: `${url}/${apiVersion}`,
    controlUrl: `${url}/emulator/`,
    ...emulator.apiToken,
    exportSigner: emulator.exportSigner,
    ...wallet,
  })
}

async function firstWallet(emulator: Emulator): Promise<{ accountId?: string; email?: string }> {
  const { data: customers } = await customersOf(emulator, { limit: 20 })
  for (const { id, email } of customers) {
    const { data: accounts } = await accountsOf(emulator, id)
    const wallet = accounts.find(({ type }) => type === 'EMBEDDED_WALLET')
    if (wallet) return { accountId: wallet.id, ...(email !== undefined && { email }) }
  }
  return {}
}

const variables: readonly (readonly [string, keyof Facts])[] = [
  ['EMULATOR_BASE_URL', 'baseUrl'],
  ['EMULATOR_CONTROL_URL', 'controlUrl'],
  ['TOKEN_ID', 'tokenId'],
  ['CLIENT_SECRET', 'clientSecret'],
  ['EXPORT_SIGNER', 'exportSigner'],
  ['ACCOUNT_ID', 'accountId'],
  ['ACCOUNT_EMAIL', 'email'],
]

/** Returns the facts as lines of the form `NAME=value`, for `node --env-file`, a shell or Docker. */
export const envFile = (facts: Facts): string =>
  variables
    .flatMap(([name, fact]) => (facts[fact] === undefined ? [] : [`${name}=${facts[fact]}\n`]))
    .join('')

/** Returns a shell command that exports the API token, for calls such as `curl -u "$TOKEN_ID:$CLIENT_SECRET"`. */
export const exportLine = ({ tokenId, clientSecret }: Facts): string =>
  `export TOKEN_ID=${quote(tokenId)} CLIENT_SECRET=${quote(clientSecret)}`

const quote = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
