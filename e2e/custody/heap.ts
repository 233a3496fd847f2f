/** The strings that are alive in a page, in any object that holds them. @module */
import type { Page } from '@playwright/test'

/** The strings of a heap snapshot as one text, after a collection of garbage; of long ones the beginning. */
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
