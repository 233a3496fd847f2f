import { createPlatform } from './create-platform.js'

const platform = createPlatform(`http://localhost:${process.env.PORT ?? 3000}`)

/** The platform's part. */
export const answer = async (request) => (await platform)(request)
