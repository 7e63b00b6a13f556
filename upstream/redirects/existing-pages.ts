import type { Db } from '../db/open.ts'
import { batchesOf } from '../db/parameters.ts'

export interface ExistingPage {
  /** Differs from the requested path for a former slug or one with capitals, which redirect automatically. */
  path: string
  title: string
}

interface Found {
  ref: string
  slug: string
  title: string
}

const findPosts = (db: Db, refs: string[]): Promise<Found[]> =>
  db
    .selectFrom('post_slugs')
    .innerJoin('posts', 'posts.id', 'post_slugs.post_id')
    .select(['post_slugs.slug as ref', 'posts.slug', 'posts.title'])
    .where('posts.published', '=', 1)
    .where('post_slugs.slug', 'in', refs)
    .execute()

const findCaseStudies = (db: Db, refs: string[]): Promise<Found[]> =>
  db
    .selectFrom('case_study_slugs')
    .innerJoin('case_studies', 'case_studies.id', 'case_study_slugs.case_study_id')
    .select(['case_study_slugs.slug as ref', 'case_studies.slug', 'case_studies.title'])
    .where('case_studies.published', '=', 1)
    .where('case_study_slugs.slug', 'in', refs)
    .execute()

const findByPublicId = (db: Db, table: 'posts' | 'case_studies', refs: string[]): Promise<Found[]> =>
  db
    .selectFrom(table)
    .select(['public_id as ref', 'slug', 'title'])
    .where('published', '=', 1)
    .where('public_id', 'in', refs)
    .execute()

const findAuthors = async (db: Db, refs: string[]): Promise<Found[]> => [
  ...(await db
    .selectFrom('author_slugs')
    .innerJoin('authors', 'authors.id', 'author_slugs.author_id')
    .select(['author_slugs.slug as ref', 'authors.slug', 'authors.name as title'])
    .where('authors.published_count', '>', 0)
    .where('author_slugs.slug', 'in', refs)
    .execute()),
  ...(await db
    .selectFrom('authors')
    .select(['slug as ref', 'slug', 'name as title'])
    .where('published_count', '>', 0)
    .where('slug', 'in', refs)
    .execute()),
]

const folders: Record<string, (db: Db, refs: string[]) => Promise<Found[]>> = {
  '/blog/': async (db, refs) => [
    ...(await findPosts(db, refs)),
    ...(await findByPublicId(db, 'posts', refs)),
  ],
  '/work/': async (db, refs) => [
    ...(await findCaseStudies(db, refs)),
    ...(await findByPublicId(db, 'case_studies', refs)),
  ],
  '/authors/': findAuthors,
}

export async function findExistingPages(db: Db, paths: string[]): Promise<Map<string, ExistingPage>> {
  const pages = new Map<string, ExistingPage>()
  for (const [folder, find] of Object.entries(folders)) {
    const inFolder = paths.filter((path) => path.startsWith(folder))
    const spellings = Map.groupBy(inFolder, (path) => path.slice(folder.length).toLowerCase())
    const refs = [...spellings.keys()]
    for (const batch of batchesOf(refs))
      for (const { ref, slug, title } of await find(db, batch))
        for (const path of spellings.get(ref) ?? []) pages.set(path, { path: folder + slug, title })
  }
  return pages
}
