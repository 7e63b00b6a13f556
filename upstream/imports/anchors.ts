import { createHeadingIds, decodeFragment } from '#contract/heading-ids.ts'
import { listHeadings } from '#contract/markdown-scan.ts'
import { mapLinks } from './images.ts'
import type { SourcePost } from './source.ts'

const MAX_LENGTH = 500

/** Empty elements in the lines before a heading. */
const before =
  /(?:(?:^|\n)[ \t]{0,3}(?:<p>)?<(a|span|div)\s[^<>\n]{1,200}>[ \t]{0,9}<\/\1>(?:<\/p>)?\s{0,9}){1,5}$/i
const named = /<(?:a|span|div)\s(?:[^<>\n]{0,200}\s)?(?:id|name)\s?=\s?["']?([^"'\s<>]{1,200})/gi

function listAnchors(content: string): SourcePost['anchors'] {
  const ids = createHeadingIds()
  return listHeadings(content).flatMap(({ from, to, text }) => {
    const id = ids.add(text)
    const [lines = ''] = before.exec(content.slice(Math.max(0, from - MAX_LENGTH), from)) ?? []
    const names = `${lines}${content.slice(from, to)}`.matchAll(named)
    return names.map(([, name = '']): [string, string] => [name, id]).toArray()
  })
}

/** Leads links within the text to the headings whose anchors they name. */
export function followAnchors(content: string): Pick<SourcePost, 'content' | 'anchors'> {
  const anchors = listAnchors(content)
  const idOf = new Map(anchors.toReversed())
  const follow = (url: string) => {
    const id = url.startsWith('#') ? idOf.get(decodeFragment(url)) : undefined
    return id && `#${id}`
  }
  return { content: anchors.length === 0 ? content : mapLinks(content, follow), anchors }
}
