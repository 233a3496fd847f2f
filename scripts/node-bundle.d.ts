import type { PlantedFault } from './planted-faults.d.ts'

export declare function nodeBundle(entry: string, planted?: PlantedFault): Promise<string>
