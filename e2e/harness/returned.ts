/** The page to which an identity provider sends a pop-up back. @module */
import { finishRedirect, OidcError } from 'embedded-wallet-auth/oidc'

finishRedirect().then(
  () => {
    document.title = 'handed over'
  },
  (error: unknown) => {
    document.title = error instanceof OidcError ? error.code : String(error)
  },
)
