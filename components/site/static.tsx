import type { ReactNode } from 'react'
import { StaticMarkup } from './static-markup.tsx'

/**
 * Sends its children as markup only, not also as data for hydration. They must be without state, hooks and client components.
 * A navigation in the browser gets them like other components.
 */
export function Static({ children }: { children: ReactNode }) {
  // The global of lib/process-context.ts, which browsers cannot import: the staff area previews the header.
  const context = globalThis.halyardRenderContext?.getStore()
  if (!context) return children
  return <StaticMarkup marker={`static-${context.markup.push(children) - 1}`} />
}
