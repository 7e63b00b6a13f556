import { toCaseKey } from '#contract/case-key.ts'
import { MAX_REDIRECTS, redirectInputSchema } from '#contract/redirects.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { checkRedirects } from '../redirects/check.ts'
import { insertRedirects, listAllRedirects, recordRedirectChange, retarget } from '../redirects/store.ts'
import { toRedirectPath } from './addresses.ts'
import type { SourcePost } from './source.ts'
import type { ImportRow } from './store.ts'

interface Stored {
  post: SourcePost
  category: string
  authorId: number | undefined
}

/** Returns no target for a term that the post does not have here. */
async function findTarget(trx: LockedTrx, archive: SourcePost['archives'][number], stored: Stored) {
  const { post, category, authorId } = stored
  if (archive.shows === 'posts') return '/feed.xml'
  if (archive.shows === 'author') {
    if (authorId === undefined) return undefined
    const author = trx.selectFrom('authors').select('slug').where('id', '=', authorId)
    return `/authors/${(await author.executeTakeFirstOrThrow()).slug}`
  }
  const key = toCaseKey(archive.name)
  if (category !== '' && toCaseKey(post.category) === key) return `/blog?${new URLSearchParams({ category })}`
  const tag = post.tags.find((name) => toCaseKey(name) === key)
  return tag === undefined ? undefined : `/blog?${new URLSearchParams({ tag })}`
}

/** Redirects the feeds of the old site, and the pages of the tags, the category and the author of a post. */
export async function addArchiveRedirects(
  trx: LockedTrx,
  { database, account, row }: { database: OpenDatabase; account: FreshAccount; row: ImportRow },
  stored: Stored,
): Promise<void> {
  const archives = new Map(
    stored.post.archives.flatMap((archive) => {
      // The tags of a draft are not public.
      if (archive.shows !== 'posts' && !stored.post.published) return []
      const { data } = redirectInputSchema.shape.from.safeParse(toRedirectPath(archive.path))
      return data === undefined ? [] : [[data, archive] as const]
    }),
  )
  if (archives.size === 0) return
  const known = await trx
    .selectFrom('redirects')
    .select('source')
    .where('source', 'in', [...archives.keys()])
    .execute()
  for (const { source } of known) archives.delete(source)
  const wanted: { source: string; target: string; status: number }[] = []
  for (const [source, archive] of archives) {
    const target = await findTarget(trx, archive, stored)
    if (target !== undefined) wanted.push({ source, target, status: 301 })
  }
  if (wanted.length === 0) return
  const others = await listAllRedirects(trx)
  const { problems, retargets } = await checkRedirects(
    trx,
    new Map(others.map((redirect) => [redirect.source, redirect])),
    wanted,
  )
  const possible = wanted.filter(({ source }) => !problems.has(source))
  if (possible.length === 0 || others.length + possible.length > MAX_REDIRECTS) return
  await insertRedirects(trx, { name: `Import of ${row.name}` }, possible)
  await retarget(trx, account, retargets)
  await recordRedirectChange(trx, database.dialect)
}
