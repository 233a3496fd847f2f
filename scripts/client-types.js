/**
 * `node scripts/client-types.js DOCUMENT FILE`: the types of a client of an OpenAPI document, by openapi-typescript. It
 * builds on the interface of TypeScript 5, which the TypeScript of the project no longer has, and is given one of its own.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'

const redirect = `export const resolve = (name, context, next) =>
  next(name === 'typescript' ? 'typescript-5' : name, context)`
register(`data:text/javascript,${encodeURIComponent(redirect)}`)

const [document = '', file = ''] = process.argv.slice(2)
const { default: openapiTypescript, astToString } = await import('openapi-typescript')
writeFileSync(file, astToString(await openapiTypescript(readFileSync(document, 'utf8'))))
