import type { Author } from '#contract/authors.ts'
import { postRefSchema } from '#contract/posts.ts'
import { signalOf } from '../flags.ts'

export const authorPath = ({ slug, links }: Author): string | null =>
  links && postRefSchema.safeParse(slug).success ? `/authors/${slug}` : null

export const authorPageHref = (path: string, page: number) => (page > 1 ? `${path}?page=${page}` : path)

/** The letters of the author's flags: first and last initial, or letters derived from the name. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFD').match(/[A-Za-z][\p{L}\p{M}'’-]*/gu) ?? []
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word?.charAt(0) ?? '',
  )
  return initials.join('').toUpperCase() || signalOf(name, 2)
}
