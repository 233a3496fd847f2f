/** Checks the headers of this page. @module */
import type { Finding } from './finding.js'
import { type HeaderProblem, headerProblems } from './page-headers.js'

/** Returns the findings about the headers of this page, which may be in a frame of another origin. */
export const headerFindings = (headers: Headers, isFramed: boolean): readonly Finding[] =>
  headerProblems(headers, isFramed).map(({ code, seen }) => findings[code](seen))

const findings: Readonly<Record<HeaderProblem['code'], (seen: string) => Finding>> = {
  OPENER_POLICY_MISSING: () => ({
    code: 'OPENER_POLICY_MISSING',
    severity: 'warning',
    message:
      'The page does not send Cross-Origin-Opener-Policy: same-origin, so a script of the page can send the key of a session to a window of another site.',
    fix: 'Send Cross-Origin-Opener-Policy: same-origin with the page. Pop-ups of embedded-wallet-auth/oidc work with it.',
  }),
  FRAME_ANCESTORS_OPEN: (seen) => ({
    code: 'FRAME_ANCESTORS_OPEN',
    severity: 'error',
    message: `Pages of other origins than the parents may show this page in a frame (frame-ancestors ${seen}).`,
    fix: 'Name each parent in frame-ancestors, as a whole origin. frameHeaders() returns the headers of the page.',
  }),
  FRAME_HEADERS: (seen) => ({
    code: 'FRAME_HEADERS',
    severity: 'warning',
    message: `What this page sends does not fit a page that is shown in a frame, or opened as a window, by another: ${seen}.`,
    fix: 'Send the headers that frameHeaders() returns.',
  }),
}
