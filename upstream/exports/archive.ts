import { makeZip } from 'client-zip'
import { sql } from 'kysely'
import type { ExportSummary } from '#contract/imports.ts'
import { inOrder, readCaseStudy } from '../case-studies/load.ts'
import { listSlugs } from '../case-studies/slugs.ts'
import { listCategories } from '../categories/store.ts'
import type { Db } from '../db/open.ts'
import { CATEGORIES_FILE } from '../imports/categories.ts'
import { LIBRARY_FILE, type LibraryImage } from '../imports/library.ts'
import { CHANGES_FILE } from '../imports/markdown-files.ts'
import { loadFullPost, loadFullPosts } from '../posts/load.ts'
import { isListed } from '../posts/removed.ts'
import { findChanged } from '../working-copies/load.ts'
import {
  imagePath,
  listFigures,
  readFigures,
  writeCaseStudyFile,
  writePostFile,
  type PostDates,
} from './post-file.ts'

const POSTS_AT_ONCE = 20
const IMAGES_AT_ONCE = 100

interface ExportOptions {
  folder: string
  siteUrl: string
  onError(error: unknown): void
}

async function* listPostIds(db: Db): AsyncGenerator<number[]> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('posts')
      .select('id')
      .where('id', '>', last)
      .where(isListed)
      .orderBy('id')
      .limit(POSTS_AT_ONCE)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(({ id }) => id)
    last = end.id
  }
}

async function getFormerSlugs(db: Db, ids: number[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('post_slugs')
    .innerJoin('posts', 'posts.id', 'post_slugs.post_id')
    .select(['posts.public_id', 'post_slugs.slug'])
    .where('post_slugs.post_id', 'in', ids)
    .whereRef('post_slugs.slug', '<>', 'posts.slug')
    .orderBy('post_slugs.slug')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.public_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ slug }) => slug)]))
}

async function getFormerAddresses(db: Db, ids: number[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('redirects')
    .innerJoin('posts', 'posts.id', 'redirects.post_id')
    .select(['posts.public_id', 'source'])
    .where('post_id', 'in', ids)
    .orderBy('source')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.public_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ source }) => source)]))
}

