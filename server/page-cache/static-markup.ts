import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const marker = /<!--static-(\d+)-->/g
/** Preload links would not help: browsers find the images in the markup just as early. */
const preloads = /^(?:<link rel="preload"[^>]*>)+/

/** Replaces the markers with their markup. Text cannot contain a marker, because `<` is escaped. */
export const insertMarkup = (html: string, parts: readonly ReactNode[]) =>
  html.replace(marker, (_, index: string) => renderToStaticMarkup(parts[Number(index)]).replace(preloads, ''))
