import { describe, expect, it } from 'vitest'
import { createEmulator, steppedClock } from '../index.js'
import { killAtEveryPoint } from './kill-at-every-point.js'

/** A row of a database, and what was sent to somebody. */
const world = () => {
  const rows = new Set<string>()
  const sent: string[] = []
  return {
    sent,
    database: { has: async (row: string) => rows.has(row), add: async (row: string) => void rows.add(row) },
    send: async function send(what: string) {
      sent.push(what)
    },
  }
}

describe('killAtEveryPoint', () => {
  it('runs a scenario for each point and side, in each order of deliveries', async () => {
    const { points, cases } = await killAtEveryPoint(async ({ live }) => {
      const { database } = world()
      await live(async (point) => {
        const { has, add } = point(database)
        await add('a')
        await has('a')
      })
    })
    expect(points).toEqual(['add', 'has'])
    expect(cases).toBe(3 * (1 + 2 * 2))
  })

  it('names the calls after which an effect came twice', async () => {
    const scenario = killAtEveryPoint(async ({ live }) => {
      const { database, send, sent } = world()
      await live(async (point) => {
        if (await point(database).has('sent')) return
        await point(send)('mail')
        await point(database).add('sent')
      })
      expect(sent).toHaveLength(1)
    })
    // After the send and before the row is the same moment.
    await expect(scenario).rejects.toThrow(
      /^2 of 7 cases are wrong:\nkilled after send \(call 2\), webhooks in order: /,
    )
    await expect(scenario).rejects.toThrow(/\nkilled before add \(call 3\), webhooks in order: /)
  })

  it('names the calls after which an effect never came', async () => {
    const scenario = killAtEveryPoint(async ({ live }) => {
      const { database, send, sent } = world()
      await live(async (point) => {
        if (await point(database).has('sent')) return
        await point(database).add('sent')
        await point(send)('mail')
      })
      expect(sent).toHaveLength(1)
    })
    await expect(scenario).rejects.toThrow(/killed after add \(call 2\)/)
  })

  it('nothing of a killed process goes on, not even a catch or a finally', async () => {
    const went: string[] = []
    await killAtEveryPoint(async ({ live }) => {
      const { send } = world()
      let lives = 0
      await live(async (point) => {
        lives += 1
        try {
          await Promise.all([point(send)('a'), point(send)('b')])
        } catch {
          went.push('catch')
        } finally {
          if (lives > 1) went.push('second life')
        }
      })
      if (lives > 2) went.push('a third life')
    })
    expect(new Set(went)).toEqual(new Set(['second life']))
  })

  it('calls that fail fail as they did', async () => {
    await killAtEveryPoint(async ({ live }) => {
      const refuse = async (): Promise<never> => {
        throw new TypeError('refused')
      }
      await expect(live((point) => point(refuse)())).rejects.toThrow('refused')
    })
  })

  it('a scenario that is wrong without a kill is not killed', async () => {
    const scenario = killAtEveryPoint(async ({ live }) => {
      await live((point) => point(world().send)('a'))
      throw new Error('wrong from the start')
    })
    await expect(scenario).rejects.toThrow(
      '1 of 1 cases are wrong:\nnot killed, webhooks in order: wrong from the start',
    )
  })

  it('a scenario without a point is refused', async () => {
    await expect(killAtEveryPoint(async ({ live }) => live(async () => {}))).rejects.toThrow(
      'No call has a point.',
    )
  })

  it('webhooks come in order, twice at once, and in reverse and again, until they are accepted', async () => {
    const seen: string[][] = []
    await killAtEveryPoint(async ({ live, inbox }) => {
      const clock = steppedClock()
      const emulator = createEmulator({ clock, webhooks: { fetch: inbox.fetch } })
      const { account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
      await emulator.fund(account.id, 1)
      await clock.advance(1_000)
      await emulator.fund(account.id, 2)
      await clock.advance(1_000)
      const types: string[] = []
      seen.push(types)
      let isFirst = true
      await live((point) =>
        inbox.deliver(
          point(async (request: Request) => {
            const { data } = (await request.json()) as { data: { balance: { amount: number } } }
            types.push(String(data.balance.amount))
            const status = isFirst ? 503 : 409
            isFirst = false
            return new Response(null, { status })
          }),
        ),
      )
    })
    const plain = seen.filter((_, index) => index === 0)
    expect(plain).toEqual([['1', '3', '1']])
    expect(seen).toContainEqual(['1', '1', '3', '3', '1', '1'])
    expect(seen).toContainEqual(['3', '1', '3', '1', '3', '3'])
  })

  it('a webhook that is never accepted is wrong', async () => {
    const scenario = killAtEveryPoint(async ({ live, inbox }) => {
      await inbox.fetch(new Request('https://platform.test', { method: 'POST', body: 'event' }))
      await live((point) => inbox.deliver(point(async () => new Response(null, { status: 500 }))))
    })
    await expect(scenario).rejects.toThrow('A webhook was refused 10 times: event')
  })
})
