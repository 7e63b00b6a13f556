import type { Db } from '../db/open.ts'

interface Described {
  object_type: string
  object_id: string
}

/** The log does not store names of visitors, so that deleting a message or subscriber also deletes the name. */
export async function findVisitorNames(db: Db, rows: Described[]) {
  const idsOf = (type: string) => rows.flatMap((row) => (row.object_type === type ? [row.object_id] : []))
  const messageIds = idsOf('message')
  const messages =
    messageIds.length === 0
      ? []
      : await db
          .selectFrom('contact_messages')
          .select(['id', 'name', 'subject', 'read_at'])
          .where('id', 'in', messageIds)
          .execute()
  const subscriberIds = idsOf('subscriber')
  const subscribers =
    subscriberIds.length === 0
      ? []
      : await db.selectFrom('subscribers').select(['id', 'email']).where('id', 'in', subscriberIds).execute()
  return {
    messages: new Map(messages.map((message) => [message.id, message])),
    subscribers: new Map(subscribers.map(({ id, email }) => [id, email])),
  }
}

/** Deleting a post or case study deletes its reviews with the names of the reviewers. */
export async function findReviews(db: Db, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('reviews')
          .leftJoin('posts', 'posts.id', 'reviews.post_id')
          .leftJoin('case_studies', 'case_studies.id', 'reviews.case_study_id')
          .select(['reviews.id', 'reviews.name', 'comment', 'posts.public_id', 'posts.title'])
          .select(['case_studies.public_id as study_id', 'case_studies.title as study_title'])
          .where('reviews.id', 'in', ids)
          .execute()
  return new Map(
    rows.map(({ id, name, comment, public_id, title, study_id, study_title }) => {
      const post = { type: 'post', id: public_id ?? '', name: title ?? '' }
      const study = { type: 'caseStudy', id: study_id ?? '', name: study_title ?? '' }
      return [id, { name, comment, object: public_id === null ? study : post }]
    }),
  )
}
