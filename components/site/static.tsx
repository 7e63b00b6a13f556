import type { ReactNode } from 'react'
import { StaticMarkup } from './static-markup.tsx'

/**
 * Sends its children as markup only, without hydration data. They must not have state, hooks or client components.
 * A client navigation gets them like other components.
 */
export function Static({ children }: { children: ReactNode }) {
  // The `renderContext` of lib/process-context.ts, which browsers cannot import: the staff area previews the header.
  const context = globalThis.halyardRenderContext?.getStore()
  if (!context) return children
  return <StaticMarkup marker={`static-${context.markup.push(children) - 1}`} />
}
