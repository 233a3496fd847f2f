import type { ReactNode } from 'react'

/** What every page has: the brand, a place beside it for a button, and the content below. */
export const Page = ({ action, children }: { action?: ReactNode; children: ReactNode }) => (
  <>
    <header>
      <h1>
        <a className="brand" href="/">
          Example Bank
        </a>
      </h1>
      {action}
    </header>
    <main>{children}</main>
  </>
)
