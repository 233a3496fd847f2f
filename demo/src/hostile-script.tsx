/** A hostile script of the shop's page, with a button for each thing that it tries. @module */
import type { FramedWallet } from 'embedded-wallet-auth/frame-host'
import { useSession } from 'embedded-wallet-auth/react'
import { type ReactElement, useState } from 'react'
import { type HostileAttempt, hostileAttempts } from './hostile-attempts.js'
import { Button } from './ui/button.js'

interface HostileScriptProps {
  readonly wallet: FramedWallet
  /** The address of the wallet's page. */
  readonly page: string
}

/** The buttons, and what the script got. Before the sign-in there is nothing to take, and nothing is shown. */
export function HostileScript({ wallet, page }: HostileScriptProps): ReactElement | undefined {
  const { status } = useSession()
  if (status !== 'active' && status !== 'refreshing') return undefined
  return (
    <section className="card stack" aria-labelledby="hostile-title">
      <h2 id="hostile-title">A hostile script in this page</h2>
      <p className="soft">
        It can do everything that this page can. The wallet asks you at {new URL(page).host}, where this page
        cannot click. Let the script try.
      </p>
      <ul className="hostile">
        {Object.entries<HostileAttempt>(hostileAttempts).map(([key, attempt]) => (
          <Attempt key={key} id={key} {...attempt} wallet={wallet} page={page} />
        ))}
      </ul>
    </section>
  )
}

type AttemptProps = HostileAttempt & HostileScriptProps & { readonly id: string }

function Attempt({ id, name, about, run, wallet, page }: AttemptProps): ReactElement {
  const [text, setText] = useState<string>()
  const start = async (): Promise<void> => {
    setText('It asks…')
    setText(await run(wallet, page).catch(() => 'It failed. Try again.'))
  }
  return (
    <li>
      <Button weight="secondary" aria-describedby={`hostile-${id}`} onClick={() => void start()}>
        {name}
      </Button>
      <p className="soft" id={`hostile-${id}`} role="status">
        {text ?? about}
      </p>
    </li>
  )
}
