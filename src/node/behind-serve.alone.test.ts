/** Alone, because these tests look at all requests of the process that `fetch` has made. */
import { expect, it } from 'vitest'
import { ada, backendFor, clientSecret, recordingService } from '../backend/fixtures/recording-service.js'
import { serve } from '../node.js'
import { answerText, rawService } from './fixtures/raw-service.js'

type Handler = (request: Request) => Promise<Response>

it.each<[string, (backend: Handler) => Handler]>([
  ['behind serve', (backend) => backend],
  ['in a handler behind serve', (backend) => async (request) => backend(request)],
])('a backend %s sends without `fetch`, and the server can be closed afterwards', async (_, wrap) => {
  const service = await rawService((socket) => socket.write(answerText(200, '{"data":[]}')))
  const options = { service: { baseUrl: service.url, tokenId: 'token-id', clientSecret } }
  const served = await serve(wrap(backendFor(recordingService(), options)), { port: 0 })
  performance.clearResourceTimings()
  const answer = await fetch(`${served.url}/wallet/auth/credentials?accountId=${ada}`)
  expect([answer.status, await answer.text()]).toEqual([200, '{"data":[]}'])
  await served.close()
  // Each `fetch` leaves an entry: here only that of the page.
  const origins = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)
  await expect.poll(origins).toEqual([served.url])
  expect(service.requests).toHaveLength(1)
})
