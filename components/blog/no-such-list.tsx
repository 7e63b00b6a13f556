import { ButtonLink } from '#components/ui/button.tsx'
import { getTagChoice } from '#lib/blog/queries.ts'
import { EmptyList, ListHead } from './blog-list.tsx'

/** Beyond the last page, or a tag that no article has. */
export async function NoSuchList() {
  return (
    <>
      <ListHead tags={await getTagChoice()} />
      <div className="frame border-t-2 border-ink pb-20">
        <EmptyList />
        <ButtonLink href="/blog">All articles</ButtonLink>
      </div>
    </>
  )
}
