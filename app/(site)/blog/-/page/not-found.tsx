import { EmptyList, ListHead } from '#components/blog/blog-list.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { getTagChoice } from '#lib/blog/queries.ts'

/**
 * Beyond the last page, or a tag that no article has. It lies below `/blog/-/`, beside what changes: the router resets it
 * only when a segment changes, and all shapes of the list have one pathname.
 */
export default async function NoSuchPage() {
  const tags = await getTagChoice()
  return (
    <>
      <ListHead tags={tags} />
      <div className="frame border-t-2 border-ink pb-20">
        <EmptyList />
        <ButtonLink href="/blog">All articles</ButtonLink>
      </div>
    </>
  )
}
