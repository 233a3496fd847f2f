/** An import, or a re-export from another module. */
export interface Import {
  /** The module's specifier. `<computed>` if it is not a plain string. */
  readonly specifier: string
  /** `static`: loaded with the file. `dynamic`: loaded when the code calls `import()`. `type`: never loaded. */
  readonly kind: 'static' | 'dynamic' | 'type'
}

export declare function codeOnly(source: string): string
export declare function commentsOf(source: string): readonly string[]
export declare function importsOf(source: string): readonly Import[]
export declare function exportedNames(source: string): readonly string[]
export declare function headerOf(source: string): string
