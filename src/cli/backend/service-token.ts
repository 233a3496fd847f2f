/** Reads the platform's API token from a mounted file or from the environment. @module */
import { readFileSync } from 'node:fs'
import { basicAuthorization } from '../../wire/address.js'
import { object, parse, parseJson, text } from '../../wire/schema.js'
import { UsageError } from '../executable.js'

/** The token, as `createBackend` takes it. */
export interface ServiceToken {
  readonly tokenId: string
  readonly clientSecret: string
}

const TokenFile = object({ tokenId: text(4_096), clientSecret: text(4_096) })

/**
 * Returns the token: what the file says now, so that a replaced file is a replaced token, or otherwise the variables
 * `SERVICE_TOKEN_ID` and `SERVICE_SECRET`. Throws a {@link UsageError} that says what is missing, and no value.
 *
 * @param path the file, with `{ "tokenId": "…", "clientSecret": "…" }`
 */
export function readToken(path: string | undefined, env: NodeJS.ProcessEnv): ServiceToken {
  const token = path === undefined ? tokenIn(env) : tokenAt(path)
  try {
    basicAuthorization(token, 'the token of the service')
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The token of the service is malformed.')
  }
  return token
}

function tokenIn({ SERVICE_TOKEN_ID, SERVICE_SECRET }: NodeJS.ProcessEnv): ServiceToken {
  if (!SERVICE_TOKEN_ID || !SERVICE_SECRET)
    throw new UsageError(
      'Set the variables SERVICE_TOKEN_ID and SERVICE_SECRET, or name a file with the token in service.tokenFile.',
    )
  return { tokenId: SERVICE_TOKEN_ID, clientSecret: SERVICE_SECRET }
}

function tokenAt(path: string): ServiceToken {
  const parsed = parse(TokenFile, parseJson(readText(path, 'service.tokenFile')))
  if (parsed.ok) return parsed.value
  throw new UsageError('service.tokenFile: must contain { "tokenId": "…", "clientSecret": "…" }.')
}

/** Reads a file. Throws a {@link UsageError} that names the setting, the path and the reason. */
export function readText(path: string, setting: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${String(code)})`
    throw new UsageError(`${setting}: ${path} ${reason}.`)
  }
}
