import { describe, expect, it } from 'vitest'
import { ada, backendFor, outcome, pageRequest, recordingService } from './fixtures/recording-service.js'
import type { BackendEvent } from './index.js'

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Makes a call with these headers. Returns its event, and the headers that the service got. */
async function traced(headers: Record<string, string>) {
  const events: BackendEvent[] = []
  const service = recordingService()
  const sent: Headers[] = []
  const handler = backendFor(service, {
    service: {
      ...{ baseUrl: 'https://service.test/v1', tokenId: 'token', clientSecret: 'secret-of-the-test' },
      fetch: async (request) => {
        sent.push(request.headers)
        return Response.json({ data: [] })
      },
    },
    onEvent: (event) => void events.push(event),
  })
  const path = `/wallet/auth/credentials?accountId=${ada}`
  expect(await outcome(handler(pageRequest('GET', path, undefined, headers)))).toBe('200')
  const forwarded = (name: string) => sent[0]?.get(name) ?? null
  return { event: events[0], id: forwarded('X-Request-Id'), parent: forwarded('traceparent') }
}

describe('the trace of a call', () => {
  it('request id and traceparent are in the event, and go to the service', async () => {
    const { event, id, parent } = await traced({ 'X-Request-Id': 'proxy-1:42', traceparent })
    expect(event).toMatchObject({ version: 1, requestId: 'proxy-1:42', traceparent })
    expect([id, parent]).toEqual(['proxy-1:42', traceparent])
  })

  it('ids that begin with zeros are ids', async () => {
    const zeros = '00-0bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    expect((await traced({ traceparent: zeros })).parent).toBe(zeros)
  })

  it('a request without them gets an id in its event, and nothing is forwarded', async () => {
    const { event, id, parent } = await traced({})
    expect(event?.requestId).toMatch(uuid)
    expect(event).not.toHaveProperty('traceparent')
    expect([id, parent]).toEqual([null, null])
  })

  it.each([
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', 'a b'],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', 'x'.repeat(129)],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '<script>'],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', 'a, b'],
    [`${traceparent}-more`, '"'],
    [`more-${traceparent}`, 'a;b'],
  ])('a malformed traceparent %s and request id %s are ignored', async (wrong, wrongId) => {
    const { event, id, parent } = await traced({ 'X-Request-Id': wrongId, traceparent: wrong })
    expect(event?.requestId).toMatch(uuid)
    expect([event?.traceparent, id, parent]).toEqual([undefined, null, null])
  })

  it('a call that is refused has its ids in its event, too', async () => {
    const events: BackendEvent[] = []
    const handler = backendFor(recordingService(), { onEvent: (event) => void events.push(event) })
    await handler(pageRequest('GET', '/wallet/nothing', undefined, { traceparent }))
    expect(events).toMatchObject([{ status: 404, version: 1, traceparent }])
  })
})
