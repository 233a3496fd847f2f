import { BaseSequencer } from 'vitest/node'

export declare class OwnTestFirst extends BaseSequencer {}
