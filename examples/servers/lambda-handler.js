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
  const { domainName, stage, http } = requestContext
  const { method } = http
  // In an HTTP API with a named stage, the path begins with the name of the stage.
  const path = rawPath.startsWith(`/${stage}/`) ? rawPath.slice(stage.length + 1) : rawPath
  const request = new Request(`https://${domainName}${path}?${rawQueryString}`, {
    method,
    headers: { ...headers, ...(cookies && { cookie: cookies.join('; ') }) },
    body: body === undefined ? null : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  })
  const answer = await (await platform)(request)
  // An object has room for only one header of a name, so the cookies of an answer have a list of their own.
  const { 'set-cookie': _, ...others } = Object.fromEntries(answer.headers)
  return {
    statusCode: answer.status,
    headers: others,
    cookies: answer.headers.getSetCookie(),
    body: await answer.text(),
  }
}
