/** The site's home page, for the tests that read it. @module */

export function homePage(): string
