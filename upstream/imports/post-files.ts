import { posix } from 'node:path'
import { encodeTarget } from '#contract/markdown-links.ts'
import { mapLinks } from './images.ts'

const stemOf = (path: string) =>
  path.normalize().replace(/\/+$|(?:(?:^|\/)_?index)?\.(?:mdx?|markdown|html?)$/i, '')

/** Jekyll puts the date of a post into the name of its file. */
export function splitDate(fileName: string): { date: string; name: string } {
  const [, date = '', name = fileName] = /^(\d{4}-\d{1,2}-\d{1,2})[-_](.+)$/s.exec(fileName) ?? []
  return { date, name }
}

/** Links to files become such paths, which the addresses of an import contain. */
export const toFileLink = (stem: string) => `/blog/${encodeTarget(splitDate(posix.basename(stem)).name)}`

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The posts of an archive, which link to each other by their files. */
export class PostFiles {
  readonly #stems: ReadonlySet<string>
  readonly #byName: Map<string, string[]>

  constructor(paths: string[]) {
    const stems = paths.map(stemOf)
    this.#stems = new Set(stems)
    this.#byName = Map.groupBy(stems, (stem) => posix.basename(stem).toLowerCase())
  }

  /** Finds a file by the end of its path, as in links of notes. */
  findByEnd(target: string): string | undefined {
    const end = stemOf(target.trim()).toLowerCase()
    const candidates = this.#byName.get(posix.basename(end)) ?? []
    return candidates.find((stem) => `/${stem.toLowerCase()}`.endsWith(`/${end}`))
  }

  /** Paths are relative to the file, to the folder in which its page is published, or to that of all files. */
  #findLinked(path: string, from: string): string | undefined {
    if (path.startsWith('/'))
      return /\.(?:mdx?|markdown)$/i.test(path) ? this.findByEnd(path.slice(1)) : undefined
    return [posix.dirname(from), stemOf(from), '']
      .map((folder) => stemOf(posix.join(folder, path)))
      .find((stem) => this.#stems.has(stem))
  }

  resolveLinks(content: string, from: string): string {
    return mapLinks(content, (url, isImage) => {
      const [, path = '', rest = ''] = /^(?![a-z][a-z\d+.-]*:|\/\/)([^?#]+)(.*)$/i.exec(url) ?? []
      const stem = isImage || path === '' ? undefined : this.#findLinked(decode(path), from)
      return stem === undefined ? undefined : `${toFileLink(stem)}${rest}`
    })
  }
}
