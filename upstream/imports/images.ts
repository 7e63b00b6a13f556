import { posix } from 'node:path'
import type { SourcePost } from './source.ts'

const imageFile = /\.(png|jpe?g|webp)$/i
const otherImage = /\.(gif|svg|avif|bmp|tiff?|heic)$/i

/** Targets of Markdown links and images, of reference definitions and of HTML attributes. */
const link =
  /(\]\(\s*<?)([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)|(^ {0,3}\[[^\]\n]+\]:\s*<?)([^\s<>]+)|(\b(?:src|href)\s*=\s*["'])([^"'\s]+)/gim

/** Replaces the targets for which `replace` returns one. */
export const mapLinks = (content: string, replace: (url: string) => string | undefined): string =>
  content.replace(link, (match: string, ...groups: (string | undefined)[]) => {
    const [before = '', url = ''] = groups.slice(0, 6).filter((group) => group !== undefined)
    const target = replace(url)
    return target === undefined ? match : `${before}${target}`
  })

function pathOf(url: string): string {
  const path = url
    .replace(/[?#].*$/, '')
    .replace(/^(https?:)?\/\/[^/]*/i, '')
    .replace(/^__GHOST_URL__/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const isRemote = (url: string) => /^(https?:)?\/\//i.test(url)

/** Finds the files that links mean: next to the post, or anywhere with the same folders. */
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
    // An address of another site needs more than the same name.
    const fewest = isRemote(url) ? Math.min(2, parts.length) : 1
    for (let length = parts.length; length >= fewest; length -= 1) {
      const end = parts.slice(-length).join('/')
      const matches = candidates.filter((candidate) => candidate === end || candidate.endsWith(`/${end}`))
      if (matches.length === 1 || (matches.length > 1 && length === parts.length)) return matches[0]
    }
    return undefined
  }
}

type Linked = Pick<SourcePost, 'content' | 'cover' | 'path' | 'seo'>

/** The images in the archive that a post uses, and what it says about the others. */
export function findImages(post: Linked, index: ImageIndex) {
  const images = new Map<string, string>()
  const problems = new Set<string>()
  const look = (url: string, isImage: boolean) => {
    const path = index.find(url, post.path)
    if (path !== undefined) return void images.set(url, path)
    const isPicture = isImage || imageFile.test(pathOf(url))
    if (!isPicture || url.startsWith('data:')) return
    if (isRemote(url)) problems.add(`Not in the file, stays on its server: ${url}`)
    else if (otherImage.test(pathOf(url))) problems.add(`Only PNG, JPEG and WebP images are imported: ${url}`)
    else problems.add(`Image not found in the file: ${url}`)
  }
  mapLinks(post.content, (url) => {
    look(url, otherImage.test(pathOf(url)))
    return undefined
  })
  if (post.cover) look(post.cover, true)
  const shareImage = post.seo.image && index.find(post.seo.image, post.path)
  if (shareImage) images.set(post.seo.image, shareImage)
  else if (post.seo.image) problems.add(`Share image not found in the file: ${post.seo.image}`)
  return {
    images: [...images].map(([url, path]) => ({ url, path })),
    problems: [...problems],
  }
}
