import { sql } from 'kysely'
import type { ImportPlan } from '#contract/imports.ts'
import { caseStudyIds } from './source.ts'

/** The public id of the case study of a row; no id for the row of a post. */
export const studyIdColumn = sql<string>`substr(import_posts.source_id, 12)`

/** A post or case study with an id of this site may exist without having been imported. */
const isHere = sql<boolean>`(exists (select 1 from imported_posts where imported_posts.source_id = import_posts.source_id)
  or exists (select 1 from posts where import_posts.source_id = 'post:' || posts.public_id
    and posts.public_id = substr(import_posts.source_id, 6))
  or exists (select 1 from case_studies where import_posts.source_id = 'case-study:' || case_studies.public_id
    and case_studies.public_id = ${studyIdColumn}))`

const isTaken = sql<boolean>`(case when import_posts.source_id like ${sql.lit(caseStudyIds)}
  then exists (select 1 from case_study_slugs where case_study_slugs.slug = import_posts.slug)
  else exists (select 1 from post_slugs where post_slugs.slug = import_posts.slug) end)`

/** A rejected post has no slug and a message. */
export const planColumn = sql<ImportPlan>`case
  when import_posts.message <> '' and import_posts.outcome is null then 'invalid'
  when ${isHere} then 'existing' when ${isTaken} then 'taken' else 'new' end`
