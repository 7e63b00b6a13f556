import type { Element, ElementContent, Root } from 'hast'
import { toString } from 'hast-util-to-string'
import { all, common } from 'lowlight'
import rehypeHighlight from 'rehype-highlight'
import rehypeParse from 'rehype-parse'
import rehypeStringify from 'rehype-stringify'
import { unified, type Plugin } from 'unified'
import { visit } from 'unist-util-visit'
import { headingSlug } from '#contract/heading-ids.ts'
import type { ContentImage } from '#contract/posts.ts'
import { playerProperties, toVideoAddress } from '#contract/videos.ts'
import { anchorHeadings, type Heading } from './anchor-headings.ts'
import { toHtml, type ContentHtml } from './markdown.ts'
import { markDirection } from './mark-direction.ts'
import { removeDisallowed } from './remove-disallowed.ts'
import { sanitize } from './sanitize.ts'
import { titleAlerts } from './title-alerts.ts'
import { embedVideos } from './videos.ts'

export interface ArticleOptions {
  /** For feeds: makes URLs absolute and removes elements that only make sense on the page. */
  base?: string | undefined
  images?: ContentImage[] | undefined
}

export interface ArticleHtml {
  html: string
  headings: Heading[]
  /** The source line of each top-level element. */
  lines: number[]
  /** Descriptions of the author's markup that the page does not show. */
  removed: string[]
}

type Transform<Options extends unknown[] = []> = Plugin<Options, Root>

const furtherLanguages = ['dart', 'dockerfile', 'nginx', 'powershell']
const languages = {
  ...common,
  ...Object.fromEntries(Object.entries(all).filter(([name]) => furtherLanguages.includes(name))),
}

const MAX_HTML_LENGTH = 4_000_000
const MAX_REMOVED = 12
const IMAGE_SIZES = '(min-width: 56rem) 52rem, 92vw'

/** A replaced image has a different URL from the one in the text. The author can make an image smaller. */
function responsiveSizes(image: ContentImage, withSources: boolean, givenWidth: number) {
  const { url, sources } = image
  const src = sources.some((source) => source.url === url) ? url : (sources.at(-1)?.url ?? url)
  const isSmaller = givenWidth > 0 && givenWidth < image.width
  const width = isSmaller ? givenWidth : image.width
  const height = Math.round((width * image.height) / image.width)
  if (!withSources) return { src, width, height }
  const srcSet = sources.map((source) => `${source.url} ${source.width}w`).join(', ')
  return { src, width, height, srcSet, sizes: isSmaller ? `${width}px` : IMAGE_SIZES }
}

/** True for an image with text beside it on the same line of the source. */
function isInSentence({ children }: Element, index: number): boolean {
  const [before, after] = [children[index - 1], children[index + 1]]
  return (
    (before?.type === 'text' && /\S[^\S\n]*$/.test(before.value)) ||
    (after?.type === 'text' && /^[^\S\n]*\S/.test(after.value))
  )
}

const completeMedia: Transform<[ArticleOptions]> =
  ({ base, images = [] }) =>
  (tree) => {
    const stored = new Map(images.map((image) => [image.url, image]))
    visit(tree, 'element', ({ tagName, properties }, index, parent) => {
      if (tagName === 'img') {
        const image = stored.get(String(properties['src']))
        if (image)
          Object.assign(properties, responsiveSizes(image, base === undefined, Number(properties['width'])))
        Object.assign(properties, { loading: 'lazy', decoding: 'async', alt: properties['alt'] ?? '' })
        if (
          base === undefined &&
          parent?.type === 'element' &&
          index !== undefined &&
          isInSentence(parent, index)
        )
          properties['className'] = ['inline-image']
      } else if (tagName === 'iframe') {
        Object.assign(properties, playerProperties, { title: properties['title'] ?? 'Video' })
      } else if (tagName === 'a' && /^(https?:)?\/\//i.test(String(properties['href']))) {
        properties['rel'] = ['noopener', 'noreferrer']
      }
    })
  }

const isBlank = (node: ElementContent) => node.type === 'text' && node.value.trim() === ''

function onlyElement({ children }: Element): Element | undefined {
  const [only, ...others] = children.filter((child) => !isBlank(child))
  return only?.type === 'element' && others.length === 0 ? only : undefined
}

/** The title of an image that is alone in its paragraph, or in a link, becomes its caption. */
const captionImages: Transform = () => (tree) => {
  visit(tree, 'element', (node) => {
    const only = node.tagName === 'p' ? onlyElement(node) : undefined
    const image = only?.tagName === 'a' ? onlyElement(only) : only
    if (!only || image?.tagName !== 'img') return
    const { title, ...properties } = image.properties
    if (typeof title !== 'string' || title.trim() === '') return
    const untitled = { ...image, properties }
    node.tagName = 'figure'
    node.children = [
      only === image ? untitled : { ...only, children: [untitled] },
      {
        type: 'element',
        tagName: 'figcaption',
        properties: {},
        children: [{ type: 'text', value: title.trim() }],
      },
    ]
  })
}

