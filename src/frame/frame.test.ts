/** A wallet in a frame, over real ports: what crosses, what does not, and who may connect. */
import { describe, expect, test } from 'vitest'
import type { Quote } from '../index.js'
import { codeOf } from '../wallet/fixtures/open-wallets.js'
import { createStack, type Stack } from '../wallet/fixtures/stack.js'
import { type Framed, type FrameSetup, framed } from './fixtures/windows.js'

const optionsOf = ({ accountId, backend, emulator }: Stack): FrameSetup['wallet'] => ({
  accountId,
  backend,
  clock: emulator.clock,
  exportSigner: emulator.exportSigner,
})

async function signedInFrame(stack: Stack, more: Partial<FrameSetup> = {}): Promise<Framed> {
  const page = framed({ wallet: optionsOf(stack), ...more })
  await page.wallet.signIn({ type: 'EMAIL_OTP' })
  await page.wallet.submit({ otp: stack.otp() })
  return page
}

async function quoteOf(stack: Stack): Promise<Quote> {
  const { account } = await stack.emulator.provision({ email: 'grace@example.com' })
  return stack.service<Quote>('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: stack.accountId },
    destination: { destinationType: 'ACCOUNT', accountId: account.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 5_000_000,
  })
}

describe('a call through the frame', () => {
  test('signs in, and the state is there when the call settles', async () => {
    const stack = await createStack()
    const { wallet } = framed({ wallet: optionsOf(stack) })
    await wallet.ready
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'new' })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'EMAIL_OTP', nickname: '' })
  })

  test('pays a quote that is named by its id, after a question in the frame', async () => {
    const stack = await createStack()
    const asked: unknown[] = []
    const { wallet, sizes } = await signedInFrame(stack, {
      answers: async (request) => {
        asked.push(request.operation)
        return true
      },
    })
    const quote = await quoteOf(stack)
    const { status } = await wallet.executeQuote({ ...quote, totalSendingAmount: 1, payloadToSign: 'other' })
    expect([status, asked]).toEqual(['COMPLETED', ['executeQuote']])
    expect(sizes.filter((each) => each !== 'reload')).toContain('show')
    expect(sizes.at(-1)).toBe('hide')
  })

  test('does not pay after a click on what the person could not see', async () => {
    const stack = await createStack()
    const { wallet } = await signedInFrame(stack, { isSeen: () => false })
    const quote = await quoteOf(stack)
    expect(await codeOf(wallet.executeQuote(quote))).toBe('CONFIRMATION_REFUSED')
    expect((await wallet.getQuote(quote.id)).status).toBe('PENDING')
  })

  test('opens a window where the frame cannot ask, and closes it', async () => {
    const stack = await createStack()
    const { wallet, windows } = await signedInFrame(stack, { canAsk: false })
    const quote = await quoteOf(stack)
    // The two pages of a test share no database.
    expect(await codeOf(wallet.executeQuote(quote))).toBe('SESSION_REQUIRED')
    expect(windows.map(({ closed }) => closed)).toEqual([true])
  })
})
