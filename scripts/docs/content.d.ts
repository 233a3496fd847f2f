/** The pages of the site, for the tests that read them. @module */

export type Pages = ReadonlyMap<string, string>
export function writtenPages(): Pages
export function allPages(): Pages
