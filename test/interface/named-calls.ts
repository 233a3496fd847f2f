/**
 * The calls that the interface names by method and path. One call is described without a path; its path is from the
 * addendum.
 * @module
 */

/** The method and the path of each call. */
export const namedCalls: readonly string[] = [
  'POST /auth/credentials',
  'GET /auth/credentials',
  'POST /auth/credentials/{id}/challenge',
  'POST /auth/credentials/{id}/verify',
  'DELETE /auth/credentials/{id}',
  'GET /auth/sessions',
  'POST /auth/sessions/{id}/refresh',
  'DELETE /auth/sessions/{id}',
  'POST /internal-accounts/{id}/export',
  'PATCH /internal-accounts/{id}',
  'GET /quotes/{quoteId}',
  'POST /quotes/{quoteId}/execute',
  'POST /transfer-out',
  'POST /transfer-in',
  'POST /transactions/{transactionId}/approve',
  'GET /agents/me/transactions',
  'GET /agents/me/external-accounts/{externalAccountId}',
  'POST /agents/me/quotes',
  'POST /agents/device-codes/{code}/redeem',
  'GET /agents/{agentId}',
  'PATCH /agents/{agentId}',
  'POST /agents/{agentId}/actions/{actionId}/approve',
  'DELETE /customers/{customerId}',
  'POST /verifications',
  'POST /invitations/{invitationCode}/claim',
  'GET /exchange-rates',
  'POST /sandbox/internal-accounts/{accountId}/fund',
  'POST /sandbox/send',
  'POST /sandbox/uma/receive',
  'POST /sandbox/cards/{id}/simulate/clearing',
  'POST /sandbox/webhooks/test',
]
