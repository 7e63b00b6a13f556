import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { ApiError } from '#contract/errors.ts'
import { toPlainText } from './wordpress-text.ts'

export interface Item {
  fields: Map<string, string>
  categories: { domain: string; name: string; slug: string }[]
  meta: Map<string, string>
}

interface Author {
  name: string
  email: string
}

export interface Site {
  title: string
  url: string
  items: Item[]
  authors: Map<string, Author>
  categories: Map<string, string>[]
  comments: number
}

const CHARACTERS_AT_ONCE = 1024 * 1024

/** An element can take ten times the memory of its text. */
const limits = { items: 100_000, nodes: 1_000_000, depth: 100 }

/** XML forbids most control characters, which texts that were pasted into WordPress can have. */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const newItem = (): Item => ({ fields: new Map(), categories: [], meta: new Map() })

/** Reads the elements of items, authors and categories; deeper elements are not needed. */
export async function parseWordPress(source: string): Promise<Site> {
  const text = source.trimStart().replace(forbidden, '')
  const site: Site = { title: '', url: '', items: [], authors: new Map(), categories: [], comments: 0 }
  const parser = new SaxesParser()
  let item: Item | null = null
  let author: Map<string, string> | null = null
  let category: Map<string, string> | null = null
  let metaKey = ''
  let term = { domain: '', slug: '' }
  let value = ''
  let isFeed = false
  let depth = 0
  let nodes = 0
  const countNode = () => {
    nodes += 1
    if (nodes > limits.nodes || depth > limits.depth || site.items.length > limits.items)
      throw new ApiError('invalid', 'The XML has too many elements. Export the posts in several files.')
  }
  parser.on('error', (error) => {
    throw new ApiError('invalid', `The XML cannot be read: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new ApiError('invalid', 'The XML must not have a document type.')
  })
  parser.on('attribute', countNode)
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    countNode()
    value = ''
    if (name === 'rss') isFeed = true
    if (name === 'item') item = newItem()
    if (name === 'wp:author') author = new Map()
    if (name === 'wp:category') category = new Map()
    if (name === 'category') term = { domain: attributes['domain'] ?? '', slug: attributes['nicename'] ?? '' }
  })
  parser.on('text', (part) => (value += part))
  parser.on('cdata', (part) => (value += part))
  parser.on('closetag', ({ name }) => {
    depth -= 1
    if (name === 'item' && item) {
      site.items.push(item)
      item = null
    } else if (name === 'wp:author' && author) {
      const login = author.get('wp:author_login') ?? ''
      const shown = toPlainText(author.get('wp:author_display_name') ?? '')
      site.authors.set(login, { name: shown || login, email: author.get('wp:author_email') ?? '' })
      author = null
    } else if (author) author.set(name, value)
    else if (name === 'wp:category' && category) {
      site.categories.push(category)
      category = null
    } else if (category) category.set(name, value)
    else if (name === 'wp:comment') site.comments += 1
    else if (item && name === 'category') item.categories.push({ ...term, name: toPlainText(value).trim() })
    else if (item && name === 'wp:meta_key') metaKey = value
    else if (item && name === 'wp:meta_value') item.meta.set(metaKey, value)
    else if (item && !item.fields.has(name)) item.fields.set(name, value)
    else if (!item && name === 'wp:base_blog_url') site.url = value.trim()
    else if (!item && name === 'title' && site.title === '') site.title = toPlainText(value).trim()
    value = ''
  })
  for (let start = 0; start < text.length; start += CHARACTERS_AT_ONCE) {
    parser.write(text.slice(start, start + CHARACTERS_AT_ONCE))
    await setImmediate()
  }
  parser.close()
  if (!isFeed) throw new ApiError('invalid', 'The XML is not an export of WordPress.')
  return site
}
