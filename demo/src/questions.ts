/** What is about to be signed, in words: for questions, and to tell two operations apart. @module */
import type { AuthMethod, ConfirmationQuestion, Quote, QuoteDetails, Wallet } from 'embedded-wallet-auth'
import type { Weight } from './controls.js'
import { formatMoney } from './money.js'
import { shortTime } from './times.js'
import { typeWords } from './words-for-types.js'

/** A question to a person. */
export interface QuestionWords {
  readonly title: string
  readonly about: string
  /** What the operation is made of, line by line. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly agree: string
  readonly refuse: string
  /** How the button that agrees looks. */
  readonly weight: Weight
  /** Completes “Sign in once more to …”. */
  readonly purpose: string
}

/** What the page knows by name. */
export interface Names {
  /** Of the payment that is executed. */
  readonly receiverName: string | undefined
  readonly credentials: readonly AuthMethod[]
}

/** The terms of a quote, in the form in which the wallet asks about them. */
export const termsOf = (quote: Quote): QuoteDetails => ({
  quoteId: quote.id,
  sends: { amount: quote.totalSendingAmount, currency: quote.sendingCurrency },
  receives: { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency },
  fees: { amount: quote.feesIncluded, currency: quote.sendingCurrency },
  exchangeRate: quote.exchangeRate,
  receiver: quote.destination,
  counterparty: quote.counterpartyInformation ?? {},
  expiresAt: quote.expiresAt,
})

/** The question about a credential that is going to be created. */
export const creationOf = (input: Parameters<Wallet['credentials']['create']>[0]): ConfirmationQuestion => ({
  operation: 'createCredential',
  details: {
    type: input.type,
    ...('nickname' in input && { nickname: input.nickname }),
    ...('email' in input && { email: input.email }),
  },
})

/** What leaves the wallet, what arrives, and what is kept in between. */
export interface Figures {
  readonly sends: string
  readonly gets: string
  readonly fees: string
  /** As it was quoted: the amounts are rounded, and a rate computed from them would be another one. */
  readonly rate: string | undefined
}

/** Terms as a person reads them. */
export function figuresOf({ sends, receives, fees, exchangeRate }: QuoteDetails): Figures {
  const [sent, received] = [sends.currency.code, receives.currency.code]
  return {
    sends: formatMoney(sends),
    gets: formatMoney(receives),
    fees: fees.amount === 0 ? 'none' : formatMoney(fees),
    rate: sent === received ? undefined : `1\u00a0${received} = ${exchangeRate}\u00a0${sent}`,
  }
}

/** Whether two questions are about the same operation, for a person who reads them. */
export const isSame = (one: ConfirmationQuestion, other: ConfirmationQuestion): boolean =>
  essence(one) === essence(other)

/** All that a person is shown of an operation, and the id of what it acts on. */
function essence({ operation, details }: ConfirmationQuestion): string {
  const parts =
    operation === 'executeQuote'
      ? [details.quoteId, figuresOf(details), details.receiver['accountId'], details.expiresAt]
      : Object.entries(details).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([operation, parts])
}

/** Words for a question. */
export function questionInWords(question: ConfirmationQuestion, names: Names): QuestionWords {
  switch (question.operation) {
    case 'executeQuote':
      return payment(question.details, names)
    case 'exportWallet':
      return {
        ...ask('Show the recovery phrase?', 'Anyone who sees these words owns everything in this wallet.'),
        agree: 'Show the words',
        weight: 'danger',
        purpose: 'show the recovery phrase',
      }
    case 'createCredential': {
      const { type, nickname, email } = question.details
      const called = email ?? (nickname === undefined ? '' : `“${nickname}”`)
      return {
        ...ask(`Add ${typeWords[type].name}?`, 'It will open this wallet on its own.'),
        facts: called === '' ? [] : [['Name', called]],
        agree: 'Add it',
        purpose: `add ${inSentence(type)} ${called}`.trim(),
      }
    }
    case 'revokeCredential': {
      const found = names.credentials.find(({ id }) => id === question.details.credential)
      const name = found === undefined ? 'this way to sign in' : typeWords[found.type].name
      const called = found === undefined ? 'It' : `“${found.nickname}”`
      return {
        ...ask(
          `Remove ${name}?`,
          `${called} will no longer open this wallet, and every session that it opened ends at once.`,
        ),
        agree: 'Remove it',
        refuse: 'Keep it',
        weight: 'danger',
        purpose: `remove ${found === undefined ? name : `${inSentence(found.type)} ${called}`}`,
      }
    }
    case 'refreshSession':
      return {
        ...ask('Stay signed in?', 'Your session begins again, with a new key.'),
        agree: 'Stay signed in',
        purpose: 'stay signed in',
      }
    case 'revokeSession':
      return {
        ...ask('End this session?', 'The device that uses it is signed out at once.'),
        agree: 'End it',
        refuse: 'Keep it',
        weight: 'danger',
        purpose: 'end this session',
      }
    case 'updatePrivacy':
      return {
        ...ask(
          question.details.privateEnabled ? 'Make this wallet private?' : 'Make this wallet visible?',
          'It decides whether others who know this wallet see its balance and payments.',
        ),
        agree: 'Change it',
        purpose: 'change who sees this wallet',
      }
    case 'signedRequest': {
      const { method, path, body } = question.details
      return {
        ...ask('Sign this request?', 'Your key signs it for Heron.'),
        facts: [
          ['Request', `${method} ${path}`],
          ['With', JSON.stringify(body) ?? 'nothing'],
        ],
        agree: 'Sign it',
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

/** Marsh ID is a name; the others are not. */
const inSentence = (type: AuthMethod['type']): string =>
  ({ PASSKEY: 'the passkey', EMAIL_OTP: 'codes by e-mail to', OAUTH: 'Marsh ID' })[type]

function payment(terms: QuoteDetails, { receiverName }: Names): QuestionWords {
  const { sends, gets, fees, rate } = figuresOf(terms)
  const receiver = receiverName ?? `account …${String(terms.receiver['accountId'] ?? '').slice(-4)}`
  return {
    ...ask(`Send ${sends} to ${receiver}?`, 'This is what Heron was quoted. Nothing moves before you agree.'),
    facts: [
      ['You send', sends],
      ['Fee, included', fees],
      ...(rate === undefined ? [] : [['Rate', rate] as const]),
      ['To', receiver],
      ['Arrives', gets],
      ['Guaranteed until', shortTime(terms.expiresAt)],
    ],
    agree: `Send ${sends}`,
    purpose: `send ${sends} to ${receiver}`,
  }
}
