/** A separate page with the two custom elements, for the same wallet as in the demo. @module */
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { type ReactElement, StrictMode, useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Me, Welcome } from '../contract.js'
import { people } from '../people.js'
import { choose, playWanted, type WalletPlace, wantedPlace } from './chosen-service.js'
import { Inbox } from './elements-inbox.js'
import { type Guard, OwnWallet } from './elements-shop.js'
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

const places: Readonly<Record<WalletPlace, string>> = {
  page: 'In this page',
  framed: 'In a frame',
}

type Look = keyof typeof looks
type Language = keyof typeof languages

function Page(): ReactElement {
  const [look, setLook] = useState<Look>('heron')
  // The language of the page stays English.
  const [language, setLanguage] = useState<Language>('en')
  const [who, setWho] = useState<{ readonly welcome: Welcome; readonly me: Me | undefined }>()
  const [isIn, setIsIn] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const [error, setError] = useState<unknown>()
  const guard: Guard = useCallback((work) => {
    setError(undefined)
    work().catch(setError)
  }, [])
  const open = useCallback(async (): Promise<void> => {
    await playWanted()
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
        {(who === undefined || who.welcome.framing) && (
          <Choice<WalletPlace>
            name="Wallet"
            options={places}
            initial={wantedPlace()}
            onChoose={(place) => choose('wallet', place)}
          />
        )}
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
            onWaiting={setIsWaiting}
          />
        )}
      </div>
      <Inbox isHidden={isIn && !isWaiting} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the code scrolls */}
      <pre className="elements-code" dir="ltr" tabIndex={0} role="group" aria-label="The code">
        {wantedPlace() === 'framed' ? framedCode : code}
      </pre>
    </>
  )
}

function Introduction(): ReactElement {
  return (
    <header className="stack">
      <p>
        <a href={backToWallet()}>Back to the wallet</a>
      </p>
      {wantedPlace() === 'framed' ? (
        <>
          <ScreenHeading>A wallet that can only be asked</ScreenHeading>
          <p className="lead">
            The wallet is a page of another origin, in a frame of this one. It has the keys and asks the
            questions. This page, and any script that gets into it, can only ask for something. Sign in, and
            let one try.
          </p>
        </>
      ) : (
        <>
          <ScreenHeading>Drop-in elements</ScreenHeading>
          <p className="lead">
            A complete sign-in and a payment to confirm: two tags for any page. The form below is the
            library’s; the colors are this page’s.
          </p>
        </>
      )}
    </header>
  )
}

/** The address of the demo's wallet, with what the address of this page chooses. */
function backToWallet(): string {
  const chosen = new URLSearchParams(location.search)
  chosen.delete('wallet')
  return `./${chosen.size > 0 ? `?${chosen}` : ''}`
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

interface ChoiceProps<K extends string> {
  readonly name: string
  readonly options: Readonly<Record<K, string>>
  readonly initial?: K
  readonly onChoose: (key: K) => void
}

function Choice<K extends string>({ name, options, initial, onChoose }: ChoiceProps<K>): ReactElement {
  return (
    <label className="elements-choice">
      <span className="label">{name}</span>
      {/* The type assertion is safe: the options are made from the keys. */}
      <select className="input" defaultValue={initial} onChange={({ target }) => onChoose(target.value as K)}>
        {Object.entries<string>(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

const framedCode = `// the shop’s page
const wallet = frameWallet({ url })
signIn.wallet = wallet
await wallet.executeQuote(quote)

// the wallet’s page
serveWallet({
  wallet: { accountId, backend: '/wallet' },
  parents: [shop],
  ask: confirm,
})`

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
if (host !== null)
  createRoot(host).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
