import { encodeTarget, escapeLinkText } from '#contract/markdown-links.ts'
import { imageFile } from './images.ts'
import { parseAttributes, replaceTags } from './shortcodes.ts'

// Repetitions have limits, so that no text takes more than linear time.

const figure = /\{\{[<%]\s{0,9}figure\s([^{}]{1,2000}?)\/?[>%]\}\}/g
const embed =
  /\{\{<\s{0,9}(youtube(?:lite)?|vimeo|gist|tweet|twitter|x|instagram)\s{1,9}([^{}\n]{1,500}?)\/?>\}\}/gi

const notice =
  /\{\{[<%]\s{0,9}(alert|notice|note|tip|info|warning|caution|important|danger|callout|admonition|hint|lead)(\s[^{}\n]{0,500})?[>%]\}\}((?:[^{]|\{(?!\{[<%])){0,5000}?)\{\{[<%]\s{0,9}\/\s{0,9}\1\s{0,9}[>%]\}\}/g

const comment =
  /\{%-?\s{0,9}comment\s{0,9}-?%\}(?:[^{]|\{(?!%-?\s{0,9}(?:end)?comment)){0,5000}\{%-?\s{0,9}endcomment\s{0,9}-?%\}/g

/** `{% include figure image_path="/a.png" %}` and `{% include video id="x" provider="youtube" %}` of common themes. */
const include =
  /\{%-?\s{0,9}include(?:_cached)?\s{1,9}(?:[\w-]{1,50}\/)?(figure|image|img|video|vimeo|youtube(?:player)?)(?:\.\w{1,10})?\s([^{}]{1,2000}?)-?%\}/gi

/** `{% image "./a.png", "A pot" %}` of Eleventy. */
const eleventyImage =
  /\{%-?\s{0,9}image\s{1,9}["']([^"'{}\n]{1,500})["']\s{0,9},\s{0,9}(?:"([^"{}\n]{0,500})"|'([^'{}\n]{0,500})')[^{}\n]{0,500}%\}/g

const gist = /\{%-?\s{0,9}gist\s{1,9}((?:[\w-]{1,50}\/)?\w{1,50})(?:\s[^{}\n]{0,200})?%\}/g

const withoutEmphasis = (text: string) =>
  text
    .replaceAll('`', '')
    .replace(/(?<![\w*_])([*_]{1,2})([^*_]{1,300})\1(?![\w*_])/g, '$2')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')

function toCaption(values: Map<string, string>): string {
  const by = values.get('attr') ?? ''
  const source = values.get('attrlink')
  const caption = values.get('caption') ?? values.get('description') ?? values.get('title') ?? ''
  return `${caption} ${by && source ? `[${by}](${encodeTarget(source)})` : by}`.trim()
}

/** A caption with a link becomes a paragraph, because the title of an image is plain text. */
function toImage(attributes: string, source: string | undefined): string {
  const values = parseAttributes(attributes)
  const caption = toCaption(values)
  const hasLink = /\]\(|<a\s/i.test(caption)
  const title = caption === '' || hasLink ? '' : ` "${withoutEmphasis(caption).replace(/["\\]/g, '\\$&')}"`
  const image = `![${escapeLinkText(values.get('alt') ?? '')}](${encodeTarget(source ?? '')}${title})`
  const link = values.get('link')
  return `${link ? `[${image}](${encodeTarget(link)})` : image}${hasLink ? `\n\n${caption}` : ''}`
}

export const toVideo = (host: string, id: string): string =>
  host === 'vimeo' ? `https://vimeo.com/${id}` : `https://www.youtube.com/watch?v=${id}`

function toAddress(name: string, parameters: string): string | undefined {
  const values = parseAttributes(parameters)
  const [first, second] = [...parameters.matchAll(/(?<!\S)["`]?([\w-]{1,64})["`]?(?!\S)/g)].map(
    ([, word]) => word,
  )
  const id = values.get('id') ?? first
  if (name === 'gist') return second && `https://gist.github.com/${first}/${second}`
  if (id === undefined) return undefined
  if (name === 'instagram') return `https://www.instagram.com/p/${id}/`
  if (/^(?:youtube|vimeo)/.test(name)) return toVideo(name, id)
  return /^\d+$/.test(id) ? `https://x.com/${values.get('user') ?? 'i'}/status/${id}` : undefined
}

function toInclude(tag: string, name: string, attributes: string): string {
  const values = parseAttributes(attributes)
  if (/^(?:figure|image|img)$/.test(name)) {
    const sources = ['src', 'image_path', 'path', 'url', 'file', 'image', 'name'].map((key) =>
      values.get(key),
    )
    const source = sources.find((path) => path !== undefined && imageFile.test(path))
    return source === undefined ? tag : toImage(attributes, source)
  }
  const id = values.get('id')
  const host = name === 'video' ? values.get('provider') : name.replace('player', '')
  return id !== undefined && (host === 'youtube' || host === 'vimeo') ? toVideo(host, id) : tag
}

/** Writes the images, videos and embeds of the shortcodes that every site of Hugo has, and of the themes of Jekyll. */
export function convertEmbeds(content: string): string {
  const visible = replaceTags(content, comment, () => '')
  const images = replaceTags(visible, figure, (_tag, attributes = '') =>
    toImage(attributes, parseAttributes(attributes).get('src')),
  )
  const embeds = replaceTags(
    images,
    embed,
    (tag, name = '', parameters = '') => toAddress(name.toLowerCase(), parameters) ?? tag,
  )
  const included = replaceTags(embeds, include, (tag = '', name = '', attributes = '') =>
    toInclude(tag, name.toLowerCase(), attributes),
  )
  const shown = replaceTags(included, eleventyImage, (tag, path = '', double = '', single = '') =>
    imageFile.test(path) ? `![${escapeLinkText(double || single)}](${encodeTarget(path)})` : tag,
  )
  const gists = replaceTags(shown, gist, (_tag, id) => `https://gist.github.com/${id}`)
  return replaceTags(gists, notice, (_tag, name, parameters = '', text = '') => {
    if (name === 'lead') return text.trim()
    const title = parseAttributes(parameters).get('title')
    return `${title ? `**${title}**\n\n` : ''}${text.trim()}`.replace(/^/gm, '> ')
  })
}
