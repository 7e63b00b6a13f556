import { marked } from 'marked'
import { cache } from 'react'
import { decorate, type Heading } from './decorate.ts'
import { sanitize } from './sanitize.ts'

export interface RenderedArticle {
  /** Sanitised; the only HTML that may be set as such. */
  html: string
  headings: Heading[]
}

/** Content is HTML or Markdown (specification 3). HTML that opens with a block needs no Markdown on top. */
const isHtml = (content: string) =>
  /^<(p|h[1-6]|div|section|article|ul|ol|dl|figure|blockquote|table|pre|hr)\b[^]*>\s*$/i.test(content.trim())

/**
 * A post's content as the HTML of its page: Markdown → HTML → sanitised → anchors, code colours, lazy images. With a
 * `base`, addresses are absolute and nothing is added that only makes sense on the page (feeds). Done once for each page.
 */
export const renderArticle = cache((content: string, base?: string): RenderedArticle => {
  const html = isHtml(content) ? content : marked.parse(content, { async: false, gfm: true })
  const fragment = sanitize(html)
  const holder = fragment.ownerDocument.createElement('div')
  holder.append(fragment)
  const headings = decorate(holder, base)
  return { html: holder.innerHTML, headings }
})
