/** What a backend makes of a look-up that the service does not answer as it should. @module */
import { noteUnlessLimited } from '../page.js'
import type { GivenAnswer } from '../recorder.js'
import { type Scene, unknownId } from '../scene.js'
import { problem } from './answers.js'

/** Few, because each counts toward the limit of look-ups. */
const failures: readonly (readonly [what: string, answer: GivenAnswer])[] = [
  ['a look-up that got 500', problem(500, 'INTERNAL_ERROR')],
  [
    'a look-up that got 202',
    { status: 202, headers: { 'Content-Type': 'application/json' }, body: '{"data":[]}' },
  ],
]

export async function checkLookUps({ page, mine, behind, recorder, judge }: Scene): Promise<void> {
  for (const [having, answer] of failures) {
    recorder.intercept((method, path) =>
      method === 'GET' && path.startsWith('/auth/credentials?') ? answer : undefined,
    )
    const path = `/auth/credentials/${unknownId('AuthMethod')}/challenge`
    await page.refused('owner.failed', { method: 'POST', path, having }, { status: [502, 504] })
  }
  const quote = await behind.serve('GET', `/quotes/${mine.quote}`)
  const id = unknownId('Quote')
  recorder.intercept((method, path) =>
    method === 'GET' && path === `/quotes/${id}`
      ? { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(quote) }
      : undefined,
  )
  const execution = { method: 'POST', path: `/quotes/${id}/execute`, having: 'a quote that has another id' }
  const outcome = await page.call(execution)
  recorder.intercept(undefined)
  const { answer, heard, seen } = outcome
  const isRefused = answer?.code === 'FORBIDDEN' || answer?.status === 502
  noteUnlessLimited(judge, 'owner.quote', outcome, isRefused && heard.length === 0, seen)
}
