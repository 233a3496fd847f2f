import { expect, test, vi } from 'vitest'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'

const ids = async (stack: Stack): Promise<readonly string[]> => {
  const reader = await opened(stack)
  return (await reader.sessions.list()).map(({ id }) => id)
}

const idOf = (wallet: Awaited<ReturnType<typeof signedIn>>): string => {
  const { session } = wallet.getState()
  return 'id' in session ? session.id : ''
}

test('revokeAll ends every session of the account, and this wallet’s own at last', async () => {
  const stack = await createStack()
  const others = [await signedIn(stack), await signedIn(stack)].map(idOf)
  const wallet = await signedIn(stack)
  const own = idOf(wallet)
  await wallet.sessions.revokeAll()
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'revoked' })
  expect(await ids(stack)).toEqual([])
  const stamped = stack.emulator
    .requests()
    .filter(({ method, status }) => method === 'DELETE' && status === 204)
    .map(({ path }) => path.split('/').at(-1))
  expect(stamped.slice(0, -1).sort()).toEqual(others.sort())
  expect(stamped.at(-1)).toBe(own)
})

test('revokeAll keeps the session that `except` names', async () => {
  const stack = await createStack()
  await signedIn(stack)
  const wallet = await signedIn(stack)
  await wallet.sessions.revokeAll({ except: idOf(wallet) })
  expect(wallet.getState().session.status).toBe('active')
  expect(await ids(stack)).toEqual([idOf(wallet)])
  await wallet.sessions.revokeAll({ except: idOf(wallet) })
  expect(await ids(stack)).toEqual([idOf(wallet)])
})

test('revokeAll asks `confirm` once, and revokes nothing if the answer is no', async () => {
  const stack = await createStack()
  const other = idOf(await signedIn(stack))
  const confirm = vi.fn(async () => false)
  const wallet = await signedIn(stack, { confirm })
  const own = idOf(wallet)
  expect(await codeOf(wallet.sessions.revokeAll())).toBe('CONFIRMATION_REFUSED')
  expect(confirm).toHaveBeenCalledExactlyOnceWith({
    operation: 'revokeAllSessions',
    details: {
      sessionIds: expect.toSatisfy((given: string[]) => [own, other].every((id) => given.includes(id))),
    },
    signal: expect.any(AbortSignal),
  })
  expect([...(await ids(stack))].sort()).toEqual([own, other].sort())
})

test('revokeAll keeps the own session when another could not be revoked, and a second call ends the rest', async () => {
  const stack = await createStack()
  const refused = idOf(await signedIn(stack))
  await signedIn(stack)
  const wallet = await signedIn(stack)
  stack.emulator.faults.next('DELETE /auth/sessions/{id}', { status: 409, code: 'CONFLICT' })
  expect(await codeOf(wallet.sessions.revokeAll())).toBe('CONFLICT')
  expect([...(await ids(stack))].sort()).toEqual([refused, idOf(wallet)].sort())
  expect(wallet.getState().session.status).toBe('active')
  await wallet.sessions.revokeAll()
  expect(await ids(stack)).toEqual([])
})

test('revokeAll passes over a session that has ended in the meantime', async () => {
  const stack = await createStack()
  await signedIn(stack)
  const wallet = await signedIn(stack)
  stack.emulator.faults.next('DELETE /auth/sessions/{id}', { status: 404, code: 'SESSION_NOT_FOUND' })
  await wallet.sessions.revokeAll()
  expect(wallet.getState().session).toEqual({ status: 'none', reason: 'revoked' })
})

test('revokeAll needs a session, and an id that is a session’s', async () => {
  const stack = await createStack()
  const wallet = await opened(stack)
  expect(await codeOf(wallet.sessions.revokeAll())).toBe('SESSION_REQUIRED')
  await expect(wallet.sessions.revokeAll({ except: 'Quote:1' })).rejects.toThrow(TypeError)
})

test('revokeAll does not show the sessions that the own one has replaced, and ends them too', async () => {
  const stack = await createStack()
  const confirm = vi.fn(async ({ operation }: { readonly operation: string }) => operation !== '')
  const wallet = await signedIn(stack, { confirm })
  const replaced = idOf(wallet)
  await wallet.sessions.refresh()
  const listed = await ids(stack)
  confirm.mockClear()
  await wallet.sessions.revokeAll()
  const [request] = confirm.mock.calls.flat() as unknown as {
    readonly details: { readonly sessionIds: string[] }
  }[]
  expect(listed).toContain(replaced)
  expect(request?.details.sessionIds).not.toContain(replaced)
  expect(await ids(stack)).toEqual([])
})

test('revokeAll asks nothing if no session is left to end', async () => {
  const stack = await createStack()
  const confirm = vi.fn(async () => true)
  const wallet = await signedIn(stack, { confirm })
  await wallet.sessions.revokeAll({ except: idOf(wallet) })
  expect(confirm).not.toHaveBeenCalled()
})

test('revokeAll can be confirmed for five minutes', async () => {
  const stack = await createStack()
  let answer = (_: boolean): void => {}
  const confirm = vi.fn(
    () =>
      new Promise<boolean>((resolve) => {
        answer = resolve
      }),
  )
  const wallet = await signedIn(stack, { confirm })
  const late = codeOf(wallet.sessions.revokeAll())
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  await stack.emulator.clock.advance(5 * 60_000)
  expect(await late).toBe('CONFIRMATION_REFUSED')
  const inTime = codeOf(wallet.sessions.revokeAll())
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(2))
  await stack.emulator.clock.advance(5 * 60_000 - 1)
  answer(true)
  expect(await inTime).toBe('resolved')
})
