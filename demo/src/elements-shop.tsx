/** The two elements, as a platform uses them in React: a provider with `confirm`, and both tags in JSX. @module */
import type { Quote } from 'embedded-wallet-auth'
import type { SignInProvider, WalletConfirmElement } from 'embedded-wallet-auth/element'
import { type FramedWallet, frameWallet } from 'embedded-wallet-auth/frame-host'
import { useAuthorizeQuote, useSession, useWallet, WalletProvider } from 'embedded-wallet-auth/react'
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import type { Me, Welcome } from '../contract.js'
import { chosenKeys, keyDeliveryIn, wantedPlace } from './chosen-service.js'
import { inWords } from './errors-in-words.js'
import { HostileScript } from './hostile-script.js'
import { throughWindow } from './identity-window.js'
import * as platform from './platform.js'
import { Button } from './ui/button.js'
import { AlertRegion, Notice } from './ui/notice.js'

/** In the smallest unit: 25 USDB. */
const amount = 25_000_000

const providers: readonly SignInProvider[] = [{ name: 'Marsh ID', begin: throughWindow }]

/** Runs work of the page, and shows its error. */
export type Guard = (work: () => Promise<void>) => void

interface OwnWalletProps {
  readonly me: Me
  readonly welcome: Welcome
  readonly language: string
  readonly guard: Guard
  readonly onSignedIn: (isIn: boolean) => void
  /** Called with whether a payment waits for a code. */
  readonly onWaiting: (isWaiting: boolean) => void
}

/** The wallet of the person who is logged in. */
export function OwnWallet(props: OwnWalletProps): ReactElement {
  const { framing } = props.welcome
  return wantedPlace() === 'framed' && framing ? (
    <WalletInFrame page={framing.page} {...props} />
  ) : (
    <WalletHere {...props} />
  )
}

/** The wallet in a page of its own, and a hostile script of this page. */
function WalletInFrame({
  me,
  welcome,
  page,
  ...rest
}: OwnWalletProps & { readonly page: string }): ReactElement {
  const sheet = useRef<WalletConfirmElement>(null)
  const [wallet, setWallet] = useState<FramedWallet>()
  const accountId = me.account.id
  const keys = keyDeliveryIn(welcome)
  useEffect(() => {
    // The wallet's page plays what the address of this one wants.
    const made = frameWallet({ url: `${page}?keys=${keys}`, accountId })
    setWallet(made)
    return made.dispose
  }, [page, keys, accountId])
  if (wallet === undefined) return <p className="soft">One moment…</p>
  return (
    <WalletProvider wallet={wallet}>
      <p className="soft">{`The wallet of ${me.person.name}`}</p>
      <Shop sheet={sheet} asks="frame" {...rest} />
      <HostileScript wallet={wallet} page={page} />
    </WalletProvider>
  )
}

function WalletHere({ me, welcome, ...rest }: OwnWalletProps): ReactElement {
  const sheet = useRef<WalletConfirmElement>(null)
  return (
    <WalletProvider
      accountId={me.account.id}
      backend="/wallet"
      exportSigner={welcome.exportSigner}
      {...chosenKeys(welcome)}
      fallback={<NoWallet />}
      confirm={async (request) => (await sheet.current?.ask(request)) ?? false}
    >
      <p className="soft">{`The wallet of ${me.person.name}`}</p>
      <Shop sheet={sheet} asks="page" {...rest} />
    </WalletProvider>
  )
}

/** Shown if the browser can have no wallet on this page. The provider tells the developer why. */
function NoWallet(): ReactElement {
  const { title, next } = inWords(undefined)
  return (
    <AlertRegion>
      <Notice tone="problem" title={title} next={next} />
    </AlertRegion>
  )
}

type ShopProps = Pick<OwnWalletProps, 'language' | 'guard' | 'onSignedIn' | 'onWaiting'> & {
  readonly sheet: RefObject<WalletConfirmElement | null>
  /** Where the person is asked. */
  readonly asks: 'page' | 'frame'
}

function Shop({ sheet, asks, language, guard, onSignedIn, onWaiting }: ShopProps): ReactElement {
  const wallet = useWallet()
  const { status } = useSession()
  const [offer, setOffer] = useState<{ readonly quote: Quote; readonly receiver: string }>()
  const [isOffered, setIsOffered] = useState(false)
  const [isPaid, setIsPaid] = useState(false)
  const { waiting } = useAuthorizeQuote()
  const isWaiting = waiting !== undefined
  useEffect(() => onWaiting(isWaiting), [onWaiting, isWaiting])
  const spoken = { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' } as const
  const getQuote = (): void =>
    guard(async () => {
      const [receiver] = await platform.receivers()
      if (receiver === undefined) return
      const quote = await platform.quote({ receiverId: receiver.id, amount })
      setOffer({ quote, receiver: receiver.name })
      setIsOffered(true)
      if (asks === 'frame') await payInFrame(quote, receiver.name)
    })
  /** Pays at once, because the frame asks. After another error than a refusal, the sheet tries again and says what is wrong. */
  const payInFrame = (quote: Quote, receiver: string): Promise<void> =>
    wallet.executeQuote(quote).then(
      (paid) => {
        setOffer({ quote: paid, receiver })
        setIsPaid(true)
        setIsOffered(false)
        sheet.current?.focus()
      },
      ({ code }) => {
        if (code === 'CONFIRMATION_REFUSED') leave()
      },
    )
  const leave = (): void => {
    setOffer(undefined)
    setIsOffered(false)
  }
  /** Shows a payment that waits for the user, such as after a reload. */
  const resume = (quoteId: string): void =>
    guard(async () => {
      const [quote, { receiverName }] = await Promise.all([
        wallet.getQuote(quoteId),
        platform.payment(quoteId),
      ])
      setOffer({ quote, receiver: receiverName })
      setIsOffered(true)
    })
  const signOut = (): void =>
    guard(async () => {
      setOffer(undefined)
      onSignedIn(false)
      await wallet.signOut()
    })
  return (
    <>
      <wallet-sign-in
        {...spoken}
        wallet={wallet}
        providers={providers}
        code-length="6"
        code-lifetime="300"
        onwallet-signed-in={() => onSignedIn(true)}
      />
      <wallet-confirm
        {...spoken}
        ref={sheet}
        wallet={wallet}
        code-length="6"
        quote={offer?.quote}
        receiver={offer?.receiver}
        onwallet-requote={getQuote}
        onwallet-cancel={leave}
        onwallet-payment={() => {
          setIsPaid(true)
          setIsOffered(false)
        }}
      />
      <div className="stack" hidden={status !== 'active' && status !== 'refreshing'}>
        {!isOffered && waiting !== undefined && (
          <Button weight="primary" onClick={() => resume(waiting.quoteId)}>
            Continue your payment
          </Button>
        )}
        {!isOffered && waiting === undefined && (
          <Button weight="primary" onClick={getQuote}>
            {isPaid ? 'Pay once more' : 'Pay Grace Hopper 25 USDB'}
          </Button>
        )}
        <Button weight="quiet" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </>
  )
}
