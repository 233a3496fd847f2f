/** The names of payment statuses. @module */

const names: Readonly<Record<string, string>> = {
  COMPLETED: 'Completed',
  PENDING_AUTHORIZATION: 'Waits for you',
  PROCESSING: 'On its way',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
  EXPIRED: 'Expired',
}

/** Returns the name of a status. An unknown status is its own name. */
export const statusText = (status: string): string => names[status] ?? status
