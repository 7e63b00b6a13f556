import { AsyncLocalStorage } from 'node:async_hooks'

interface Lifecycle {
  draining: boolean
}

/** Recorded while Next renders a page in process. */
export interface RenderContext {
  /** Tags of everything the page read (contract/changes.ts). */
  tags: Set<string>
  status: number
  cacheable: boolean
}

declare global {
  var halyardLifecycle: Lifecycle | undefined
  var halyardRequestId: AsyncLocalStorage<string> | undefined
  var halyardRenderContext: AsyncLocalStorage<RenderContext> | undefined
}

// On `globalThis`, because the server and Next's bundles have separate copies of every module.
export const lifecycle = (globalThis.halyardLifecycle ??= { draining: false })
export const requestIdStorage = (globalThis.halyardRequestId ??= new AsyncLocalStorage<string>())
export const renderContext = (globalThis.halyardRenderContext ??= new AsyncLocalStorage<RenderContext>())

export function dependsOn(...tags: string[]) {
  const context = renderContext.getStore()
  for (const tag of tags) context?.tags.add(tag)
}

/** Sets the status of the document; the body stays the same. */
export function setStatus(status: number) {
  const context = renderContext.getStore()
  if (context) context.status = status
}

/** Prevents caching of a page that has a placeholder for something unavailable. */
export function preventCaching() {
  const context = renderContext.getStore()
  if (context) context.cacheable = false
}
