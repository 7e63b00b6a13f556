interface Result {
  shown: number
  total: number
  search?: string
  tag?: string
}

/** Specification 9, with its two suffixes. */
export function resultSummary({ shown, total, search, tag }: Result): string {
  return `Showing ${shown} of ${total} articles${search ? ` for "${search}"` : ''}${tag ? ` tagged "${tag}"` : ''}`
}
