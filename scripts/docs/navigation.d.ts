/** The groups of the site's sidebar, for the tests that read them. @module */

export interface Entry {
  readonly page: string
  readonly title: string
}

export interface Group {
  readonly title: string
  readonly pages: readonly Entry[]
}

export const navigation: readonly Group[]
