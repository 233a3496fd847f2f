/**
 * `node scripts/client-types.js DOCUMENT FILE`: writes the types of a client for an OpenAPI document. This uses
 * openapi-typescript, which needs TypeScript 5, so its imports of `typescript` are resolved to `typescript-5`.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'

const redirect = `export const resolve = (name, context, next) =>
  next(name === 'typescript' ? 'typescript-5' : name, context)`
register(`data:text/javascript,${encodeURIComponent(redirect)}`)

const [document = '', file = ''] = process.argv.slice(2)
const { default: openapiTypescript, astToString } = await import('openapi-typescript')
// A field with a default may be left out of a body.
const options = { defaultNonNullable: false }
writeFileSync(file, astToString(await openapiTypescript(readFileSync(document, 'utf8'), options)))
