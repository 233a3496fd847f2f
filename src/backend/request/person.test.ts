import { describe, expect, it, vi } from 'vitest'
import { hexDigest } from '../digest.js'
import { ada, bob } from '../fixtures/recording-service.js'
import { createPeople, loginOf, type Person, subjectsOf } from './person.js'

const request = new Request('https://platform.example/wallet/quotes')

type Options = Parameters<typeof createPeople>[0]

const personOf = (accounts: readonly string[] | undefined, more: Partial<Options> = {}): Promise<Person> =>
  createPeople({ authorize: async () => accounts as string[] | undefined, ...more })(request)

describe('the person behind a request', () => {
  it('passes the request to both functions of the platform', async () => {
    const authorize = vi.fn(async () => [ada])
    const loginSession = vi.fn(() => 'login')
    await createPeople({ authorize, loginSession })(request)
    expect(authorize).toHaveBeenCalledExactlyOnceWith(request)
    expect(loginSession).toHaveBeenCalledExactlyOnceWith(request)
  })

  it('refuses with 401 a person whom authorize() does not know, and asks for no login', async () => {
    const loginSession = vi.fn(() => 'login')
    await expect(personOf(undefined, { loginSession })).rejects.toMatchObject({
      code: 'NOT_LOGGED_IN',
      status: 401,
    })
    expect(loginSession).not.toHaveBeenCalled()
  })

  it('refuses with 401 a person whose login has no name, although loginSession is set', async () => {
    await expect(personOf([ada], { loginSession: () => undefined })).rejects.toMatchObject({
      code: 'NOT_LOGGED_IN',
      status: 401,
    })
  })

  it.each<[string, Partial<Options>, string]>([
    ['authorize', { authorize: async () => 'Ada' as never }, 'authorize'],
    ['authorize', { authorize: async () => [7] as never }, 'authorize'],
    ['loginSession', { loginSession: () => 7 as never }, 'loginSession'],
  ])('a result of %s of the wrong type is a 500 that names the function', async (_, options, name) => {
    const error = await personOf([ada], options).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 })
    expect(String(error.cause)).toContain(name)
  })

  it('writes the ids of accounts as the service does, and leaves other texts as they are', async () => {
    const shouted = ada.replace(/[0-9a-f-]+$/, (uuid) => uuid.toUpperCase())
    const { accounts } = await personOf([shouted, 'not an id'])
    expect(accounts).toEqual([ada, 'not an id'])
  })

  it('is known by the account, or by the hash of all accounts in any order', async () => {
    expect((await personOf([ada])).key).toBe(ada)
    expect((await personOf([bob, ada])).key).toBe(hexDigest(`${ada}\n${bob}`))
    expect((await personOf([ada, bob])).key).toBe(hexDigest(`${ada}\n${bob}`))
    expect((await personOf([])).key).toBe(hexDigest(''))
  })

  it('is not known by a text that is not the id of an account, however it begins or ends', async () => {
    for (const text of [`x${ada}`, `${ada}x`, 'bob'])
      expect((await personOf([text])).key).toBe(hexDigest(text))
  })

  it('has the hash of the login, never the login itself', async () => {
    const { login } = await personOf([ada], { loginSession: async () => 'the login' })
    expect(login).toBe(hexDigest('the login'))
    expect((await personOf([ada])).login).toBeUndefined()
  })
})

describe('what is counted for a person', () => {
  const person: Person = { accounts: [ada], key: 'key', login: undefined }

  it('the login is the hash, or empty without one', () => {
    expect(loginOf({ ...person, login: 'hash' })).toBe('hash')
    expect(loginOf(person)).toBe('')
  })

  it('a limit counts for the account, or for all accounts of the person together', () => {
    expect(subjectsOf(person, ada)).toEqual([{ owner: `limits:${ada}`, name: 'account' }])
    expect(subjectsOf(person)).toEqual([{ owner: 'limits:key', name: 'account' }])
  })

  it('a limit counts for the login too, under another owner', () => {
    expect(subjectsOf({ ...person, login: 'hash' }, ada)).toEqual([
      { owner: `limits:${ada}`, name: 'account' },
      { owner: 'logins:key', name: 'hash' },
    ])
  })
})
