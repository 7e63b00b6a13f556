import { parserCtx, remarkCtx, schemaCtx, serializerCtx } from '@milkdown/kit/core'
import type { Ctx } from '@milkdown/kit/ctx'
import type { Node } from '@milkdown/kit/prose/model'
import { blockLines, toHtml } from '#lib/blog/markdown.ts'
import { splice, type SplitText } from './splice.ts'

export interface OpenedText extends SplitText<Node> {
  doc: Node
  /** The line of the text on which each block starts. */
  lines: number[]
}

/** `reason` completes “This post opens in Markdown, because …”. */
export type OpenResult = { text: OpenedText } | { reason: string }

export const MAX_CHARACTERS = 100_000

const frontMatter = /^\s*---\r?\n[\w-]+:[\s\S]*?\r?\n---[ \t]*(\r?\n|$)/

const outerSpace = /^\n+|[ \t\n]+$/g
const delimiterRow = /^\|(?: :?-:? \|)+$/m
const widen = (row: string) => row.replaceAll('-', '---')

function sameHtml(a: string, b: string): boolean {
  if (a === b) return true
  const normalize = (html: string) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    body.normalize()
    return body.innerHTML.replace(/(<pre[\s\S]*?<\/pre>)|[ \t\r\n]+/g, (_space, code?: string) => code ?? ' ')
  }
  return normalize(a) === normalize(b)
}

export function createCodec(ctx: Ctx) {
  const schema = ctx.get(schemaCtx)
  const remark = ctx.get(remarkCtx)
  const written = new WeakMap<Node, string>()
  const apart = new WeakMap<Node, string>()

  const parse = (markdown: string): Node => ctx.get(parserCtx)(markdown)
  const countBlocks = (text: string) => remark.parse(text).children.length

  const write = (block: Node): string => {
    const known = written.get(block)
    if (known !== undefined) return known
    const plain = ctx.get(serializerCtx)(schema.topNodeType.create(null, block)).replace(outerSpace, '')
    const text = block.type.name === 'table' ? plain.replace(delimiterRow, widen) : plain
    written.set(block, text)
    return text
  }

  /** A block starts with the indent of its line, which its other lines have too. */
  const positions = (content: string) =>
    remark.parse(content).children.map(({ position, type }) => {
      const start = position?.start.offset ?? 0
      const lineStart = content.lastIndexOf('\n', start - 1) + 1
      return {
        type,
        line: position?.start.line ?? 1,
        start: /^[ \t]*$/.test(content.slice(lineStart, start)) ? lineStart : start,
        end: position?.end.offset ?? 0,
      }
    })

  /** A block that would lose something in a round trip is shown as its source. */
  function isFaithful(block: Node, source: string, definitions: string): boolean {
    const toPage = (text: string) => toHtml(`${text}\n\n${definitions}`).html
    return sameHtml(toPage(write(block)), toPage(source))
  }

  function open(content: string): OpenResult {
    if (content.length > MAX_CHARACTERS) return { reason: 'it is too long for the visual editor.' }
    if (frontMatter.test(content)) return { reason: 'it starts with front matter.' }
    const pageLines = blockLines(content)
    if (!pageLines) return { reason: 'its whole text is HTML.' }
    const found = positions(content)
    const parsed = parse(content)
    const differs = found.findIndex(({ line }, index) => line !== pageLines[index])
    const line = found[differs]?.line ?? pageLines[found.length]
    if (line !== undefined)
      return { reason: `the page reads line ${line} differently than the visual editor.` }
    const last = found.at(-1)
    if (last && countBlocks(`${content.slice(last.start, last.end)}\n\nx`) < 2)
      return { reason: `the block that starts on line ${last.line} has no end.` }
    if (found.length > 0 && parsed.childCount !== found.length)
      return { reason: 'the visual editor reads its blocks differently.' }
    const definitions = found
      .filter(({ type }) => /definition$/i.test(type))
      .map(({ start, end }) => content.slice(start, end))
      .join('\n\n')
    const island = schema.nodes['island']
    const blocks = found.map(({ start, end }, index) => {
      const source = content.slice(start, end)
      const node = parsed.child(index)
      const isShown = !island || node.type === island || isFaithful(node, source, definitions)
      return { node: isShown ? node : island.create({ value: source }), source }
    })
    const gaps = [...found, undefined].map((block, index) =>
      content.slice(found[index - 1]?.end ?? 0, block?.start ?? content.length),
    )
    const doc = schema.topNodeType.createAndFill(
      null,
      blocks.map(({ node }) => node),
    )
    if (!doc) return { reason: 'the visual editor reads its blocks differently.' }
    return { text: { doc, blocks, gaps, lines: found.map(({ line }) => line) } }
  }

  const isDefinition = ({ type, attrs }: Node) =>
    type.name === 'island' &&
    remark.parse(String(attrs['value'])).children.every((child) => /definition$/i.test(child.type))

  /** The blocks of a source in the document, whose definitions its references need. */
  function parseBlocks(source: string, doc: Node): Node[] {
    const definitions = doc.children.filter(isDefinition).map(({ attrs }) => String(attrs['value']))
    const opened = open([source, ...definitions].join('\n\n'))
    if ('reason' in opened) return [...parse(source).children]
    return opened.text.blocks.slice(0, countBlocks(source)).map(({ node }) => node)
  }

  const save = (text: OpenedText, blocks: readonly Node[]): string =>
    splice(text, blocks, {
      write,
      staysApart: (left, gap, right, block) => {
        // Pasted blocks stay changed: parsing all of them on each key takes seconds.
        const texts = JSON.stringify([left, gap, right])
        if (apart.get(block) === texts) return true
        const comments = gap.includes('<!--') ? 1 : 0
        const isApart = countBlocks(left + gap + right) === countBlocks(left) + countBlocks(right) + comments
        if (isApart) apart.set(block, texts)
        return isApart
      },
    })

  const copy = (text: OpenedText, blocks: readonly Node[]): string =>
    save(text, blocks).replace(/^\n+|\s+$/g, '')

  const sourceOf = ({ blocks }: OpenedText, block: Node) =>
    blocks.find(({ node }) => node === block)?.source ?? write(block)

  return { open, save, copy, parse, parseBlocks, sourceOf }
}

export type Codec = ReturnType<typeof createCodec>
