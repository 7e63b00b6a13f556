import { slugify } from '../posts/slugs.ts'
import { mapLinks } from './images.ts'
import { replaceTags } from './shortcodes.ts'

// Repetitions have limits, so that no text takes more than linear time.

const attribute = String.raw`(?:[.#][\p{L}\p{N}_:.#-]{1,100}|[\w-]{1,50}=(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[\w.%-]{1,100}))`
const list = String.raw`\s{0,9}${attribute}(?:\s{1,9}${attribute}){0,20}\s{0,9}\}`
const named = String.raw`\{:\s{0,9}[\w-]{1,50}:?(?:\s{1,9}${attribute}){0,20}\s{0,9}\}|\{::[a-z]{1,20}[^{}\n]{0,300}\/\}`

/** `## Title {#id}` of Goldmark, and `{: #id}` on the next line of kramdown. */
const heading = new RegExp(
  String.raw`^( {0,3}#{1,6}[ \t][^\n]{0,500}?)[ \t]{0,9}(?:\n {0,3}(?=\{:))?(\{:?${list})[ \t]{0,9}$`,
  'gmu',
)

/** The item of a list that kramdown replaces by the table of contents. */
const contents =
  /(?:\n|^)[ \t]{0,9}(?:[-*+]|\d{1,3}\.)[ \t]{1,9}[^\n]{0,200}\n[ \t]{0,9}\{:\s{0,9}toc\b[^{}\n]{0,200}\}/gmu

const ofBlock = new RegExp(String.raw`(?:\n|^)[ \t]{0,9}(?:\{:?${list}|${named})[ \t]{0,9}$`, 'gmu')
const ofText = new RegExp(String.raw`\{:${list}`, 'gu')

/** Removes the attributes of kramdown and Goldmark, and leads links to the ids of headings to their texts. */
export function removeAttributes(content: string): string {
  const fragments = new Map<string, string>()
  const withoutIds = replaceTags(content, heading, (_tag, title = '', attributes = '') => {
    const id = /(?<=[\s{:])#([^\s#}]+)/.exec(attributes)?.[1]
    if (id !== undefined) fragments.set(`#${id}`, `#${slugify(title)}`)
    return title
  })
  const removed = [contents, ofBlock, ofText].reduce(
    (text, tags) => replaceTags(text, tags, () => ''),
    withoutIds,
  )
  return fragments.size === 0 ? removed : mapLinks(removed, (url) => fragments.get(url))
}
