import type { Selectable } from 'kysely'
import * as z from 'zod'
import {
  drawingSchema,
  quoteSchema,
  resultSchema,
  type CaseStudy,
  type CaseStudySummary,
} from '#contract/case-studies.ts'
import { ApiError } from '#contract/errors.ts'
import { postRefSchema, type ContentImage } from '#contract/posts.ts'
import { toIso } from '#contract/time.ts'
import type { Db } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { getContentImages, getImages } from '../media/images.ts'
import { feedIdOf, isPublicId } from '../posts/slugs.ts'

export type CaseStudyRow = Selectable<Tables['case_studies']>
type LoadedSummary = CaseStudySummary & { version: number }
type LoadedCaseStudy = LoadedSummary & CaseStudy & { images: ContentImage[] }

export const caseStudyNotFound = () => new ApiError('not_found', 'Case study not found')

export async function findCaseStudy(db: Db, ref: string, withDrafts: boolean): Promise<{ id: number }> {
  const study = postRefSchema.safeParse(ref).success ? await findByRef(db, ref) : undefined
  if (!study || (study.published !== 1 && !withDrafts)) throw caseStudyNotFound()
  return study
}

function findByRef(db: Db, anyCase: string) {
  const ref = anyCase.toLowerCase()
  const studies = db.selectFrom('case_studies').select(['case_studies.id', 'case_studies.published'])
  if (isPublicId(ref)) return studies.where('public_id', '=', ref).executeTakeFirst()
  return studies
    .innerJoin('case_study_slugs', 'case_study_slugs.case_study_id', 'case_studies.id')
    .where('case_study_slugs.slug', '=', ref)
    .executeTakeFirst()
}

const results = z.array(resultSchema)
const services = z.array(z.string())

const parse = <T>(schema: z.ZodType<T>, json: string): T => schema.parse(JSON.parse(json))

export const inOrder = (db: Db) =>
  db.selectFrom('case_studies').orderBy('position').orderBy('case_studies.id', 'desc')

export async function listCaseStudies(
  db: Db,
  { withDrafts, withContent }: { withDrafts: boolean; withContent: boolean },
): Promise<LoadedSummary[]> {
  const rows = await inOrder(db)
    .selectAll()
    .$if(!withDrafts, (query) => query.where('published', '=', 1))
    .execute()
  const covers = await getCovers(db, rows)
  return rows.map((row) => ({ ...toSummary(row, covers), ...(withContent && { content: row.content }) }))
}

export async function loadCaseStudy(db: Db, id: number): Promise<LoadedCaseStudy> {
  const study = await readCaseStudy(db, id)
  if (!study) throw caseStudyNotFound()
  return study
}

export async function readCaseStudy(db: Db, id: number): Promise<LoadedCaseStudy | undefined> {
  const row = await db.selectFrom('case_studies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return {
    ...toSummary(row, await getCovers(db, [row])),
    content: row.content,
    quote: row.quote === null ? null : parse(quoteSchema, row.quote),
    images: await getContentImages(db, row.content),
  }
}

const getCovers = (db: Db, rows: CaseStudyRow[]) =>
  getImages(
    db,
    rows.flatMap(({ cover_id }) => cover_id ?? []),
  )

function toSummary(row: CaseStudyRow, covers: Awaited<ReturnType<typeof getCovers>>): LoadedSummary {
  const cover = row.cover_id === null ? undefined : covers.get(row.cover_id)
  return {
    id: row.public_id,
    slug: row.slug,
    title: row.title,
    client: row.client,
    summary: row.summary,
    results: parse(results, row.results),
    services: parse(services, row.services),
    drawing: row.drawing === null ? null : parse(drawingSchema, row.drawing),
    cover: cover ? { alt: row.cover_alt, ...cover } : null,
    published: row.published === 1,
    createdAt: toIso(row.created_at),
    publishedAt: row.published_at === null ? null : toIso(row.published_at),
    updatedAt: toIso(row.updated_at),
    version: row.version,
    feedId: feedIdOf('/work', row),
  }
}
