/** Alone, because these tests look at all requests of the process that `fetch` has made. */
import { expect, it } from 'vitest'
import { ada, backendFor, clientSecret, recordingService } from '../backend/fixtures/recording-service.js'
import { answerText, rawService } from './fixtures/raw-service.js'
import { serve } from './index.js'

type Handler = (request: Request) => Promise<Response>

it.each<[string, string, (backend: Handler) => Handler]>([
  ['behind serve', 'undici', (backend) => backend],
  ['in a function behind serve', 'fetch', (backend) => async (request) => backend(request)],
])('a backend %s sends with %s, and the server can be closed afterwards', async (_, sender, wrap) => {
  const service = await rawService((socket) => socket.write(answerText(200, '{"data":[]}')))
  const options = { service: { baseUrl: service.url, tokenId: 'token-id', clientSecret } }
  const served = await serve(wrap(backendFor(recordingService(), options)), { port: 0 })
  performance.clearResourceTimings()
  const answer = await fetch(`${served.url}/wallet/auth/credentials?accountId=${ada}`)
  expect([answer.status, await answer.text()]).toEqual([200, '{"data":[]}'])
  await served.close()
  // Each `fetch` leaves an entry; one is that of the page.
  const origins = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)
  await expect.poll(origins).toHaveLength(sender === 'fetch' ? 2 : 1)
  expect(service.requests).toHaveLength(1)
})
