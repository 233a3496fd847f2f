import { platform } from '../../../platform-here.js'

export { platform as GET, platform as POST }
