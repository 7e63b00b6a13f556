import { posix } from 'node:path'
import { maskCode } from '#contract/markdown-code.ts'
import { isCaseStudy, isOwnPost, type SourcePost } from './source.ts'

export const imageFile = /\.(png|jpe?g|webp)$/i
export const otherImage = /\.(gif|svg|avif|bmp|tiff?|heic)$/i

/** Targets of Markdown links and images, of reference definitions and of HTML attributes. */
const link =
  /((?:!\[[^\]]{0,500})?\]\(\s*<?)([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)|(^ {0,3}\[(?!\^)[^\]\n]+\]:\s*<?)([^\s<>]+)|((?:<img\b(?:(?:[^<>"']|"[^"<]*"|'[^'<]*'){0,2000}?|[^>]{0,2000}?))?\b(?:src|href)\s*=\s*["'])([^"'\s]+)/gim

const isAttribute = (before: string) => /\b(?:src|href)\s*=\s*["']$/i.test(before)

/** Text may show tags, with `&lt;`. Quotation marks can be unbalanced. */
const endsInTag = (text: string) =>
  /<[a-z][^<>]*$/i.test(text) || /<[a-z](?:[^<>"']|"[^"<]*"|'[^'<]*')*["']$/i.test(text)

type Replace = (url: string, isImage: boolean) => string | undefined

/** Code may show links, which stay as they are. */
export function mapLinks(content: string, replace: Replace): string {
  const masked = maskCode(content)
  const parts: string[] = []
  let end = 0
  for (const found of content.matchAll(link)) {
    const [before = '', url = ''] = found.slice(1).filter((group) => group !== undefined)
    const from = found.index + before.length
    const isText =
      masked.charAt(from) === ' ' ||
      (isAttribute(before) && !endsInTag(content.slice(Math.max(0, from - 2000), from)))
    const target = isText ? undefined : replace(url, /^(!|<img)/i.test(before))
    if (target === undefined) continue
    parts.push(content.slice(end, from), target)
    end = from + url.length
  }
  return parts.join('') + content.slice(end)
}

export function pathOf(url: string): string {
  const path = url
    .replace(/[?#].*/s, '')
    .replace(/^(https?:)?\/\/[^/]*/i, '')
    .replace(/^__GHOST_URL__/, '')
  try {
    return decodeURIComponent(path).normalize()
  } catch {
    return path.normalize()
  }
}

const uploadOfSize = /(\/wp-content\/uploads\/[^?#]{0,500}?)-\d{2,5}x\d{2,5}(\.(?:png|jpe?g|webp))(?=[?#]|$)/i
const imageOfSize = /(\/content\/images\/)size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/

/** WordPress and Ghost store smaller files of an image and link to these. */
const originalOf = (url: string) => url.replace(uploadOfSize, '$1$2').replace(imageOfSize, '$1')

const isRemote = (url: string) => /^(https?:)?\/\//i.test(url)

/** Finds linked files: relative to the post, or anywhere with the same folders. */
export class ImageIndex {
  readonly #paths: ReadonlySet<string>
  readonly #byName: Map<string, string[]>

  constructor(paths: string[]) {
    const images = paths.filter((path) => imageFile.test(path))
    this.#paths = new Set(images)
    this.#byName = Map.groupBy(images, (path) => posix.basename(path))
  }

  find(url: string, postPath: string): string | undefined {
    const path = pathOf(url)
    if (!imageFile.test(path)) return undefined
    const near = posix.join(posix.dirname(postPath), path)
    if (!isRemote(url) && !path.startsWith('/') && this.#paths.has(near)) return near
    const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
    const candidates = this.#byName.get(parts.at(-1) ?? '') ?? []
    // A URL of another site needs more than the same file name to match.
    const fewest = isRemote(url) ? Math.min(2, parts.length) : 1
    for (let length = parts.length; length >= fewest; length -= 1) {
      const end = parts.slice(-length).join('/')
      const matches = candidates.filter((candidate) => candidate === end || candidate.endsWith(`/${end}`))
      if (matches.length === 1 || (matches.length > 1 && length === parts.length)) return matches[0]
    }
    return undefined
  }
}

const MAX_ADDRESS = 2_000

function remoteOf(url: string): { path: string; host: string } | undefined {
  const path = originalOf(url.replaceAll('&amp;', '&'))
  if (path.length > MAX_ADDRESS) return undefined
  if (path.startsWith('/') && !isRemote(path)) return { path, host: '' }
  const base = 'https://localhost'
  if (!isRemote(path) || !URL.canParse(path, base)) return undefined
  const address = new URL(path, base)
  address.hash = ''
  return { path: address.href, host: address.host }
}

type Linked = Pick<SourcePost, 'content' | 'cover' | 'path' | 'seo' | 'sourceId'>
type Image = Pick<SourcePost['images'][number], 'url' | 'path' | 'host'>

/** The images that a post uses, in the archive or elsewhere, with messages about those that cannot be imported. */
export function findImages(post: Linked, index: ImageIndex) {
  const images = new Map<string, Image>()
  const isExported = isOwnPost(post) || isCaseStudy(post.sourceId)
  const problems = new Set<string>()
  const find = (url: string) => index.find(originalOf(url), post.path) ?? index.find(url, post.path)
  const isShown = (path: string) => images.values().some((image) => image.path === path)
  const look = (url: string, isImage: boolean, missing = 'Image not found in the file') => {
    const path = find(url)
    if (path !== undefined) return void images.set(url, { url, path })
    // The site serves the drawings of its sample posts.
    if (isExported && url.startsWith('/figures/')) return
    const isOther = otherImage.test(pathOf(url))
    if (!(isImage || isOther || imageFile.test(pathOf(url))) || url.startsWith('data:')) return
    const remote = isOther ? undefined : remoteOf(url)
    if (isOther) problems.add(`Only PNG, JPEG and WebP images are imported: ${url}`)
    else if (remote && (isImage || isShown(remote.path))) images.set(url, { url, ...remote })
    else problems.add(isRemote(url) ? `Not in the file, stays on its server: ${url}` : `${missing}: ${url}`)
  }
  const lookAt = (wanted: boolean) =>
    mapLinks(post.content, (url, isImage) => {
      if (isImage === wanted) look(url, isImage)
      return undefined
    })
  lookAt(true)
  if (post.cover) look(post.cover, true)
  lookAt(false)
  if (post.seo.image) look(post.seo.image, true, 'Share image not found in the file')
  return { images: [...images.values()], problems: [...problems] }
}

export function listUrls(content: string): Set<string> {
  const urls = new Set<string>()
  mapLinks(content, (url) => void urls.add(url))
  return urls
}

type Uses = Pick<SourcePost, 'content' | 'cover' | 'seo'>

function usesOf({ url }: Image, { content, cover, seo }: Uses) {
  const isCover = url === cover
  const isShared = url === seo.image
  return { isCover, isShared, isInText: !(isCover || isShared) || listUrls(content).has(url) }
}

export function describeRemote(image: Image, post: Uses): string[] {
  const { isCover, isShared, isInText } = usesOf(image, post)
  const { url, host } = image
  const remote = host === '' ? 'Image not found in the file' : 'On another server'
  const cover =
    host === '' ? 'Cover not found in the file' : 'Cover on another server, left out unless fetched'
  return [...(isCover ? [`${cover}: ${url}`] : []), ...(isShared || isInText ? [`${remote}: ${url}`] : [])]
}

export function describeMissing(image: Image, post: Uses, reason = ''): string[] {
  const { isCover, isShared, isInText } = usesOf(image, post)
  const isLocal = image.host === ''
  const leftOut = reason === '' ? 'Cover left out, because its image was not fetched' : 'Cover left out'
  const stays = isLocal ? 'Image not found in the file' : 'Not in the file, stays on its server'
  const described = [
    ...(isCover ? [isLocal ? 'Cover not found in the file' : leftOut] : []),
    ...(isShared ? ['Share image not found in the file'] : []),
    ...(isInText ? [stays] : []),
  ]
  const why = reason === '' ? '' : ` (${reason})`
  return described.map((text) => `${text}: ${image.url}${why}`)
}
