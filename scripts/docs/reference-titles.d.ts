/** The pages of the reference, for the tests that read them. @module */
export const referenceTitles: Readonly<Record<string, string>>
