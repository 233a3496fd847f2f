/** Reads all strings that are alive in a page. @module */
import type { Page } from '@playwright/test'

/** Resolves with the strings of a heap snapshot as one text, after a garbage collection. Long strings are truncated. */
export async function heapOf(page: Page): Promise<string> {
  const cdp = await page.context().newCDPSession(page)
  const chunks: string[] = []
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await cdp.detach()
  const snapshot = chunks.join('')
  return snapshot.slice(snapshot.indexOf('"strings":'))
}
