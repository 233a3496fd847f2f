/** The demo's customers. The page shows them before the server has answered. @module */
import type { Person } from './contract.js'

export const people: readonly Person[] = [
  {
    key: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phoneNumber: '+12025550101',
    about: 'Signs in with an email code. Has money and a few payments.',
  },
  {
    key: 'alan',
    name: 'Alan Turing',
    email: 'alan@example.com',
    phoneNumber: '+12025550102',
    about: 'Hasn’t set up sign-in yet. Has 480 USDB waiting.',
  },
  {
    key: 'mary',
    name: 'Mary Jackson',
    email: 'mary@example.com',
    phoneNumber: '+12025550103',
    about: 'Signs in with an email code. Her wallet is empty.',
  },
  {
    key: 'emmy',
    name: 'Emmy Noether',
    email: 'emmy@example.com',
    phoneNumber: '+491713920004',
    about: 'Lives in Germany, so each payment asks for a code by text message.',
  },
]
