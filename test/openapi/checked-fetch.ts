/** A fetch that checks every answer against the OpenAPI document. @module */

import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { OpenApiDocument } from '../../emulator/src/openapi/document.js'

/** A fetch that records the answers. */
export interface CheckedFetch {
  readonly fetch: (request: Request) => Promise<Response>
  /** Returns the answered calls, by operation and status. */
  readonly answered: () => readonly string[]
  /** Returns a line for each answer that the document does not describe. */
  readonly undescribed: () => readonly string[]
}

/** Makes a fetch that sends with `fetch` and checks the answers with ajv. */
export function checkedFetch(document: OpenApiDocument, fetch: CheckedFetch['fetch']): CheckedFetch {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats })
  ajv.addSchema(document, 'document')
  const answered = new Set<string>()
  const undescribed: string[] = []
  const base = new URL(document.servers[0]?.url ?? '').pathname
  const templates = Object.keys(document.paths).sort((a, b) => a.split('{').length - b.split('{').length)

  function pointerOf(request: Request, response: Response): readonly string[] | undefined {
    const path = new URL(request.url).pathname.slice(base.length)
    const method = request.method.toLowerCase()
    const template = templates.find(
      (one) =>
        new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path) && document.paths[one]?.[method],
    )
    const operation = template === undefined ? undefined : document.paths[template]?.[method]
    if (template === undefined || !operation) return undefined
    answered.add(`${operation.operationId} ${response.status}`)
    const key = String(response.status)
    const described = operation.responses[key]
    if (!described) return undefined
    return '$ref' in described
      ? described.$ref.slice(2).split('/')
      : ['paths', template, method, 'responses', key]
  }

  return {
    async fetch(request) {
      const copy = request.clone()
      const response = await fetch(request)
      const pointer = pointerOf(copy, response)
      const name = `${request.method} ${new URL(request.url).pathname} ${response.status}`
      const text = await response.clone().text()
      if (!pointer) undescribed.push(name)
      else if (text !== '') {
        const escaped = [...pointer, 'content', 'application/json', 'schema'].map((part) =>
          encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
        )
        const valid = ajv.validate({ $ref: `document#/${escaped.join('/')}` }, JSON.parse(text))
        if (!valid) undescribed.push(`${name}: ${ajv.errorsText()}`)
      }
      return response
    },
    answered: () => [...answered],
    undescribed: () => undescribed,
  }
}
