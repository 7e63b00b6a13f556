import type TurndownService from 'turndown'
import { createHeadingIds, decodeFragment } from '#contract/heading-ids.ts'
import { listHeadings } from '#contract/markdown-scan.ts'
import { mapLinks } from './images.ts'
import type { SourcePost } from './source.ts'

export const MAX_NAMES_LENGTH = 500

/** Turndown is synchronous, so these belong to the text that is being converted. */
let headings: { text: string; names: string[] }[] = []

// Unicode reserves these characters for use within a program.
const toMark = (index: number) => `\ufdd0${index}\ufdd1`
const marks = /\ufdd0\d+\ufdd1/g
const marksOfHeadings = /(?<=^[ >.\d-]*#{1,6} |>)\ufdd0(\d+)\ufdd1/gm

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1
const isNothing = (node: Node) => (node.textContent ?? '').trim() === ''

/** Empty elements before a heading often have the id to which links lead. */
function listAnchorsBefore(heading: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let node = heading.previousSibling; node && isNothing(node); node = node.previousSibling) {
    if (!isElement(node)) continue
    if (!node.matches('a, span, p, div') || node.querySelector(':not(a, span, br)')) break
    found.push(node, ...Array.from(node.querySelectorAll<HTMLElement>('[id], a[name]')))
  }
  return found
}

/** Marks the heading, because the rules of its ancestors may turn it into other text. */
function record(heading: HTMLElement, text: string): string {
  const inside = Array.from(heading.querySelectorAll('[id], a[name]'))
  const elements = [heading, ...inside, ...listAnchorsBefore(heading)]
  const names = elements.flatMap((element) => [element.id, element.getAttribute('name') ?? ''])
  const mark = toMark(headings.length)
  headings.push({ text, names: names.filter((name) => name !== '') })
  heading.insertBefore(heading.ownerDocument.createTextNode(mark), heading.firstChild)
  return mark
}

function findIds(marked: string) {
  const ids = createHeadingIds()
  const idOf = new Map<string, string>()
  for (const [, index] of marked.matchAll(marksOfHeadings)) {
    const { text, names } = headings[Number(index)] ?? {}
    const id = text && ids.add(text)
    if (!id) continue
    for (const name of names ?? []) if (!idOf.has(name)) idOf.set(name, id)
  }
  return { ids, idOf }
}

export function addHeadingRules(service: TurndownService): void {
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      const lines = content.split('\n').map((line) => line.trim())
      const line = lines.filter((part) => part !== '').join(' ')
      // Markdown drops number signs at the end.
      const text = line.replace(/(?<=^|\s)#+$/, '\\$&')
      const start = `${'#'.repeat(Number(node.nodeName.charAt(1)))} `
      const [written] = listHeadings(start + text)
      const mark = written && 'getAttribute' in node ? record(node, written.text) : ''
      return `\n\n${start}${mark}${text}\n\n`
    },
  })
}

/** Leads links within the text to its headings, which have other ids here. */
export function withAnchors(
  convert: () => Pick<SourcePost, 'content' | 'problems'>,
): Pick<SourcePost, 'content' | 'problems' | 'anchors'> {
  headings = []
  const { content, problems } = convert()
  const { ids, idOf } = findIds(content)
  const missing = new Set<string>()
  const moved = mapLinks(content.replace(marks, ''), (url) => {
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
