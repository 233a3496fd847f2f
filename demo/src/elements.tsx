/** A separate page with the two custom elements, for the same wallet as in the demo. @module */
import type { Quote } from 'embedded-wallet-auth'
import {
  defineWalletElements,
  type SignInProvider,
  type WalletConfirmElement,
} from 'embedded-wallet-auth/element'
import { useSession, useWallet, WalletProvider } from 'embedded-wallet-auth/react'
import { type ReactElement, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Me, Welcome } from '../contract.js'
import { people } from '../people.js'
import { chosenKeys } from './chosen-keys.js'
import { throughWindow } from './identity-window.js'
import { liveMail } from './panel/live-mail.js'
import { followWorkbench } from './panel/workbench-feed.js'
import * as platform from './platform.js'
import { Button } from './ui/button.js'
import { ScreenHeading } from './ui/card.js'
import { AlertRegion, ProblemNotice } from './ui/notice.js'

const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
} as const

const looks = { heron: 'Heron', ink: 'Ink', plain: 'As it comes' } as const

type Look = keyof typeof looks
type Language = keyof typeof languages

/** In the smallest unit: 25 USDB. */
const amount = 25_000_000

const providers: readonly SignInProvider[] = [{ name: 'Marsh ID', begin: throughWindow }]

/** Runs work of the page, and shows its error. */
type Guard = (work: () => Promise<void>) => void

function Page(): ReactElement {
  const [look, setLook] = useState<Look>('heron')
  // The language of the page stays English.
  const [language, setLanguage] = useState<Language>('en')
  const [who, setWho] = useState<{ readonly welcome: Welcome; readonly me: Me | undefined }>()
  const [isIn, setIsIn] = useState(false)
  const [error, setError] = useState<unknown>()
  const guard: Guard = useCallback((work) => {
    setError(undefined)
    work().catch(setError)
  }, [])
  const open = useCallback(async (): Promise<void> => {
    const [welcome, me] = await Promise.all([platform.welcome(), platform.me()])
    setWho({ welcome, me })
  }, [])
  useEffect(() => guard(open), [guard, open])
  return (
    <>
      <Introduction />
      <div className="elements-tools">
        <Choice<Look> name="Look" options={looks} onChoose={setLook} />
        <Choice<Language> name="Language" options={languages} onChoose={setLanguage} />
      </div>
      <AlertRegion>{error !== undefined && <ProblemNotice error={error} />}</AlertRegion>
      <div className="elements-stage" data-look={look}>
        {who && !who.me && (
          <People
            onChoose={(person) =>
              guard(async () => {
                await platform.logIn(person)
                await open()
              })
            }
          />
        )}
        {who?.me && (
          <OwnWallet
            me={who.me}
            welcome={who.welcome}
            language={language}
            guard={guard}
            onSignedIn={setIsIn}
          />
        )}
      </div>
      <Inbox isHidden={isIn} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the code scrolls */}
      <pre className="elements-code" dir="ltr" tabIndex={0} role="group" aria-label="The code">
        {code}
      </pre>
    </>
  )
}

function Introduction(): ReactElement {
  return (
    <header className="stack">
      <p>
        <a href="./">Back to the wallet</a>
      </p>
      <ScreenHeading>Drop-in elements</ScreenHeading>
      <p className="lead">
        A complete sign-in and a payment to confirm: two tags for any page. The form below is the library’s;
        the colors are this page’s.
      </p>
    </header>
  )
}

function People({ onChoose }: { readonly onChoose: (person: string) => void }): ReactElement {
  return (
    <>
      <p className="soft">Whose wallet?</p>
      <div className="row">
        {people.map(({ key, name }) => (
          <Button key={key} weight="secondary" onClick={() => onChoose(key)}>
            {name}
          </Button>
        ))}
      </div>
    </>
  )
}

interface OwnWalletProps {
  readonly me: Me
  readonly welcome: Welcome
  readonly language: Language
  readonly guard: Guard
  readonly onSignedIn: (isIn: boolean) => void
}

function OwnWallet({ me, welcome, ...rest }: OwnWalletProps): ReactElement {
  const sheet = useRef<WalletConfirmElement>(null)
  return (
    <WalletProvider
      accountId={me.account.id}
      backend="/wallet"
      exportSigner={welcome.exportSigner}
      {...chosenKeys(welcome)}
      confirm={async (request) => (await sheet.current?.ask(request)) ?? false}
    >
      <p className="soft">{`The wallet of ${me.person.name}`}</p>
      <Shop sheet={sheet} {...rest} />
    </WalletProvider>
  )
}

type ShopProps = Pick<OwnWalletProps, 'language' | 'guard' | 'onSignedIn'> & {
  readonly sheet: RefObject<WalletConfirmElement | null>
}

function Shop({ sheet, language, guard, onSignedIn }: ShopProps): ReactElement {
  const wallet = useWallet()
  const { status } = useSession()
  const [offer, setOffer] = useState<{ readonly quote: Quote; readonly receiver: string }>()
  const [isOffered, setIsOffered] = useState(false)
  const [isPaid, setIsPaid] = useState(false)
  const spoken = { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' } as const
  const getQuote = (): void =>
    guard(async () => {
      const [receiver] = await platform.receivers()
      if (receiver === undefined) return
      const quote = await platform.quote({ receiverId: receiver.id, amount })
      setOffer({ quote, receiver: receiver.name })
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
        quote={offer?.quote}
        receiver={offer?.receiver}
        onwallet-requote={getQuote}
        onwallet-cancel={() => {
          setOffer(undefined)
          setIsOffered(false)
        }}
        onwallet-payment={() => {
          setIsPaid(true)
          setIsOffered(false)
        }}
      />
      <div className="stack" hidden={status !== 'active' && status !== 'refreshing'}>
        {!isOffered && (
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

/** The newest code. The page cannot fill in the element's field, so the user copies the code, as from a mailbox. */
function Inbox({ isHidden }: { readonly isHidden: boolean }): ReactElement {
  const [otp, setOtp] = useState<string>()
  useEffect(() => followWorkbench(({ inbox, now }) => setOtp(liveMail(inbox, now).at(-1)?.otp)), [])
  return (
    <p className="elements-inbox" role="status" hidden={isHidden}>
      {otp !== undefined && (
        <>
          Inbox: your code is <strong className="elements-otp">{otp}</strong>{' '}
          <CopyButton key={otp} text={otp} />
        </>
      )}
    </p>
  )
}

function CopyButton({ text }: { readonly text: string }): ReactElement {
  const [isCopied, setIsCopied] = useState(false)
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => {},
    )
  return (
    <Button weight="quiet" onClick={copy}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}

interface ChoiceProps<K extends string> {
  readonly name: string
  readonly options: Readonly<Record<K, string>>
  readonly onChoose: (key: K) => void
}

function Choice<K extends string>({ name, options, onChoose }: ChoiceProps<K>): ReactElement {
  return (
    <label className="elements-choice">
      <span className="label">{name}</span>
      {/* The type assertion is safe: the options are made from the keys. */}
      <select className="input" onChange={({ target }) => onChoose(target.value as K)}>
        {Object.entries<string>(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

const code = `<wallet-sign-in code-length="6">
</wallet-sign-in>
<wallet-confirm></wallet-confirm>

defineWalletElements()
const wallet = createWallet({
  accountId,
  backend: '/wallet',
  confirm: (asked) =>
    confirm.ask(asked),
})
signIn.wallet = wallet
confirm.wallet = wallet
// from your server
confirm.quote = quote`

defineWalletElements()
const host = document.getElementById('elements')
if (host !== null) createRoot(host).render(<Page />)
