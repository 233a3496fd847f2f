/** The hook that tells whether this tab is offline. @module */
import { useSyncExternalStore } from 'react'
import { isOffline } from '../connection.js'

const watch = (changed: () => void): (() => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Returns whether this tab is offline, and renders the component again when that changes. */
export const useOffline = (): boolean => useSyncExternalStore(watch, isOffline)
