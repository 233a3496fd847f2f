/** The texts of the elements, by key. @module */

/**
 * The texts that the elements show. Each language has a catalogue with all of them. The property `messages` of an
 * element replaces any of them.
 */
export interface Messages {
  readonly loading: string
  readonly tryAgain: string
  readonly cancel: string

  readonly signInHeading: string
  readonly chooseWay: string
  readonly withPasskey: string
  readonly withCode: string
  readonly withText: string
  /** Shown below `withCode` and `withText`. `{address}`: the e-mail address or the phone number. */
  readonly codeTo: string
  /** `{provider}`: the name of the identity provider. */
  readonly withProvider: string
  /** Shown in place of `{provider}` if the provider's name is not known. */
  readonly yourProvider: string
  /** Shown if this page offers no way to sign in to the account. */
  readonly noWay: string
  readonly noWayHeading: string
  readonly onlyPasskey: string
  readonly onlyPasskeyHeading: string
  readonly passkeyOpenHeading: string
  readonly passkeyOpen: string
  /** `{provider}`: the name of the identity provider. */
  readonly providerOpen: string
  readonly sendingCode: string
  readonly checking: string
  readonly codeHeading: string
  /** `{address}`: the e-mail address or the phone number. */
  readonly codeSent: string
  readonly codeLabel: string
  readonly textLabel: string
  readonly codeSubmit: string
  /** `{time}`: a countdown, such as `4:32`. */
  readonly codeExpires: string
  readonly codeExpired: string
  readonly resend: string
  /** `{time}`: a countdown, such as `4:32`. */
  readonly resendIn: string
  readonly resent: string
  readonly otherWay: string
  readonly signedIn: string
  /** `{name}`: the nickname of the credential. */
  readonly signedInWith: string

  readonly sessionExpired: string
  readonly sessionRevoked: string
  readonly interrupted: string
  readonly offlineHeading: string
  readonly offline: string
  readonly unreachableHeading: string
  /** Shown on a page without a wallet that was not loaded over HTTPS. */
  readonly notSecure: string

  readonly network: string
  readonly unavailable: string
  readonly reload: string
  readonly loggedOut: string
  readonly broken: string
  readonly maybeDone: string
  readonly notAllowed: string
  readonly tooMany: string
  readonly tooSoon: string
  readonly busy: string
  readonly wayGone: string
  readonly codeWrong: string
  /** For {@link Messages.codeWrong}, where a code may not be tried twice. */
  readonly codeVoid: string
  readonly codeMissing: string
  /** For {@link Messages.passkeyUnused} and others that name another way, if the account has only one. */
  readonly onlyWayUnused: string
  readonly passkeyUnused: string
  readonly passkeyTimeout: string
  readonly passkeyUnsupported: string
  readonly passkeyNotHere: string
  readonly passkeyPending: string
  /** For {@link Messages.passkeyFailed}, if the account has only one way to sign in. */
  readonly onlyWayFailed: string
  readonly passkeyFailed: string
  readonly providerStopped: string
  readonly providerTimeout: string
  readonly providerFailed: string
  readonly popupBlocked: string
  readonly otherBrowser: string

  readonly payHeading: string
  readonly youSend: string
  /** Shown if `youSend` or `youPaid` shows the amount in whole cents. */
  readonly exactAmount: string
  readonly to: string
  readonly receiverGets: string
  readonly fee: string
  readonly noFee: string
  readonly rate: string
  /** Shown before a countdown. */
  readonly validFor: string
  /** `{amount}`: the amount that leaves the wallet. */
  readonly pay: string
  readonly quoteExpired: string
  readonly newQuote: string
  readonly signInFirst: string
  readonly paying: string
  readonly paidHeading: string
  /** `{receiver}`: the receiver's name. `{amount}`: the amount that the receiver gets. */
  readonly paid: string
  readonly youPaid: string
  /** Shown before the date and the time of the quote. */
  readonly date: string
  /** Shown before the UUID of the `transactionId`. */
  readonly reference: string
  readonly onItsWayHeading: string
  readonly onItsWay: string
  readonly notPaidHeading: string
  readonly notPaid: string
  readonly doubtHeading: string
  readonly doubt: string
  readonly payRefused: string
  /** `{time}`: the date and time from which on the user can pay. */
  readonly payNotYet: string
  readonly payNeedsPasskey: string
  /** Leads to where the user adds a passkey. */
  readonly addPasskey: string
  readonly payAfterPasskey: string
  readonly payNever: string
  readonly lowBalance: string
  readonly notConfirmed: string
  readonly signInAgain: string
  /** `{digits}`: the last four characters of the account id. */
  readonly accountEnding: string

  /** The heading of a payment that waits for the user. */
  readonly authorizeHeading: string
  readonly authorizeByText: string
  readonly authorizeByApp: string
  /** Shown for a factor that this version does not know. */
  readonly authorizeByCode: string
  readonly authorizeByPasskey: string
  /** Shown before one of the texts whose names begin with `purpose`. */
  readonly authorizeWhat: string
  readonly purposeConversion: string
  readonly purposePayout: string
  readonly purposeTransfer: string
  /** Shown for a purpose that this version does not know, and before the amount of a payment that was not made. */
  readonly purposeOther: string
  readonly appLabel: string
  readonly plainLabel: string
  readonly authorizeSubmit: string
  readonly authorizeWithPasskey: string
  /** `{time}`: a countdown, such as `4:32`. */
  readonly authorizeTime: string
  /** Leaves a payment that waits. */
  readonly notNow: string
  /** An answer was accepted, and the payment waits for another one. */
  readonly nextStep: string
  readonly stillWaiting: string
  readonly appCodeWrong: string
  readonly codeMaybeSent: string
  readonly paymentPasskeyUnused: string
  readonly paymentPasskeyFailed: string
  readonly paymentPasskeyNotHere: string
  readonly authorizeLocked: string
  /** The service wants a session of its own first. */
  readonly authorizeElsewhere: string
  /** It is not known whether the answer has released the payment. */
  readonly authorizeDoubt: string
  readonly authorizeLateHeading: string
  readonly authorizeLate: string
  readonly checkAgain: string

  /** What credentials are called in questions. */
  readonly typePasskey: string
  readonly typeEmail: string
  readonly typeText: string
  readonly typeProvider: string
  /** Shown before the time at which a credential was added. */
  readonly added: string
  /** Shown before the time at which a session began. */
  readonly started: string
  /** Shown if the session that will end is that of this browser. */
  readonly ownSession: string
  /** In the page of a wallet’s frame. `{site}`: the host of the page that asks. */
  readonly askedBy: string
  readonly askCreateCredential: string
  readonly askRevokeCredential: string
  readonly askRefreshSession: string
  readonly askRevokeSession: string
  readonly askRevokeAllSessions: string
  readonly askRevokeOtherSessions: string
  readonly askExportWallet: string
  readonly exportWarning: string
  readonly askHide: string
  readonly askShow: string
  readonly askSignedRequest: string
  /** The buttons that agree to these questions. */
  readonly agreeCreateCredential: string
  readonly agreeRevokeCredential: string
  readonly agreeRefreshSession: string
  readonly agreeRevokeSession: string
  readonly agreeRevokeAllSessions: string
  readonly agreeRevokeOtherSessions: string
  readonly agreeExportWallet: string
  readonly agreeHide: string
  readonly agreeShow: string
  readonly agreeSignedRequest: string
  /** For a click or a key that came too soon, or while something covered the question. */
  readonly clickDropped: string
}

/** The languages that have a catalogue. */
export type Language = 'en' | 'de' | 'es' | 'fr' | 'pt' | 'ja' | 'ar'
