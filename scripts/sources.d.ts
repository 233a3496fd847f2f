import type { Alias } from 'vite'

export declare const sources: Alias[]
