import { ButtonLink } from '#components/ui/button.tsx'
import type { TagChoice } from '#lib/blog/list-state.ts'
import { emptyListText } from '#lib/blog/texts.ts'
import { ListFilters, ListHead } from './list-head.tsx'

export function MissingListView({ tags }: { tags: TagChoice }) {
  return (
    <>
      <ListHead tags={tags} />
      <div className="frame pb-20">
        <div className="grid justify-items-start gap-6 border-t-2 border-ink pt-12 pb-16">
          <p className="max-w-measure text-head">{emptyListText}</p>
          <ButtonLink href="/blog" data-list="tag" variant="plain">
            All articles
          </ButtonLink>
        </div>
        <ListFilters tags={tags} />
      </div>
    </>
  )
}
