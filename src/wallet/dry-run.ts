/** Signs a sample wallet in, so that everything that a real answer needs is compiled before that answer arrives. @module */
import { nextTask, systemClock } from '../clock.js'
import type { WalletOptions } from './api.js'
import { createWalletCore, type LazyFlows, type WalletCore } from './core.js'
import type { FlowCalls } from './flow-calls.js'
import type { AccountRecord } from './record/record.js'
import { memoryStore } from './record/storage.js'

/**
 * Creates a wallet in memory that awaits a code, signs it in with an answer made here, makes a stamp, and disposes it.
 * Nothing is sent or kept, and other tabs are told nothing. Every access to the memory is a task of its own, so that no
 * task blocks the page for long.
 *
 * Rejects if a step fails. A step that fails here will fail again with its own error when it is needed.
 *
 * @param createLazy creates the lazy half, which loads this file and is therefore not imported here
 */
export async function dryRun(
  createLazy: (
    core: WalletCore,
    options: WalletOptions,
    untilCancel: () => AbortSignal,
  ) => LazyFlows & Pick<FlowCalls, 'submit'>,
): Promise<void> {
  const uuid = crypto.randomUUID()
  const accountId = `InternalAccount:${uuid}`
  const clock = systemClock()
  const deadline = clock.now() + 60_000
  const expiresAt = new Date(deadline).toISOString()
  const record: AccountRecord = {
    version: 1,
    revision: 1,
    pending: {
      ...{ attemptId: uuid, type: 'EMAIL_OTP', credential: `AuthMethod:${uuid}`, pageId: uuid },
      ...{ phase: 'awaiting', proof: 'otp', deadline },
    },
  }
  const memory = memoryStore()
  await memory.update(accountId, () => record)
  const options: WalletOptions = {
    accountId,
    clock,
    store: {
      ...memory,
      read: (...args) => nextTask().then(() => memory.read(...args)),
      update: (...args) => nextTask().then(() => memory.update(...args)),
    },
    async backend(request) {
      const { clientPublicKey } = await request.json()
      const { sampleSealedTo } = await import('./flows/verify-path.js')
      const encryptedSessionSigningKey = await sampleSealedTo(clientPublicKey)
      await nextTask()
      const id = `Session:${uuid}`
      const times = { createdAt: expiresAt, updatedAt: expiresAt, expiresAt }
      const session = { id, accountId, type: 'EMAIL_OTP', nickname: '', ...times, encryptedSessionSigningKey }
      return new Response(JSON.stringify(session))
    },
  }
  const noTabs = { channel: () => undefined, announce() {}, close() {} }
  // With a lock of the dry run, Chromium did not always keep the page in the back/forward cache.
  const noLock = { shown: Promise.resolve(), release() {} }
  const core = createWalletCore(options, { load: async () => lazy, loaded: () => lazy }, noTabs)
  const context = { ...core.context, holdPageLock: () => noLock }
  const lazy = createLazy({ ...core, context }, options, () => core.disposed)
  try {
    await lazy.submit({ otp: '000000' })
    await core.signer()?.stamp('')
    await nextTask()
  } finally {
    core.dispose()
  }
}
