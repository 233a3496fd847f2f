import { platform } from '../../../platform.js'

export { platform as GET, platform as POST }
