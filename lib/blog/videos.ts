import type { Element, ElementContent, Root } from 'hast'
import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'

export const videoUrl =
  /^https:\/\/(www\.youtube-nocookie\.com\/embed|player\.vimeo\.com\/video)\/[A-Za-z0-9_-]+([?][A-Za-z0-9_=&;-]*)?$/

function seconds(time: string): number {
  const [, hours = 0, minutes = 0, rest = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
}

function toYoutube({ hostname, pathname, searchParams }: URL): string | null {
  const path =
    hostname === 'youtu.be' ? pathname : /^\/(?:embed|shorts|live|v)(\/[\w-]+)\/?$/.exec(pathname)?.[1]
  const id = pathname === '/watch' ? searchParams.get('v') : path?.slice(1)
  if (!id || !/^[\w-]+$/.test(id)) return null
  const start = seconds(searchParams.get('start') ?? searchParams.get('t') ?? '')
  const list = /^[\w-]+$/.exec(searchParams.get('list') ?? '')?.[0]
  const query = new URLSearchParams({ ...(list && { list }), ...(start > 0 && { start: String(start) }) })
  return `https://www.youtube-nocookie.com/embed/${id}${query.size > 0 ? `?${query}` : ''}`
}

function toVimeo({ pathname, searchParams }: URL): string | null {
  const [, id, secret] = /^\/(?:video\/|channels\/\w+\/)?(\d+)(?:\/(\w+))?\/?$/.exec(pathname) ?? []
  if (!id) return null
  const hash = /^\w+$/.exec(secret ?? searchParams.get('h') ?? '')?.[0]
  const query = new URLSearchParams({ ...(hash && { h: hash }), dnt: '1' })
  return `https://player.vimeo.com/video/${id}?${query}`
}

/** The URL of the player without cookies; null when the address is not a YouTube or Vimeo video. */
export function toVideoUrl(address: string): string | null {
  const base = 'https://site.invalid/'
  if (!URL.canParse(address, base)) return null
  const url = new URL(address, base)
  const host = url.hostname.replace(/^(www|m|player)\./, '')
  if (!/^https?:$/.test(url.protocol)) return null
  if (host === 'vimeo.com') return toVimeo(url)
  if (host === 'youtube-nocookie.com' && videoUrl.test(url.href)) return url.href
  return /^(youtube(-nocookie)?\.com|youtu\.be)$/.test(host) ? toYoutube(url) : null
}

export function toVideoAddress(player: string): string {
  const { hostname, pathname, searchParams } = new URL(player)
  const id = pathname.split('/').at(-1)
  if (hostname === 'player.vimeo.com')
    return ['https://vimeo.com', id, searchParams.get('h')].filter(Boolean).join('/')
  const start = searchParams.get('start')
  return searchParams.has('list') ? player : `https://youtu.be/${id}${start ? `?t=${start}` : ''}`
}

/** The video that this node links to when it is alone on its line. */
function videoOf(node: ElementContent): string | null {
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
    const src = isAlone ? videoOf(node) : null
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
