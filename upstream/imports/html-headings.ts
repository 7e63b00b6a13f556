import type TurndownService from 'turndown'
import { createHeadingIds, decodeFragment } from '#contract/heading-ids.ts'
import { listHeadings } from '#contract/markdown-scan.ts'
import { mapLinks } from './images.ts'
import type { SourcePost } from './source.ts'

const createAnchors = () => ({ ids: createHeadingIds(), idOf: new Map<string, string>() })

export const MAX_NAMES_LENGTH = 500

/** Turndown is synchronous, so these belong to the text that is being converted. */
let anchors = createAnchors()

function record(heading: HTMLElement, markdown: string) {
  const [written] = listHeadings(markdown)
  if (!written) return
  const id = anchors.ids.add(written.text)
  for (const element of [heading, ...Array.from(heading.querySelectorAll('[id], a[name]'))])
    for (const name of [element.id, element.getAttribute('name')])
      if (name && !anchors.idOf.has(name)) anchors.idOf.set(name, id)
}

export function addHeadingRules(service: TurndownService): void {
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      const lines = content.split('\n').map((line) => line.trim())
      const line = lines.filter((part) => part !== '').join(' ')
      // Markdown drops number signs at the end.
      const text = line.replace(/(?<=^|\s)#+$/, '\\$&')
      const markdown = `${'#'.repeat(Number(node.nodeName.charAt(1)))} ${text}`
      if ('getAttribute' in node) record(node, markdown)
      return `\n\n${markdown}\n\n`
    },
  })
}

/** Leads links within the text to its headings, which have other ids here. */
export function withAnchors(
  convert: () => Pick<SourcePost, 'content' | 'problems'>,
): Pick<SourcePost, 'content' | 'problems' | 'anchors'> {
  anchors = createAnchors()
  const { content, problems } = convert()
  const { ids, idOf } = anchors
  const missing = new Set<string>()
  const moved = mapLinks(content, (url) => {
    const fragment = url.startsWith('#') ? decodeFragment(url) : ''
    if (fragment === '') return undefined
    const id = idOf.get(fragment)
    if (id === undefined && ids.find(fragment) === undefined) missing.add(url)
    return id && `#${id}`
  })
  const names = [...missing].join(', ').slice(0, MAX_NAMES_LENGTH)
  return {
    content: moved,
    problems: [
      ...problems,
      ...(names === '' ? [] : [`Links to parts without a heading lead nowhere: ${names}`]),
    ],
    anchors: [...idOf],
  }
}
