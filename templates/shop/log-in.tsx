import { ask } from './ask.ts'
import { Page } from './page.tsx'
import { ProblemLine, useProblem } from './problem.tsx'

/** Logs the demo's user in. Replace it with your own form. */
export function LogIn() {
  const [problem, attempt] = useProblem()
  const logIn = attempt(async () => {
    await ask('POST', '/api/login')
    location.reload()
  })
  return (
    <Page>
      <ProblemLine problem={problem} />
      <section className="card">
        <h2>Welcome to Example Bank</h2>
        <p className="soft">Log in to open your wallet. Your own login goes here.</p>
        <button className="primary" type="button" onClick={logIn}>
          Log in
        </button>
      </section>
    </Page>
  )
}
