import { fenceAround, maskCode } from '#contract/markdown-code.ts'
import { convertPost } from './html.ts'
import { toFileLink } from './post-files.ts'

const MAX_NAMES = 10

const rawTag = /\{%-?\s{0,9}(end)?raw\s{0,9}-?%\}/g

/** The text between `{% raw %}` and `{% endraw %}`, which Jekyll leaves as it is. */
function listRaw(content: string) {
  const blocks: { from: number; start: number; end: number; to: number }[] = []
  let open: { from: number; start: number } | null = null
  for (const { 0: tag, 1: ends, index } of content.matchAll(rawTag)) {
    const to = index + tag.length
    if (ends === undefined) open ??= { from: index, start: to }
    else if (open) {
      blocks.push({ ...open, end: index, to })
      open = null
    }
  }
  return blocks
}

type RawBlock = ReturnType<typeof listRaw>[number]

function replaceRaw(text: string, blocks: RawBlock[], replace: (block: RawBlock) => string): string {
  let replaced = ''
  let end = 0
  for (const block of blocks) {
    replaced += text.slice(end, block.from) + replace(block)
    end = block.to
  }
  return replaced + text.slice(end)
}

export const removeRawTags = (content: string) =>
  replaceRaw(content, listRaw(content), ({ start, end }) => content.slice(start, end))

/** Code and raw text become spaces, so that offsets stay the same. */
const maskText = (content: string) =>
  replaceRaw(maskCode(content), listRaw(content), ({ from, to }) =>
    content.slice(from, to).replace(/[^\n]/g, ' '),
  )

/** Replaces matches outside of code and raw text, from the start of the text to its end. */
export function replaceTags(content: string, tags: RegExp, replace: (...groups: string[]) => string): string {
  let replaced = ''
  let end = 0
  const once = new RegExp(tags.source, tags.flags.replace('g', ''))
  for (const { 0: tag, index } of maskText(content).matchAll(tags)) {
    const written = content.slice(index, index + tag.length)
    replaced += content.slice(end, index) + written.replace(once, replace)
    end = index + tag.length
  }
  return replaced + content.slice(end)
}

// Repetitions have limits, so that no text takes more than linear time.

