import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReactNode } from 'react'

interface Lifecycle {
  stopping: boolean
  /** True when every response must close its connection. */
  closing: boolean
  build: string
}

interface RenderContext {
  tags: Set<string>
  status: number
  cacheable: boolean
  /** The end of the earliest time-limited content, such as an announcement. */
  expiresAt: number
  /** Parts that are inserted after rendering (server/page-cache/render.ts). */
  markup: ReactNode[]
}

declare global {
  var halyardLifecycle: Lifecycle | undefined
  var halyardRequestId: AsyncLocalStorage<string> | undefined
  var halyardRenderContext: AsyncLocalStorage<RenderContext> | undefined
  var halyardStaffResponse: AsyncLocalStorage<{ statusCode: number }> | undefined
}

// On `globalThis`, because the server and Next's bundles have separate copies of every module.
export const lifecycle = (globalThis.halyardLifecycle ??= {
  stopping: false,
  closing: false,
  build: 'development',
})
export const requestIdStorage = (globalThis.halyardRequestId ??= new AsyncLocalStorage<string>())
export const createRenderContext = (status = 200): RenderContext => ({
  tags: new Set(),
  status,
  cacheable: true,
  expiresAt: Infinity,
  markup: [],
})
export const renderContext = (globalThis.halyardRenderContext ??= new AsyncLocalStorage<RenderContext>())
/** The response that Next renders a document of the staff area into. */
export const staffResponse = (globalThis.halyardStaffResponse ??= new AsyncLocalStorage<{
  statusCode: number
}>())

export function dependsOn(...tags: string[]) {
  const context = renderContext.getStore()
  for (const tag of tags) context?.tags.add(tag)
}

export function setStatus(status: number) {
  const context = renderContext.getStore()
  const response = staffResponse.getStore()
  if (context) context.status = status
  else if (response) response.statusCode = status
}

/** Prevents caching of a page that shows a placeholder because something is unavailable. */
export function preventCaching() {
  const context = renderContext.getStore()
  if (context) context.cacheable = false
}

/** Limits how long the page is cached, to a time in epoch milliseconds. */
export function cacheUntil(time: number) {
  const context = renderContext.getStore()
  if (context) context.expiresAt = Math.min(context.expiresAt, time)
}
