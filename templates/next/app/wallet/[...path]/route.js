import { platform } from '../../../platform.js'

export { platform as DELETE, platform as GET, platform as PATCH, platform as POST }
