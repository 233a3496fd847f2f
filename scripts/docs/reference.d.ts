/** Types of the reference's model, for the tests that read it. @module */

export interface Doc {
  readonly text: string
  readonly examples: readonly string[]
  readonly throws: readonly string[]
}

export interface Member {
  readonly name: string
  readonly owner: string
  readonly type: string
  readonly optional: boolean
  readonly isMethod: boolean
  readonly doc: Doc
}

export interface Export {
  readonly name: string
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'value'
  readonly code: string
  readonly doc: Doc
  readonly members: readonly Member[]
  readonly hidden: readonly string[]
}

export interface Door {
  readonly name: string
  readonly about: string
  readonly exports: readonly Export[]
}

export interface Call {
  readonly operation: string
  readonly request: string
  readonly about: string
}

export interface Reference {
  readonly doors: readonly Door[]
  readonly calls: readonly Call[]
}

export function publicReference(): Reference