/** Readers of feeds resolve no paths, and show several entries on one page. */
const prepareForFeed: Transform<[string]> = (base) => (tree) => {
  const prefix = `section-${headingSlug(new URL(base).pathname)}-`
  visit(tree, 'element', ({ properties }) => {
    if (properties['id']) properties['id'] = `${prefix}${String(properties['id'])}`
    for (const name of ['href', 'src', 'cite']) {
      const address = properties[name]
      if (typeof address !== 'string' || address === '#') continue
      if (address.startsWith('#')) properties[name] = `#${prefix}${address.slice(1)}`
      else if (URL.canParse(address, base)) properties[name] = new URL(address, base).href
    }
  })
}

const hasContent = (cell: Element) =>
  toString(cell).trim() !== '' ||
  cell.children.some((node) => node.type === 'element' && node.tagName === 'img')

function captionOf(table: Element): string {
  const caption = table.children.find((node) => node.type === 'element' && node.tagName === 'caption')
  return (caption ? toString(caption).trim() : '') || 'Table'
}

const makeScrollable: Transform = () => (tree) => {
  const counts = new Map<string, number>()
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'pre') node.properties['tabIndex'] = 0
    if (node.tagName === 'th' && !hasContent(node)) {
      node.tagName = 'td'
      delete node.properties['scope']
    }
    if (node.tagName !== 'table' || index === undefined || parent === undefined) return
    const { dir } = node.properties
    const caption = captionOf(node)
    const count = (counts.get(caption) ?? 0) + 1
    counts.set(caption, count)
    parent.children[index] = {
      type: 'element',
      tagName: 'div',
      properties: {
        className: ['table-scroll'],
        tabIndex: 0,
        role: 'region',
        ariaLabel: count > 1 ? `${caption} ${count}` : caption,
        ...(dir && { dir }),
      },
      children: [node],
    }
  })
}

const labelFootnotes: Transform = () => (tree) => {
  visit(tree, 'element', ({ tagName, properties }) => {
    if (
      tagName === 'ol' &&
      Array.isArray(properties['className']) &&
      properties['className'].includes('footnotes')
    )
      properties['ariaLabel'] = 'Footnotes'
    if (tagName !== 'a') return
    const [, back, number] = /^#footnote-(ref-)?(\d+(?:-\d+)?)$/.exec(String(properties['href'])) ?? []
    if (number) properties['ariaLabel'] = back ? `Back to reference ${number}` : `Footnote ${number}`
  })
}

const bareUrl = (address: string) =>
  encodeURI(address.trim().toWellFormed())
    .replaceAll('%25', '%')
    .replace(/^(https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '')

/** In print a link shows its URL once, and a video its title and URL. */
const prepareForPrint: Transform = () => (tree) => {
  visit(tree, 'element', (node, index, parent) => {
    const { tagName, properties } = node
    if (tagName === 'a' && bareUrl(toString(node)) === bareUrl(String(properties['href'])))
      properties['className'] = ['bare-url']
    if (tagName !== 'iframe' || index === undefined || parent === undefined) return
    const value = `${properties['title']}: ${toVideoAddress(String(properties['src']))}`
    parent.children.splice(index + 1, 0, {
      type: 'element',
      tagName: 'span',
      properties: { className: ['video-address'] },
      children: [{ type: 'text', value }],
    })
  })
}

const readLines: Transform<[{ lines: number[]; lineAt: ContentHtml['lineAt'] }]> =
  ({ lines, lineAt }) =>
  (tree) => {
    for (const node of tree.children) {
      if (node.type !== 'element') continue
      const { position = node.children[0]?.position } = node
      lines.push(position?.start.offset === undefined ? (lines.at(-1) ?? 1) : lineAt(position.start.offset))
    }
  }

export function toArticleHtml(content: string, options: ArticleOptions = {}): ArticleHtml {
  const headings: Heading[] = []
  const lines: number[] = []
  const removed = new Set<string>()
  const { base } = options
  const { html, lineAt } = toHtml(content)
  if (html.length > MAX_HTML_LENGTH) throw new RangeError('The content expands to too much HTML')
  const pipeline = unified().use(rehypeParse, { fragment: true }).use(removeDisallowed, removed)
  if (base === undefined) pipeline.use(embedVideos)
  pipeline.use(completeMedia, options).use(captionImages).use(labelFootnotes).use(titleAlerts)
  pipeline.use(markDirection)
  if (base === undefined)
    pipeline.use(rehypeHighlight, { languages }).use(makeScrollable).use(prepareForPrint)
  pipeline.use(anchorHeadings, { headings, links: base === undefined })
  if (base !== undefined) pipeline.use(prepareForFeed, base)
  const article = pipeline.use(readLines, { lines, lineAt }).use(rehypeStringify).processSync(html)
  return { html: sanitize(String(article)), headings, lines, removed: [...removed].slice(0, MAX_REMOVED) }
}