/** `{{ site.baseurl }}` and `{{ '/a.png' | relative_url }}` of Jekyll. */
const pathTag =
  /\{\{-?\s{0,9}(?:site\.(?:base)?url|(?:"([^"{}\n]{0,500})"|'([^'{}\n]{0,500})')\s{0,9}\|([^{}\n]{0,200}))\s{0,9}-?\}\}/g
const pathFilter = /site\.(?:base)?url|relative_url|absolute_url/

/** `{% post_url 2020-01-02-name %}` and `{% link _posts/2020-01-02-name.md %}` of Jekyll. */
const jekyllPost =
  /\{%-?\s{0,9}(?:post_url|link)\s{1,9}(?:[\w-]{1,100}\/){0,9}\d{4}-\d{1,2}-\d{1,2}-([\w.-]{1,300}?)(?:\.(?:md|markdown))?\s{0,9}-?%\}/g

/** `{{< ref "posts/name.md#part" >}}` of Hugo. */
const hugoPage =
  /\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}(?:path=)?"([^"#{}\n]{0,500})(#[^"{}\n]{0,200})?"\s{0,9}[>%]\}\}/g

/** Writes the addresses of a generator as paths, so that images and posts are found. */
export function resolveAddresses(content: string, base = ''): string {
  const paths = replaceTags(content, pathTag, (tag, double = '', single = '', filter = 'site.url') => {
    if (!pathFilter.test(filter)) return tag
    const path = double || single
    return base !== '' && /baseurl|(?:relative|absolute)_url/.test(tag)
      ? base + path.replace(/^(?=[^/])/, '/')
      : path
  })
  const posts = replaceTags(paths, jekyllPost, (_tag, name = '') => `/blog/${name}`)
  return replaceTags(posts, hugoPage, (_tag, path = '', part = '') =>
    path === '' ? part : `${toFileLink(path.replace(/(\/_?index)?\.\w+$|\/$/, ''))}${part}`,
  )
}

const highlight =
  /\{\{[<%]\s{0,9}highlight\s{1,9}"?([\w+#-]{1,40})"?(?:\s[^{}\n]{0,500})?[>%]\}\}|\{%-?\s{0,9}highlight\s{1,9}([\w+#-]{1,40})(?:\s[^{}\n]{0,500})?%\}|\{\{[<%]\s{0,9}\/\s{0,9}highlight\s{0,9}[>%]\}\}|\{%-?\s{0,9}endhighlight\s{0,9}-?%\}/g

export function parseAttributes(attributes: string): Map<string, string> {
  const matches = attributes.matchAll(/([\w-]{1,30})=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)
  return new Map([...matches].map(([, name = '', ...value]) => [name, value.join('').trim()]))
}

/** Keeps the indentation of the first line. */
export const trimLines = (code: string) => code.trimEnd().replace(/^\s*\n/, '')

/** A tag that is not closed stays. */
export function fenceHighlights(content: string): string {
  let fenced = ''
  let end = 0
  let open: { language: string; from: number; to: number } | null = null
  for (const { 0: tag, 1: hugo, 2: jekyll, index } of maskText(content).matchAll(highlight)) {
    const language = hugo ?? jekyll
    if (language !== undefined) open ??= { language, from: index, to: index + tag.length }
    else if (open) {
      const code = trimLines(removeRawTags(content.slice(open.to, index)))
      const before = content.slice(end, open.from)
      end = index + tag.length
      fenced += `${before}${/[^\n]$/.test(before) ? '\n' : ''}${fenceAround(code, open.language)}`
      if (/[^\n]/.test(content.charAt(end))) fenced += '\n'
      open = null
    }
  }
  return fenced + content.slice(end)
}

const mediaTag =
  /([\w"'/]>\s{0,99})?(<(video|audio|object|iframe)\b(?:[^<]|<(?!\/?\3\b)){0,5000}<\/\3\s{0,9}>|<embed\b[^<>]{0,2000}>)/gi

const MAX_MEDIA = 500

/** Markdown may contain HTML, in which only a blank line makes a link of Markdown possible. */
export const convertMedia = (content: string) =>
  convertPost((convert) => {
    let count = 0
    return replaceTags(content, mediaTag, (tag, before, html = '') => {
      count += 1
      if (count > MAX_MEDIA) return tag
      return before ? `${before.trimEnd()}\n\n${convert(html)}\n\n` : convert(html)
    })
  })

const unclosedMedia = /<(video|audio|object|iframe)(?=[\s/>])(?!(?:[^<]|<(?!\/?\1\b)){0,5000}<\/\1\s{0,9}>)/gi

/** Media without an end tag is not converted. In HTML the rest of its parent belongs to it, and the site does not show either. */
export function describeUnclosedMedia(content: string): string[] {
  const names = [...maskText(content).matchAll(unclosedMedia)].map(([, name = '']) => name.toLowerCase())
  return [...new Set(names)].map((name) => `A missing end tag hides the text that follows: <${name}>.`)
}

/** `{{< box >}}` and `{{% note %}}` of Hugo, `{% include %}` and `{{ site.title }}` of Jekyll. */
const shortcode =
  /\{\{[<%]-?\s{0,9}\/?\s{0,9}([\w./-]{1,100})|\{%-?\s{0,9}(?!comment\b|endcomment\b)([a-z][\w-]{0,100})[^%\n]{0,500}%\}|\{\{-?\s{0,9}((?:site|page|post|include|layout)\.[\w.-]{1,100})[^{}\n]{0,500}\}\}/g

/** Only the generator of the old site knows their output. */
export function describeShortcodes(content: string): string[] {
  const names = [...maskText(content).matchAll(shortcode)]
    .map(([, hugo, tag, variable]) => hugo ?? tag ?? variable ?? '')
    .filter((name) => !/^(end|else|\/)/.test(name))
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return []
  const more = distinct.length > MAX_NAMES ? `, and ${distinct.length - MAX_NAMES} more` : ''
  return [`Shortcodes stay as text: ${distinct.slice(0, MAX_NAMES).join(', ')}${more}`]
}
