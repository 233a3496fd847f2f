/** Tests on which pages, and in which frames, a ceremony may take place. @module */
import { describe, expect, test } from 'vitest'
import { type CeremonyPlace, isOwnPage, pagesOf } from './framing.js'

const page = 'https://wallet.example.com'
const shop = 'https://shop.example.com'
const stranger = 'https://stranger.example'
const pages = pagesOf({ origins: [page], topOrigins: [shop] })

describe('the place of a ceremony', () => {
  test.each<[string, CeremonyPlace, boolean]>([
    ['a page of the platform', { origin: page }, true],
    [
      'a page whose browser says that nothing foreign is above it',
      { origin: page, crossOrigin: false },
      true,
    ],
    ['a frame in a page that may embed it', { origin: page, crossOrigin: true, topOrigin: shop }, true],
    ['a frame whose browser names only the page above it', { origin: page, topOrigin: shop }, true],
    ['a page of a stranger', { origin: stranger }, false],
    ['a page that may only embed', { origin: shop }, false],
    ['a frame in a page of a stranger', { origin: page, crossOrigin: true, topOrigin: stranger }, false],
    ['a frame that denies to be one', { origin: page, crossOrigin: false, topOrigin: stranger }, false],
    ['a frame whose browser does not tell what is above it', { origin: page, crossOrigin: true }, false],
    [
      'a frame of a stranger in a page that may embed',
      { origin: stranger, crossOrigin: true, topOrigin: shop },
      false,
    ],
  ])('%s', (_, place, isAllowed) => {
    expect(isOwnPage(place, pages)).toBe(isAllowed)
  })

  test('no page may embed where topOrigins is left out', () => {
    const alone = pagesOf({ origins: [page] })
    expect(isOwnPage({ origin: page, crossOrigin: true, topOrigin: shop }, alone)).toBe(false)
    expect(isOwnPage({ origin: page, crossOrigin: true, topOrigin: page }, alone)).toBe(false)
  })

  test.each([
    [{ origins: ['shop.example.com'] }, 'origins must be'],
    [{ origins: [page], topOrigins: ['*'] }, 'topOrigins must be'],
  ])('%j is a TypeError that names the option', (options, name) => {
    expect(() => pagesOf(options)).toThrow(name)
  })
})
