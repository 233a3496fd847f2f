import { platform } from '../../../platform-here.ts'

export { platform as DELETE, platform as GET, platform as PATCH, platform as POST }
