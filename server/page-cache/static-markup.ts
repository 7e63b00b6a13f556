import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const marker = /<!--static-(\d+)-->/g
/** The parser finds the images in the markup as early. */
const preloads = /^(?:<link rel="preload"[^>]*>)+/

/** Puts the markup in the place of its markers, which no text can contain because `<` is escaped. */
export const insertMarkup = (html: string, parts: readonly ReactNode[]) =>
  html.replace(marker, (_, index: string) => renderToStaticMarkup(parts[Number(index)]).replace(preloads, ''))
