import { ButtonLink } from '#components/ui/button.tsx'
import type { TagChoice } from '#lib/blog/list-state.ts'
import { emptyListText } from '#lib/blog/texts.ts'
import { ListHead } from './list-head.tsx'

/** Shown with 404 for a page beyond the end of the list, or a tag without posts. */
export function MissingListView({ tags }: { tags: TagChoice }) {
  return (
    <>
      <ListHead tags={tags} />
      <div className="frame border-t-2 border-ink pb-20">
        <p className="max-w-measure py-16 text-head">{emptyListText}</p>
        <ButtonLink href="/blog" data-list="tag">
          All articles
        </ButtonLink>
      </div>
    </>
  )
}
