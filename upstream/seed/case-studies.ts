import { v7 as uuid } from 'uuid'
import { SAMPLE_CASE_STUDIES_AT as time, sampleCaseStudies } from '#contract/sample-case-studies/samples.ts'
import type { Trx } from '../db/open.ts'
import { nextId } from '../db/write-lock.ts'

/** Also used by a migration, so it only writes columns that exist at that point. */
export async function addSampleCaseStudies(trx: Trx): Promise<void> {
  if (await trx.selectFrom('case_studies').select('id').limit(1).executeTakeFirst()) return
  for (const [position, study] of sampleCaseStudies.entries()) {
    const { slug, title, client, summary, content, results, services, drawing, quote } = study
    const id = await nextId(trx)
    await trx
      .insertInto('case_studies')
      .values({
        id,
        public_id: uuid({ msecs: time }),
        slug,
        title,
        client,
        summary,
        content,
        results: JSON.stringify(results),
        services: JSON.stringify(services),
        drawing: JSON.stringify(drawing),
        quote: JSON.stringify(quote),
        cover_id: null,
        cover_alt: '',
        published: 1,
        position,
        version: 1,
        created_at: time,
        published_at: time,
        updated_at: time,
        updated_by: null,
      })
      .execute()
    await trx.insertInto('case_study_slugs').values({ slug, case_study_id: id }).execute()
  }
}
