import { createPlatform } from './platform.js'

const platform = createPlatform(process.env.ORIGIN ?? 'http://localhost:3000')

/** Answers an event from a function URL or an HTTP API, in payload format 2.0. */
export async function handler({
  rawPath,
  rawQueryString,
  headers,
  cookies,
  requestContext,
  body,
  isBase64Encoded,
}) {
  const { method } = requestContext.http
  const request = new Request(`https://${requestContext.domainName}${rawPath}?${rawQueryString}`, {
    method,
    headers: { ...headers, ...(cookies && { cookie: cookies.join('; ') }) },
    body: body === undefined ? null : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  })
  const answer = await (await platform)(request)
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  }
}
