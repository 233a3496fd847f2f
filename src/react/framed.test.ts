/** The hooks over a wallet in a frame. */
import { createElement as h, type ReactElement } from 'react'
import { expect, expectTypeOf, test } from 'vitest'
import { walletOf } from '../frame/fixtures/framed-stack.js'
import { framed } from '../frame/fixtures/windows.js'
import type { FramedWallet } from '../frame-host/index.js'
import type { AnyWallet, Wallet } from '../index.js'
import { createStack } from '../wallet/fixtures/stack.js'
import { openPage } from './fixtures/page.js'
import { useSession, useSignedAction, useSignIn, useWallet, WalletProvider } from './index.js'

test('the provider and the hooks take a wallet in a frame', async () => {
  const stack = await createStack()
  const { wallet } = framed({ wallet: walletOf(stack) })
  const page = await openPage()
  function SignIn(): ReactElement {
    const { flow, signIn, submit } = useSignIn()
    const hide = useSignedAction((its: FramedWallet) => its.updatePrivacy({ privateEnabled: true }))
    const buttons = {
      send: () => signIn({ type: 'EMAIL_OTP' }),
      enter: () => submit({ otp: stack.otp() }),
      hide: () => hide.run(),
    }
    return h(
      'div',
      null,
      `session ${useSession().status}, flow ${flow.status}, hidden ${hide.value?.privateEnabled}`,
      ...Object.entries(buttons).map(([key, onClick]) =>
        h('button', { key, type: 'button', onClick: () => void onClick() }, key),
      ),
    )
  }
  await page.render(h(WalletProvider, { wallet }, h(SignIn)))
  await page.shows('session none')
  await page.click('send')
  await page.shows('awaitingProof')
  await page.click('enter')
  await page.shows('session active')
  await page.click('hide')
  await page.shows('hidden true')
  await page.close()
})

test('both kinds of wallet are what the elements and hooks take', () => {
  expectTypeOf<Wallet>().toExtend<AnyWallet>()
  expectTypeOf<FramedWallet>().toExtend<AnyWallet>()
  expectTypeOf<FramedWallet>().not.toExtend<Wallet>()
  expectTypeOf(useWallet<FramedWallet>).returns.toEqualTypeOf<FramedWallet>()
  expectTypeOf(useWallet<Wallet>).returns.toEqualTypeOf<Wallet>()
  expect(true).toBe(true)
})
