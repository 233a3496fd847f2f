import { expect, it } from 'vitest'
import { emptyState } from '../state/empty-state.js'
import { balanceOf, isBalanced, post } from './ledger.js'

const line = (
  account: string,
  amount: bigint,
  currency = 'USD',
): { account: string; currency: string; amount: bigint } => ({
  account,
  currency,
  amount,
})

it('the ledger moves money and stays balanced', () => {
  const books = emptyState()
  post(books, [line('platform:funding', -5n), line('a', 5n)])
  post(books, [line('a', -2n), line('b', 2n)])
  expect([balanceOf(books, 'a', 'USD'), balanceOf(books, 'b', 'USD')]).toEqual([3n, 2n])
  expect(isBalanced(books)).toBe(true)
})

it('the ledger refuses lines that do not add up in each currency', () => {
  const books = emptyState()
  expect(() => post(books, [line('platform:funding', -5n), line('a', 4n)])).toThrow(RangeError)
  expect(() => post(books, [line('platform:funding', -5n), line('a', 5n, 'EUR')])).toThrow(RangeError)
  expect(books.postings).toEqual([])
})

it('the ledger refuses to overdraw an account, and posts nothing', () => {
  const books = emptyState()
  expect(() => post(books, [line('b', 1n), line('a', -1n)])).toThrow(RangeError)
  expect(balanceOf(books, 'b', 'USD')).toBe(0n)
})

it('the ledger detects a balance that no posting explains', () => {
  const books = emptyState()
  post(books, [line('platform:funding', -5n), line('a', 5n)])
  books.balances.set('a USD', 6n)
  expect(isBalanced(books)).toBe(false)
})

it('the ledger detects a posting that does not add up', () => {
  const books = emptyState()
  books.postings.push({ lines: [line('a', 5n)] })
  books.balances.set('a USD', 5n)
  expect(isBalanced(books)).toBe(false)
})
