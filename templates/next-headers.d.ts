/** For the type check, because Next is installed in its example only. */
declare module 'next/headers' {
  export function headers(): Promise<Headers>
}
declare module '*.css'
