import { toLanguage } from './html.ts'
import { parseAttributes, trimLines } from './shortcodes.ts'

interface Attachment {
  url: string
  alt: string
  caption: string
}

export type FindAttachment = (id: string) => Attachment | undefined

interface Shortcode {
  name: string
  attributes: string
  content: string
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const toCaptioned = (image: string, caption: string) =>
  `<figure>${image}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`

/** Before WordPress 3.4, the text was an attribute. */
function toFigure({ attributes, content }: Shortcode): string | null {
  const image = /^\s*((?:<a\b[^>]{0,2000}>\s*)?<img\b[^>]{0,2000}>(?:\s*<\/a>)?)/i.exec(content)
  if (!image) return null
  const text = content.slice(image[0].length).trim()
  return toCaptioned(image[1] ?? '', text || (parseAttributes(attributes).get('caption') ?? ''))
}

function toGallery({ attributes }: Shortcode, find: FindAttachment): string | null {
  const values = parseAttributes(attributes)
  const ids = (values.get('ids') ?? values.get('include') ?? '').split(',').map((id) => id.trim())
  const found = [...new Set(ids)].map(find)
  if (!found.every((image) => image !== undefined)) return null
  return found
    .map(({ url, alt, caption }) =>
      toCaptioned(`<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`, escapeHtml(caption)),
    )
    .join('\n')
}

/** The shortcodes of SyntaxHighlighter that are named after their language. */
const languages =
  'bash|cpp|csharp|css|html|java|javascript|jscript|js|perl|php|plain|powershell|python|ruby|sql|vb|xml'.split(
    '|',
  )

const isCode = (name: string) => languages.includes(name) || /^(?:source)?code$/.test(name)

/** The editor has encoded only a part of the code. */
function toCode({ name, attributes, content }: Shortcode): string {
  const values = parseAttributes(attributes)
  const given = values.get('lang') ?? values.get('language') ?? ''
  const language = toLanguage(languages.includes(name) ? name : given)
  const code = trimLines(content).replaceAll('<', '&lt;')
  return `<pre><code${language ? ` class="language-${language}"` : ''}>${code}</code></pre>`
}

const addressIn = (text: string) => /https?:\/\/[^\s<>"'[\]|]+/i.exec(text)?.[0]

const toParagraph = (address: string | undefined) => (address ? `<p>${address}</p>` : null)

function toVideo({ name, attributes, content }: Shortcode): string | null {
  const address = addressIn(attributes) ?? addressIn(content)
  const id = parseAttributes(attributes).get('id') ?? /^\s*=?\s*([\w-]{5,20})\s*$/.exec(attributes)?.[1]
  const site = name === 'vimeo' ? 'https://vimeo.com/' : 'https://www.youtube.com/watch?v='
  return toParagraph(address ?? (id && /^[\w-]+$/.test(id) ? `${site}${id}` : undefined))
}

function toPlayer({ name, attributes }: Shortcode): string | null {
  const values = parseAttributes(attributes)
  values.delete('poster')
  const isFile = (value: string) => /^(https?:)?\/|\.[a-z]\w{1,4}$/i.test(value)
  const source = values.values().find(isFile) ?? addressIn(attributes)
  return source ? `<${name} src="${source.replaceAll('"', '')}"></${name}>` : null
}

function convert(shortcode: Shortcode, find: FindAttachment): string | null {
  if (isCode(shortcode.name)) return toCode(shortcode)
  switch (shortcode.name) {
    case 'embed':
      return toParagraph(addressIn(shortcode.content) ?? addressIn(shortcode.attributes))
    case 'youtube':
    case 'vimeo':
      return toVideo(shortcode)
    case 'video':
    case 'audio':
      return toPlayer(shortcode)
    case 'gallery':
      return toGallery(shortcode, find)
    default:
      return toFigure(shortcode)
  }
}

/** Those of WordPress itself, Jetpack and SyntaxHighlighter. A doubled bracket is an example of a shortcode. */
const names = `(?:wp_)?caption|embed|code|sourcecode|video|audio|youtube|vimeo|gallery|${languages.join('|')}`
const tag = new RegExp(String.raw`(?<!\[)\[(\/?)(${names})(?=[\s\]=:/])([^[\]]{0,2000})\](?!\])`, 'gi')

export function renderShortcodes(html: string, find: FindAttachment): string {
  const tags = [...html.matchAll(tag)].map(
    ({ 0: text, 1: slash, 2: name = '', 3: attributes = '', index }) => ({
      ...{ name: name.toLowerCase(), attributes, closes: slash === '/' },
      ...{ from: index, to: index + text.length },
    }),
  )
  const lastEnds = new Map(
    tags.flatMap(({ closes, name }, index) => (closes ? [[name, index] as const] : [])),
  )
  let converted = ''
  let end = 0
  for (const [index, { name, attributes, closes, from, to }] of tags.entries()) {
    const last = isCode(name) ? (lastEnds.get(name) ?? -1) : index + 1
    if (closes || from < end || last <= index) continue
    let next = index + 1
    const isEnd = () => tags[next]?.closes === true && tags[next]?.name === name
    while (next < last && !isEnd()) next += 1
    const close = isEnd() ? tags[next] : undefined
    const content = html.slice(to, close?.from ?? to)
    const written = convert({ name, attributes, content }, find)
    if (written === null) continue
    converted += `${html.slice(end, from)}\n\n${written}\n\n`
    end = close?.to ?? to
  }
  return converted + html.slice(end)
}

export const listShortcodes = (markdown: string) => [
  ...new Set(
    [...markdown.matchAll(/\\?\[([a-z](?:[\w-]|\\_){2,30})(?:\s[^\]\n]{0,300})?\\?\](?!\()/g)].map(
      ([, name = '']) => name.replaceAll('\\_', '_'),
    ),
  ),
]
