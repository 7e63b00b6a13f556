import type { ReactNode } from 'react'
import { StaticMarkup } from './static-markup.tsx'

/** Sends its children without hydration data, so they must not have state, hooks or client components. */
export function Static({ children }: { children: ReactNode }) {
  // The `renderContext` of lib/process-context.ts, which browsers cannot import: the staff area previews the header.
  const context = globalThis.halyardRenderContext?.getStore()
  if (!context) return children
  return <StaticMarkup marker={`static-${context.markup.push(children) - 1}`} />
}
