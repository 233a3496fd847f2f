/** Describes what is about to be signed, and compares such descriptions. @module */
import {
  type AuthMethod,
  type ConfirmationQuestion,
  headlineMoney,
  type QuoteDetails,
  type Wallet,
} from 'embedded-wallet-auth'
import { formatMoney, formatRate } from './money.js'
import { shortTime } from './times.js'
import type { Weight } from './ui/button.js'

/** A question to the user. */
export interface QuestionWords {
  readonly title: string
  readonly about: string
  /** The details of the operation, as names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly agree: string
  readonly refuse: string
  /** The look of the button that agrees. */
  readonly weight: Weight
  /** What completes “Sign in again to …”. */
  readonly purpose: string
}

/** The names that the page knows. */
export interface Names {
  /** The name of the payment's receiver. */
  readonly receiverName: string | undefined
  readonly credentials: readonly AuthMethod[]
}

type Creation = Extract<ConfirmationQuestion, { readonly operation: 'createCredential' }>

/** Returns the question about a credential that will be created. */
export const creationOf = (input: Parameters<Wallet['credentials']['create']>[0]): Creation => ({
  operation: 'createCredential',
  // The type assertion is safe: the details are the texts of the input.
  details: Object.fromEntries(
    Object.entries(input).filter(([, value]) => typeof value === 'string'),
  ) as unknown as Creation['details'],
})

/** The terms of a payment as text: what leaves the wallet, what arrives, and the fees. */
export interface Figures {
  readonly sends: string
  /** What leaves the wallet, in whole cents. Only where `sends` is shown too. */
  readonly headline: string
  readonly gets: string
  readonly fees: string
  /** The quoted rate. A rate that is computed from the rounded amounts would differ. */
  readonly rate: string | undefined
}

/** Formats the terms of a quote. */
export function figuresOf({ sends, receives, fees, exchangeRate }: QuoteDetails): Figures {
  const [sent, received] = [sends.currency.code, receives.currency.code]
  return {
    sends: formatMoney(sends),
    headline: formatMoney(headlineMoney(sends)),
    gets: formatMoney(receives),
    fees: fees.amount === 0 ? 'none' : formatMoney(fees),
    rate: sent === received ? undefined : `1\u00a0${received} = ${formatRate(exchangeRate)}\u00a0${sent}`,
  }
}

/** Whether two questions look the same to the user. */
export const isSame = (one: ConfirmationQuestion, other: ConfirmationQuestion): boolean =>
  essence(one) === essence(other)

/** Returns everything that the user sees of an operation, and the id of what the operation changes. */
function essence({ operation, details }: ConfirmationQuestion): string {
  switch (operation) {
    case 'executeQuote':
      return parts(
        operation,
        details.quoteId,
        figuresOf(details),
        details.receiver['accountId'],
        details.expiresAt,
      )
    // The id says all: the rest is what the wallet has read about it.
    case 'revokeCredential':
      return parts(operation, details.credential)
    case 'revokeSession':
      return parts(operation, details.sessionId)
    default:
      return parts(operation, ...Object.entries(details).sort(([one], [other]) => (one < other ? -1 : 1)))
  }
}

const parts = (...all: readonly unknown[]): string => JSON.stringify(all)

