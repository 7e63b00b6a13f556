import type { Page } from '@playwright/test'

const kinds = {
  Document: 'html',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'image',
} as const

type ResourceType = keyof typeof kinds
export type PageBytes = Record<(typeof kinds)[ResourceType], number>

const isCounted = (type: string | undefined): type is ResourceType => type !== undefined && type in kinds

/** Counts the transferred bytes of each kind until the page is idle. Needs a new context with an empty cache. */
export async function countBytes(page: Page, visit: () => Promise<unknown>): Promise<PageBytes> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const types = new Map<string, string | undefined>()
  const bytes: PageBytes = { html: 0, script: 0, style: 0, font: 0, image: 0 }
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (isCounted(type)) bytes[kinds[type]] += encodedDataLength
  })
  await visit()
  await page.waitForLoadState('networkidle')
  return bytes
}
