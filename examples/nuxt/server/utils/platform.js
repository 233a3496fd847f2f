import { createPlatform } from '../../platform.js'

let platform

/** Answers the platform's calls. The platform is not made during the build. */
export const answer = async (request) => {
  platform ??= createPlatform(`http://localhost:${process.env.PORT ?? 3000}`)
  return (await platform)(request)
}