async function getDates(db: Db, ids: number[]): Promise<Map<string, PostDates>> {
  const rows = await db
    .selectFrom('post_schedules')
    .innerJoin('posts', 'posts.id', 'post_schedules.post_id')
    .select(['public_id', 'publish_at', 'unpublish_at', 'planned_for'])
    .where('post_schedules.post_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ public_id: id, ...dates }) => [id, dates]))
}

/** Images that only archived and trashed posts use are left out, like these posts. */
const usedImages = (db: Db) =>
  db
    .selectFrom('media')
    .select('id')
    .where(
      sql<boolean>`(exists (select 1 from posts where posts.cover_id = media.id and ${isListed})
        or exists (select 1 from media_uses join posts on posts.id = media_uses.post_id
          where media_uses.media_id = media.id and ${isListed})
        or exists (select 1 from working_copy_images used join posts on posts.id = used.post_id
          where used.media_id = media.id and ${isListed})
        or exists (select 1 from case_studies where case_studies.cover_id = media.id)
        or exists (select 1 from case_study_images where case_study_images.media_id = media.id))`,
    )

async function* listImageIds(db: Db): AsyncGenerator<string> {
  for (let last = ''; ;) {
    const rows = await usedImages(db).where('id', '>', last).orderBy('id').limit(IMAGES_AT_ONCE).execute()
    const end = rows.at(-1)
    if (!end) return
    for (const { id } of rows) yield id
    last = end.id
  }
}

async function* describeImages(db: Db): AsyncGenerator<string> {
  for await (const id of listImageIds(db)) {
    const image = await db
      .selectFrom('media')
      .select(['name', 'alt', 'decorative', 'caption', 'focus_x', 'focus_y', 'kept'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!image) continue
    const { name, alt, decorative, caption, focus_x: x, focus_y: y } = image
    const description: LibraryImage = {
      name,
      alt,
      decorative: decorative === 1,
      caption,
      focus: { x, y },
      kept: image.kept === 1,
    }
    yield `${JSON.stringify({ file: imagePath(id), ...description })}\n`
  }
}

async function* describeCategories(db: Db): AsyncGenerator<string> {
  for (const { name, slug, description } of await listCategories(db))
    yield `${JSON.stringify({ name, slug, description })}\n`
}

/** Writes the changes as drafts, because other programs would publish them. */
async function* listChangeFiles(
  db: Db,
  ids: number[],
  { folder, siteUrl }: ExportOptions,
  figures: Set<string>,
) {
  const copies = await db
    .selectFrom('working_copies')
    .innerJoin('posts', 'posts.id', 'working_copies.post_id')
    .select(['post_id', 'posts.slug', 'working_copies.updated_at'])
    .where('post_id', 'in', ids)
    .orderBy('post_id')
    .execute()
  for (const { post_id, slug, updated_at } of copies) {
    const changed = await findChanged(db, post_id, loadFullPost)
    if (!changed) continue
    for (const figure of listFigures(changed.content)) figures.add(figure)
    yield {
      name: `${folder}/posts/${slug}${CHANGES_FILE}`,
      lastModified: new Date(updated_at),
      input: writePostFile({ ...changed, published: false }, { siteUrl }),
    }
  }
}

async function* listCaseStudyFiles(db: Db, { folder, siteUrl }: ExportOptions, figures: Set<string>) {
  const rows = await inOrder(db).select('id').execute()
  for (const [index, { id }] of rows.entries()) {
    const study = await readCaseStudy(db, id)
    if (!study) continue
    for (const figure of listFigures(study.content)) figures.add(figure)
    const formerSlugs = (await listSlugs(db, id)).filter((slug) => slug !== study.slug)
    yield {
      name: `${folder}/case-studies/${study.slug}.md`,
      lastModified: new Date(study.updatedAt ?? study.createdAt),
      input: writeCaseStudyFile(study, { order: index + 1, formerSlugs, siteUrl }),
    }
  }
}

/** Reads a few posts or one image at a time, as fast as the client receives them. */
async function* listFiles(db: Db, options: ExportOptions) {
  const { folder, siteUrl } = options
  const figures = new Set<string>()
  for await (const ids of listPostIds(db)) {
    const slugs = await getFormerSlugs(db, ids)
    const addresses = await getFormerAddresses(db, ids)
    const dates = await getDates(db, ids)
    for (const post of await loadFullPosts(db, ids)) {
      const { id } = post
      for (const figure of listFigures(post.content)) figures.add(figure)
      const details = {
        formerSlugs: slugs.get(id),
        aliases: addresses.get(id),
        dates: dates.get(id),
        siteUrl,
      }
      yield {
        name: `${folder}/posts/${post.slug}.md`,
        lastModified: new Date(post.updatedAt ?? post.createdAt),
        input: writePostFile(post, details),
      }
    }
    yield* listChangeFiles(db, ids, options, figures)
  }
  yield* listCaseStudyFiles(db, options, figures)
  for await (const figure of readFigures(figures)) yield { ...figure, name: `${folder}/${figure.name}` }
  for await (const id of listImageIds(db)) {
    const file = await db
      .selectFrom('media_files')
      .innerJoin('media', 'media.id', 'media_files.media_id')
      .select(['media_files.bytes', 'media.created_at'])
      .where('media_id', '=', id)
      .orderBy('media_files.width', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!file) continue
    const lastModified = new Date(file.created_at)
    yield { name: `${folder}/${imagePath(id)}`, lastModified, input: new Uint8Array(file.bytes) }
  }
  yield { name: `${folder}/${CATEGORIES_FILE}`, lastModified: new Date(), input: describeCategories(db) }
  yield { name: `${folder}/${LIBRARY_FILE}`, lastModified: new Date(), input: describeImages(db) }
}

async function* reporting<T>(files: AsyncGenerator<T>, onError: ExportOptions['onError']) {
  try {
    yield* files
  } catch (error) {
    onError(error)
    throw error
  }
}

/** A separate stream, because canceling the one of client-zip causes an unhandled rejection. */
export function createArchive(db: Db, options: ExportOptions): ReadableStream<Uint8Array> {
  const reader = makeZip(reporting(listFiles(db, options), options.onError)).getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

export async function countExport(db: Db): Promise<ExportSummary> {
  const count = sql<number>`count(*)`.as('n')
  const posts = await db.selectFrom('posts').select(count).where(isListed).executeTakeFirstOrThrow()
  const studies = await db.selectFrom('case_studies').select(count).executeTakeFirstOrThrow()
  const images = await usedImages(db).clearSelect().select(count).executeTakeFirstOrThrow()
  return { posts: Number(posts.n), images: Number(images.n), caseStudies: Number(studies.n) }
}
