import { platform } from '../../../platform-here.js'

export { platform as DELETE, platform as GET, platform as PATCH, platform as POST }
