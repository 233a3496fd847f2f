/** What a payment's status is called. @module */

const names: Readonly<Record<string, string>> = {
  COMPLETED: 'Completed',
  PROCESSING: 'On its way',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
}

/** A status in words; one that later versions of the service add is shown as it is. */
export const statusText = (status: string): string => names[status] ?? status
