import { useMemo, useState } from 'react'
import { attemptWith, type Problem } from './ask.ts'
import { Page } from './page.tsx'

/** What makes handlers that show the problem if they fail. */
export type Attempt = ReturnType<typeof attemptWith>

/** Returns the problem that the page has to show, and what makes its handlers. */
export function useProblem(): [Problem | undefined, Attempt] {
  const [problem, setProblem] = useState<Problem>()
  return [problem, useMemo(() => attemptWith(setProblem), [])]
}

/** The one line that says what went wrong, and leads on. */
export const ProblemLine = ({ problem }: { problem: Problem | undefined }) => (
  <div role="alert">
    {problem && (
      <p className="card">
        {problem.text}
        <button type="button" onClick={problem.go}>
          {problem.way}
        </button>
      </p>
    )}
  </div>
)

/** A page that has nothing but a problem. */
export const ProblemPage = ({ problem }: { problem: Problem }) => (
  <Page>
    <ProblemLine problem={problem} />
  </Page>
)
