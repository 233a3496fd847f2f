/** The calls of customers, cards, documents, invitations and the platform itself. Long because each call is a row. @module */
import { added, type CallFact, named } from '../call.js'

/** Cards, webhooks and settings. */
export const cardCalls: readonly CallFact[] = [
  ...added(
    'cards/cards',
    [
      'createCard',
      'issues a card; its identifier’s end decides',
      'answers the card before the issuer has decided',
    ],
    ['listCards', 'answers cards newest first, in pages', 'is filtered, newest first, in pages'],
    ['getCard', 'answers the card', 'has no card that is unknown: 404'],
    [
      'updateCard',
      'signed retry; state or funding sources',
      'goes from ACTIVE to FROZEN and back, and from either to CLOSED',
    ],
  ),
  ...added('cards/transactions', [
    'simulateAuthorization',
    'holds money, or declines',
    'holds the money and settles nothing',
  ]),
  ...named('cards/transactions', [
    'simulateClearing',
    'posts a clearing; 0 lets it expire',
    'of the whole amount settles',
  ]),
  ...added('cards/transactions', ['simulateReturn', 'pays back', 'of everything refunds']),
  ...named('webhooks/webhooks', [
    'sendTestWebhook',
    'posts a signed test and answers what came back',
    'answers what the endpoint answered, whatever it is, and is not repeated',
  ]),
  ...added(
    'config/config',
    ['getConfig', 'answers the settings', 'are at first the emulator’s options, with all of its currencies'],
    [
      'updateConfig',
      'changes the parts that were sent',
      'change in the parts that were sent and keep the others, until a reset',
    ],
  ),
  ...added(
    'tokens/tokens',
    [
      'createToken',
      'makes a token pair, its secret shown once',
      'shows its clientSecret at creation and never again',
    ],
    ['deleteToken', 'ends the pair', 'is refused from its deletion on'],
    ['getToken', 'answers the pair without its secret', 'shows its clientSecret at creation and never again'],
    [
      'listTokens',
      'answers the pairs without their secrets',
      'shows its clientSecret at creation and never again',
    ],
  ),
]

/** Customers and their checks. */
export const customerCalls: readonly CallFact[] = [
  ...added('customers/customers', [
    'createCustomer',
    'makes a customer, accounts for its currencies, and a wallet',
    'opens an account for each currency and an embedded wallet in USDB with its EMAIL_OTP',
  ]),
  ...named('customers/customers', [
    'deleteCustomer',
    'marks the customer deleted',
    'answers 200 with isDeleted, keeps the customer readable, and is 410 CUSTOMER_DELETED the second time',
  ]),
  ...added(
    'customers/customers',
    [
      'getCustomer',
      'answers the customer, also a deleted one',
      'answers 200 with isDeleted, keeps the customer readable, and is 410 CUSTOMER_DELETED the second time',
    ],
    ['listCustomers', 'answers customers in pages, filtered', 'filters by every field, with inclusive dates'],
    [
      'updateCustomer',
      'changes what was sent; an e-mail address by a signed retry',
      'changes what was sent and leaves the rest',
    ],
    [
      'createKycLink',
      'makes a link to a hosted page',
      'leads to a hosted page for a day and carries where to go afterwards',
    ],
  ),
  ...added(
    'customers/bulk',
    [
      'uploadCustomers',
      'takes a file on as a job',
      'is 202 PENDING, then PROCESSING, then COMPLETED with the customers of its good rows',
    ],
    [
      'getBulkJob',
      'answers how far the job is',
      'is 202 PENDING, then PROCESSING, then COMPLETED with the customers of its good rows',
    ],
  ),
  ...named('verification/verification', [
    'createVerification',
    'checks what is missing, then goes by the suffix',
    'with the registration number %s gives kybStatus %s',
  ]),
  ...added(
    'verification/verification',
    [
      'getVerification',
      'answers the verification as it stands',
      'goes on under its id once it is READY_FOR_VERIFICATION',
    ],
    [
      'listVerifications',
      'answers verifications in pages, filtered',
      'filters by customer and status and comes in pages',
    ],
  ),
  ...added(
    'beneficial-owners/beneficial-owners',
    [
      'createBeneficialOwner',
      'makes an owner; the last name decides the check',
      'with the last name %s has kycStatus %s',
    ],
    [
      'getBeneficialOwner',
      'answers the owner',
      'is answered as it was sent, read again, listed, and shown with its firm',
    ],
    [
      'listBeneficialOwners',
      'answers a firm’s owners',
      'is answered as it was sent, read again, listed, and shown with its firm',
    ],
    [
      'updateBeneficialOwner',
      'changes parts, and checks anew with the last name',
      'is changed in parts, and checked anew only when the last name changes',
    ],
  ),
  ...added(
    'documents/documents',
    [
      'createDocument',
      'keeps what describes the file, not the file',
      'is kept by name and described as it was sent; nothing of its content is',
    ],
    ['deleteDocument', 'forgets it unless a check relies on it', 'is deleted with 204 and then unknown'],
    [
      'getDocument',
      'answers the description',
      'is kept by name and described as it was sent; nothing of its content is',
    ],
    [
      'listDocuments',
      'answers documents in pages, filtered',
      'filters by holder and type and comes in pages',
    ],
    [
      'replaceDocument',
      'puts another file under the same id',
      'is replaced for the same holder under the same id',
    ],
  ),
]

/** Invitations and discovery. */
export const otherCalls: readonly CallFact[] = [
  ...added(
    'discovery/discovery',
    ['listDiscoveries', 'answers institutions in pages', 'are filtered by country and currency'],
    [
      'listUmaProviders',
      'answers providers in pages',
      'are listed with their domains and currencies, in pages',
    ],
  ),
  ...added('invitations/invitations', [
    'cancelInvitation',
    'calls a pending one off',
    'that is cancelled can be neither claimed nor cancelled again',
  ]),
  ...named('invitations/invitations', [
    'claimInvitation',
    'claims a pending one and tells the platform',
    'that was claimed is told to the platform with INVITATION.CLAIMED',
  ]),
  ...added(
    'invitations/invitations',
    [
      'createInvitation',
      'makes one with a code',
      'is PENDING, has a code and a place to claim it, and can be read',
    ],
    [
      'getInvitation',
      'answers it as it stands',
      'is PENDING, has a code and a place to claim it, and can be read',
    ],
  ),
]
