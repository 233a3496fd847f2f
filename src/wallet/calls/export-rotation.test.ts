/** The key that signs exports is replaced: a wallet that knows both opens every export. @module */
import { expect, test } from 'vitest'
import { codeOf, signedIn } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { memoryStore } from '../record/storage.js'

const stacks = (): Promise<readonly Stack[]> => Promise.all([1, 2, 3].map(() => createStack()))

/** Exports from each service at once, for wallets that know these signers. Resolves with what each rejects with. */
const exports = (from: readonly Stack[], exportSigner: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    from.map(async (stack) => {
      const wallet = await signedIn(stack, { exportSigner, store: memoryStore() })
      return codeOf(wallet.exportWallet())
    }),
  )

const signersOf = (all: readonly Stack[]): readonly string[] =>
  all.map(({ emulator }) => emulator.exportSigner)

test('no export is refused while its signer is replaced, if a wallet knows both', async () => {
  const [before, after] = await Promise.all([stacks(), stacks()])
  const both = signersOf([...before, ...after])
  expect(new Set(both).size).toBe(6)
  expect(await exports([...before, ...after], both)).toEqual(both.map(() => 'resolved'))
})

test('a wallet that knows only the new signer refuses the exports of the old one', async () => {
  const [before, after] = await Promise.all([stacks(), stacks()])
  const refused = await exports(before, signersOf(after))
  expect(refused).toEqual(before.map(() => 'EXPORT_SIGNER_MISMATCH'))
})
