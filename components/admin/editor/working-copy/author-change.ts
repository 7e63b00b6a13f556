import { useCanEdit } from '../../frame/role.tsx'
import type { AuthorChoice, StoredPost } from '../post-fields.ts'

/** Authors can edit changes that name another author, but the upstream lets only editors and owners publish them. */
export function useAuthorChange({ stored }: AuthorChoice) {
  const canEdit = useCanEdit()
  return (post: StoredPost | null): string | undefined => {
    const author = { slug: post?.fields.author }
    // Renaming authors changes their slug, so a different slug may still be theirs.
    return !post || author.slug === stored || canEdit({ author })
      ? undefined
      : 'These changes name another author. An editor or owner has to publish them.'
  }
}
