import type { Element, ElementContent, Root } from 'hast'
import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { toVideoUrl } from '#contract/videos.ts'

function standaloneVideo(node: ElementContent): string | null {
  if (node.type === 'text')
    return /^\s*https?:\/\/\S+\s*$/.test(node.value) ? toVideoUrl(node.value.trim()) : null
  if (node.type !== 'element' || node.tagName !== 'a') return null
  const href = String(node.properties['href'])
  return href.replace(/^https?:\/\//, '') === toString(node).replace(/^https?:\/\//, '')
    ? toVideoUrl(href)
    : null
}

const endsLine = (node: ElementContent | undefined) =>
  node === undefined || (node.type === 'text' && /\n\s*$/.test(node.value))
const startsLine = (node: ElementContent | undefined) =>
  node === undefined || (node.type === 'text' && /^\s*\n/.test(node.value))

function splitAtVideos(paragraph: Element): Element[] {
  const parts: Element[] = []
  let text: ElementContent[] = []
  const endText = () => {
    if (text.some((node) => node.type !== 'text' || node.value.trim() !== ''))
      parts.push({ ...paragraph, children: text })
    text = []
  }
  paragraph.children.forEach((node, index) => {
    const isAlone = endsLine(paragraph.children[index - 1]) && startsLine(paragraph.children[index + 1])
    const src = isAlone ? standaloneVideo(node) : null
    if (src === null) return text.push(node)
    endText()
    const { position } = node
    parts.push({
      type: 'element',
      tagName: 'iframe',
      properties: { src },
      children: [],
      ...(position && { position }),
    })
  })
  endText()
  return parts
}

export const embedVideos = () => (tree: Root) => {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'p' || index === undefined || parent === undefined) return undefined
    const parts = splitAtVideos(node)
    if (!parts.some(({ tagName }) => tagName === 'iframe')) return undefined
    parent.children.splice(index, 1, ...parts)
    return [SKIP, index + parts.length]
  })
}
