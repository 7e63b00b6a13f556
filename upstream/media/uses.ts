import { sql } from 'kysely'
import type { MediaUse } from '#contract/media.ts'
import { can } from '#contract/roles.ts'
import type { Account } from '../accounts/tokens.ts'
import type { Db } from '../db/open.ts'
import { mayChangePost } from '../posts/permissions.ts'
import { statusOf } from '../posts/removed.ts'

/** Every column that contains an image id, and the column of the object that uses it. */
const references = [
  { kind: 'post', place: 'cover', table: 'posts', media: 'cover_id', owner: 'id' },
  { kind: 'post', place: 'text', table: 'media_uses', media: 'media_id', owner: 'post_id' },
  { kind: 'post', place: 'revision', table: 'post_revision_images', media: 'media_id', owner: 'post_id' },
  { kind: 'post', place: 'changes', table: 'working_copy_images', media: 'media_id', owner: 'post_id' },
  { kind: 'caseStudy', place: 'cover', table: 'case_studies', media: 'cover_id', owner: 'id' },
  {
    kind: 'caseStudy',
    place: 'text',
    table: 'case_study_images',
    media: 'media_id',
    owner: 'case_study_id',
  },
  { kind: 'author', place: 'photo', table: 'authors', media: 'photo_id', owner: 'id' },
  { kind: 'settings', place: 'shareImage', table: 'settings', media: 'share_image_id', owner: 'id' },
] as const

type Reference = (typeof references)[number]
type Place = Reference['place']

const existsIn = ({ table, media }: Reference) =>
  sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${media}`)} = media.id)`

export const isUnused = sql<boolean>`not (${sql.join(references.map(existsIn), sql` or `)})`

export const isUsedAs = (place: Place) =>
  sql<boolean>`(${sql.join(references.filter((reference) => reference.place === place).map(existsIn), sql` or `)})`

interface Found {
  kind: Reference['kind']
  place: Place
  media_id: string
  owner: number
}

const selectUses = (ids: string[]) =>
  sql.join(
    references.map(
      ({ kind, place, table, media, owner }) => sql`
        select ${sql.lit(kind)} as kind, ${sql.lit(place)} as place, ${sql.ref(media)} as media_id, ${sql.ref(owner)} as owner
        from ${sql.table(table)} where ${sql.ref(media)} in (${sql.join(ids)})`,
    ),
    sql` union `,
  )

export async function countUses(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ media_id: string; uses: number }>`
    select media_id, count(*) as uses
    from (select distinct kind, media_id, owner from (${selectUses(ids)}) as found) as users
    group by media_id`.execute(db)
  return new Map(rows.map((row) => [row.media_id, Number(row.uses)]))
}

interface Users {
  posts: Map<number, Place[]>
  caseStudies: Map<number, Place[]>
  authors: Map<number, Place[]>
  settings: boolean
}

export async function findUsers(db: Db, id: string): Promise<Users> {
  const { rows } =
    await sql<Found>`select * from (${selectUses([id])}) as found order by owner desc, place`.execute(db)
  const placesOf = (kind: Reference['kind']) => {
    const groups = Map.groupBy(
      rows.filter((row) => row.kind === kind),
      ({ owner }) => owner,
    )
    return new Map([...groups].map(([owner, found]) => [owner, found.map(({ place }) => place)]))
  }
  return {
    posts: placesOf('post'),
    caseStudies: placesOf('caseStudy'),
    authors: placesOf('author'),
    settings: placesOf('settings').size > 0,
  }
}

const MAX_LISTED = 100

export async function listUses(
  db: Db,
  account: Account,
  id: string,
): Promise<{ data: MediaUse[]; total: number }> {
  const users = await findUsers(db, id)
  const data = [
    ...(users.settings ? [toSettingsUse(account)] : []),
    ...(await describeAuthors(db, users.authors)),
    ...(await describeCaseStudies(db, account, users.caseStudies)),
    ...(await describePosts(db, account, users.posts)),
  ]
  const total = users.posts.size + users.caseStudies.size + users.authors.size + Number(users.settings)
  return { data: data.slice(0, MAX_LISTED), total }
}

const toSettingsUse = ({ role }: Account): MediaUse => ({
  kind: 'settings',
  id: 'settings',
  title: 'Settings',
  places: ['shareImage'],
  editable: can(role, 'manageSettings'),
})

const firstIds = (users: Map<number, unknown>) => [...users.keys()].slice(0, MAX_LISTED)

async function describePosts(db: Db, account: Account, users: Users['posts']): Promise<MediaUse[]> {
  if (users.size === 0) return []
  const posts = await db
    .selectFrom('posts')
    .leftJoin('removed_posts', 'removed_posts.post_id', 'posts.id')
    .select(['posts.id', 'public_id', 'title', 'author_id', 'posts.published'])
    .select(['archived_at', 'trashed_at', 'removed'])
    .where('posts.id', 'in', firstIds(users))
    .orderBy('posts.id', 'desc')
    .execute()
  return posts.map((post) => ({
    kind: 'post',
    id: post.public_id,
    title: post.title,
    places: users.get(post.id) ?? [],
    status: post.removed === 1 ? statusOf(post) : post.published === 1 ? 'published' : 'draft',
    editable: mayChangePost(account, post),
  }))
}

async function describeCaseStudies(
  db: Db,
  { role }: Account,
  users: Users['caseStudies'],
): Promise<MediaUse[]> {
  if (users.size === 0) return []
  const studies = await db
    .selectFrom('case_studies')
    .select(['id', 'public_id', 'title', 'published'])
    .where('id', 'in', firstIds(users))
    .orderBy('id', 'desc')
    .execute()
  const editable = can(role, 'editContent')
  return studies.map(({ id, public_id, title, published }) => ({
    kind: 'caseStudy',
    ...(editable || published === 1
      ? { id: public_id, title }
      : { id: '', title: 'A case study that is not published' }),
    places: users.get(id) ?? [],
    status: published === 1 ? 'published' : 'draft',
    editable,
  }))
}

async function describeAuthors(db: Db, users: Users['authors']): Promise<MediaUse[]> {
  if (users.size === 0) return []
  const authors = await db
    .selectFrom('authors')
    .select(['id', 'slug', 'name'])
    .where('id', 'in', firstIds(users))
    .execute()
  return authors.map(({ id, slug, name }) => ({
    kind: 'author',
    id: slug,
    title: name,
    places: users.get(id) ?? [],
    editable: false,
  }))
}
