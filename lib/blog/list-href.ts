export interface ListState {
  page?: number
  search?: string
  tag?: string
}

/** Address of a state of the blog list; page 1 is the address without a page. */
export function listHref({ page = 1, search, tag }: ListState): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (tag) query.set('tag', tag)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text === '' ? '/blog' : `/blog?${text}`
}
