import anyAscii from 'any-ascii'

export const headingSlug = (text: string) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'part'

/** Other programs derive ids from headings with different characters between the words. */
const fragmentKey = (text: string) => headingSlug(text).replaceAll('-', '')

export function createHeadingIds() {
  const counts = new Map<string, number>()
  const ids = new Set<string>()
  const byFragment = new Map<string, string>()
  const byRepetition = new Map<string, string>()
  return {
    add(text: string, authorId?: string): string {
      const slug = headingSlug(text)
      let count = counts.get(slug) ?? 0
      let id: string
      do {
        count += 1
        id = `section-${slug}${count > 1 ? `-${count}` : ''}`
      } while (ids.has(id))
      // The first repetition has the number 1 in ids of other programs.
      if (count > 1) byRepetition.set(fragmentKey(`${text} ${count - 1}`), id)
      counts.set(slug, count)
      ids.add(id)
      for (const fragment of [fragmentKey(text), ...(authorId ? [`#${authorId}`] : [])])
        if (!byFragment.has(fragment)) byFragment.set(fragment, id)
      return id
    },
    /** The id that a fragment means, also one of another program. */
    find(fragment: string): string | undefined {
      if (ids.has(fragment)) return fragment
      const key = fragmentKey(fragment)
      return byFragment.get(`#${fragment}`) ?? byFragment.get(key) ?? byRepetition.get(key)
    },
  }
}

export function decodeFragment(url: string): string {
  const [, fragment = ''] = /#(.+)/.exec(url) ?? []
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