/** Returns the text of a question. */
export function questionInWords(question: ConfirmationQuestion, names: Names): QuestionWords {
  switch (question.operation) {
    case 'executeQuote':
      return payment(question.details, names)
    case 'exportWallet':
      return {
        ...ask(
          'Show the recovery phrase?',
          'Anyone who sees these words can take everything in this wallet.',
        ),
        agree: 'Show the words',
        weight: 'danger',
        purpose: 'show the recovery phrase',
      }
    case 'createCredential': {
      const { type, ...details } = question.details
      // The type assertion is safe: the details have no other names.
      const facts = Object.entries<string>(details).map(([name, value]) => factOf[name as FactName](value))
      return {
        ...ask(`Add ${named[type][0]}?`, 'You can then use it to open this wallet.'),
        facts,
        agree: 'Add',
        purpose: ['add', inSentence(type), ...facts.map(([, written]) => written)].join(' '),
      }
    }
    case 'revokeCredential': {
      const found = names.credentials.find(({ id }) => id === question.details.credential)
      const name = found === undefined ? 'this sign-in method' : named[found.type][1]
      const called = found === undefined ? 'It' : `“${found.nickname}”`
      return {
        ...ask(
          `Remove ${name}?`,
          `${called} will no longer open this wallet, and every session it started ends right away.`,
        ),
        agree: 'Remove it',
        refuse: 'Keep it',
        weight: 'danger',
        purpose: `remove ${found === undefined ? name : `${inSentence(found.type)} ${called}`}`,
      }
    }
    case 'refreshSession':
      return {
        ...ask('Stay signed in?', 'This gives you 15 more minutes.'),
        agree: 'Stay signed in',
        purpose: 'stay signed in',
      }
    case 'revokeSession':
      return {
        ...ask('End this session?', 'The browser or device using it is signed out right away.'),
        agree: 'End session',
        refuse: 'Keep it',
        weight: 'danger',
        purpose: 'end this session',
      }
    case 'revokeAllSessions': {
      const { sessionIds, except } = question.details
      const other = except === undefined ? '' : 'other '
      const count = `${sessionIds.length} ${other}${sessionIds.length === 1 ? 'session' : 'sessions'}`
      return {
        ...ask(
          `End ${count}?`,
          except === undefined
            ? 'Every browser and device is signed out, this one too.'
            : 'Every other browser and device is signed out. You stay signed in here.',
        ),
        agree: except === undefined ? 'End all' : 'End all others',
        weight: 'danger',
        purpose: `end ${count}`,
      }
    }
    case 'updatePrivacy':
      return {
        ...ask(
          question.details.privateEnabled ? 'Make this wallet private?' : 'Make this wallet visible?',
          'This controls whether other people can see its balance and payments.',
        ),
        agree: 'Change',
        purpose: 'change who sees this wallet',
      }
    case 'signedRequest': {
      const { method, path, body } = question.details
      return {
        ...ask('Sign this request?', 'It’s signed with your key.'),
        facts: [
          ['Request', `${method} ${path}`],
          ['With', JSON.stringify(body) ?? 'nothing'],
        ],
        agree: 'Sign',
        purpose: 'sign a request',
      }
    }
  }
}

const ask = (title: string, about: string): Omit<QuestionWords, 'agree' | 'purpose'> => ({
  title,
  about,
  facts: [],
  refuse: 'Not now',
  weight: 'primary',
})

type KeyOf<Each> = Each extends unknown ? keyof Each : never
type FactName = Exclude<KeyOf<Creation['details']>, 'type'>

/** The facts about a credential that will be created, each with its name and its value. */
const factOf: Readonly<Record<FactName, (value: string) => readonly [string, string]>> = {
  nickname: (name) => ['Name', `“${name}”`],
  email: (address) => ['Email address', address],
  phoneNumber: (number) => ['Phone number', number],
  issuer: (address) => ['Identity provider', address],
  subject: (name) => ['Account', name],
}

/** The names of credentials in the questions about adding one and about removing one. */
const named: Readonly<Record<AuthMethod['type'], readonly [added: string, removed: string]>> = {
  PASSKEY: ['a passkey', 'this passkey'],
  EMAIL_OTP: ['email codes', 'email codes'],
  SMS_OTP: ['codes by text message', 'codes by text message'],
  OAUTH: ['Marsh ID', 'Marsh ID'],
}

/** Returns the name of a credential type for use inside a sentence. Only Marsh ID keeps its capital letter. */
const inSentence = (type: AuthMethod['type']): string =>
  ({ PASSKEY: 'the passkey', EMAIL_OTP: 'email codes to', SMS_OTP: 'text codes to', OAUTH: 'Marsh ID' })[type]

function payment(terms: QuoteDetails, { receiverName }: Names): QuestionWords {
  const { sends, headline, gets, fees, rate } = figuresOf(terms)
  const receiver = receiverName ?? `account …${String(terms.receiver['accountId'] ?? '').slice(-4)}`
  return {
    ...ask(`Send ${headline} to ${receiver}?`, 'Nothing is sent until you confirm.'),
    facts: [
      ['You send', sends],
      ['Fee (included)', fees],
      ...(rate === undefined ? [] : [['Rate', rate] as const]),
      ['To', receiver],
      ['Recipient gets', gets],
      [rate === undefined ? 'Valid until' : 'Rate guaranteed until', shortTime(terms.expiresAt)],
    ],
    agree: `Send ${headline}`,
    purpose: `send ${sends} to ${receiver}`,
  }
}
