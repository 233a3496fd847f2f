/** What a hostile script of the shop's page tries against a wallet in a page of its own, and what it gets. @module */
import type { FramedWallet } from 'embedded-wallet-auth/frame-host'
import { refusalOf } from './panel/export-attempts.js'
import * as platform from './platform.js'

/** An attempt: its button, and what the script does. Resolves with what it got, in words. */
export interface HostileAttempt {
  readonly name: string
  readonly about: string
  readonly run: (wallet: FramedWallet, page: string) => Promise<string>
}

/** In the smallest unit: 100 USDB. */
const amount = 100_000_000

/** The attempts, in the order of their buttons. */
export const hostileAttempts = {
  take: {
    name: 'Take the key',
    about: 'It looks for a way into the frame, and for something that signs.',
    async run(wallet, page) {
      const frame = [...document.querySelectorAll('iframe')].find(({ src }) => src.startsWith(page))
      const refusal = await refusalOf(async () => frame?.contentWindow?.document.title)
      const signer = 'signer' in wallet ? 'It found a signer.' : 'The wallet has nothing here that signs.'
      return refusal === undefined
        ? `It read the wallet’s page. ${signer}`
        : `Nothing. The browser keeps it out of the frame (${refusal.split(':')[0]}). ${signer}`
    },
  },
  pay: {
    name: 'Pay 100 USDB',
    about: 'It makes a quote of its own, and asks the wallet to pay it.',
    run: (wallet) =>
      asked('Nothing was paid.', 'You agreed, so it was paid.', async () => {
        const [receiver] = await platform.receivers()
        const quote = await platform.quote({ receiverId: receiver?.id ?? '', amount })
        await wallet.executeQuote(quote)
      }),
  },
  passkey: {
    name: 'Add a passkey',
    about: 'It wants a way in for later.',
    run: (wallet) =>
      asked('No passkey was added.', 'You agreed, so your device made a passkey.', () =>
        wallet.credentials.create({ type: 'PASSKEY', nickname: 'Mallory’s laptop' }),
      ),
  },
  export: {
    name: 'Export the recovery phrase',
    about: 'It asks for the words that open the wallet anywhere.',
    run: (wallet) =>
      asked('No words were shown.', 'You agreed, and only you saw the words: it got none.', () =>
        wallet.exportWallet(),
      ),
  },
  sign: {
    name: 'Have a request signed',
    about: 'It wants a signature over a request of its own.',
    run: (wallet) =>
      asked('Nothing was signed.', 'You agreed, so it was sent.', () =>
        wallet.signedRequest({ method: 'DELETE', path: '/auth/sessions/Session:0' }),
      ),
  },
} as const satisfies Readonly<Record<string, HostileAttempt>>

const reasons: Readonly<Record<string, string | undefined>> = {
  CONFIRMATION_REFUSED: 'It could only ask, and you said no.',
  STEP_UP_REQUIRED: 'It may not even ask: the platform wants you to sign in again first.',
}

/** Makes a call that asks the person, and says how that ended. */
async function asked(refused: string, agreed: string, work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return `It could only ask. ${agreed}`
  } catch (error) {
    const { code } = Object(error)
    return `${reasons[String(code)] ?? `It was refused: ${code ?? 'an error'}.`} ${refused}`
  }
}
