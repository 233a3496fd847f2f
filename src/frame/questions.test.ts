/** What a question in the frame needs before anything is stamped. */
import { describe, expect, test } from 'vitest'
import { steppedClock } from '../../emulator/src/index.js'
import type { ConfirmationQuestion } from '../index.js'
import { codeOf } from '../wallet/fixtures/open-wallets.js'
import { shop } from './fixtures/windows.js'
import { createQuestions, type FramedRequest, type QuestionElement, type Questions } from './questions.js'

const privacy: ConfirmationQuestion = { operation: 'updatePrivacy', details: { privateEnabled: true } }
const never = new AbortController().signal

/** Questions to a person who answers, by a click that counts. */
function asking(answer: (request: FramedRequest) => Promise<boolean>): {
  readonly questions: Questions
  readonly clock: ReturnType<typeof steppedClock>
  readonly asked: string[]
  readonly posted: string[]
  readonly during: (work: () => Promise<void>) => Promise<unknown>
} {
  const asked: string[] = []
  const posted: string[] = []
  const clock = steppedClock(0)
  const view = {
    ask: (request: FramedRequest) => {
      asked.push(request.operation)
      return answer(request)
    },
  } as QuestionElement
  const page = {
    watch: () => ({ isAgreed: () => true, end: () => {} }),
    hearEscape: () => () => {},
    keepFocus: () => () => {},
  }
  const questions = createQuestions(view, page, clock)
  const asker = {
    id: 1,
    post: ({ type }: { type: string }) => void posted.push(type),
    parent: shop,
    now: () => 0,
  }
  return { questions, clock, asked, posted, during: (work) => codeOf(questions.during(asker, work)) }
}

const agrees = async (): Promise<boolean> => true

describe('a stamp', () => {
  test('a stamp that no call of the page has asked for is refused, and the person is not asked', async () => {
    const { questions, asked } = asking(agrees)
    expect([await questions.confirm({ ...privacy, signal: never }), asked]).toEqual([false, []])
  })

  test('the stamp of a refresh is made without a question, also when no call is made', async () => {
    const { questions, asked } = asking(agrees)
    const refresh = { operation: 'refreshSession', details: { sessionId: 'Session:1' } } as const
    expect([await questions.confirm({ ...refresh, signal: never }), asked]).toEqual([true, []])
  })

  test('what the person has agreed to is stamped once, and not again for the next call', async () => {
    const { questions, asked, posted, during } = asking(agrees)
    await during(async () => {
      await questions.ask(privacy, never)
      expect(await questions.confirm({ ...privacy, signal: never })).toBe(true)
    })
    expect([asked, posted]).toEqual([['updatePrivacy'], ['show', 'hide', 'acts']])
    await during(async () => void (await questions.confirm({ ...privacy, signal: never })))
    expect(asked).toEqual(['updatePrivacy', 'updatePrivacy'])
  })

  test('agreement to one thing is not agreement to another', async () => {
    const { questions, asked, during } = asking(agrees)
    const other = { ...privacy, details: { privateEnabled: false } } as const
    await during(async () => {
      await questions.ask(privacy, never)
      await questions.confirm({ ...other, signal: never })
    })
    expect(asked).toEqual(['updatePrivacy', 'updatePrivacy'])
  })
})

describe('a question', () => {
  test('a question that nobody answers is refused after five minutes, and the page is given back', async () => {
    const { questions, clock, posted, during } = asking(() => new Promise(() => {}))
    const ended = during(() => questions.ask(privacy, never))
    await clock.advance(5 * 60_000 - 1)
    expect(posted).toEqual(['show'])
    await clock.advance(1)
    expect(await ended).toBe('CONFIRMATION_REFUSED')
  })

  test('a view that throws has asked nobody', async () => {
    const { questions, posted, during } = asking(() => Promise.reject(new Error('broken')))
    expect(await during(() => questions.ask(privacy, never))).toBe('CONFIRMATION_FAILED')
    expect(posted).toEqual(['show', 'hide'])
  })

  test('a view that answers with something else than true has not agreed', async () => {
    const { questions, posted, during } = asking(async () => 'yes' as never)
    expect(await during(() => questions.ask(privacy, never))).toBe('CONFIRMATION_REFUSED')
    expect(posted).toEqual(['show', 'hide'])
  })
})
