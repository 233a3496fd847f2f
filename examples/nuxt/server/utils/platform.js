import { createPlatform } from './create-platform.js'

const platform = createPlatform(`http://localhost:${process.env.PORT ?? 3000}`)

/** Answers the platform's calls. */
export const answer = async (request) => (await platform)(request)
