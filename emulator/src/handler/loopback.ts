/** Recognizes the host names of this machine. @module */

/** Whether a host name always refers to this machine. `hostname` is in the format of `URL.hostname`. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|([\w-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
