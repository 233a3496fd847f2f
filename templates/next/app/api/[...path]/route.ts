import { platform } from '../../../platform-here.ts'

export { platform as GET, platform as POST }
