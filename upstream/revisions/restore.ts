import { emptySeo } from '#contract/seo.ts'
import { toCaseKey } from '#contract/case-key.ts'
import { findCategory } from '../categories/store.ts'
import type { Db, DialectName, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { getImages } from '../media/images.ts'
import { updatePost } from '../posts/save.ts'
import type { PostRow } from '../posts/stored.ts'
import { isTaken } from '../posts/slugs.ts'
import { findTag } from '../posts/tags.ts'
import { getDocument } from './load.ts'

export async function readRestored(trx: Trx, stored: PostRow, number: number) {
  const { title, slug, excerpt, content, coverAlt, ...document } = await getDocument(trx, stored.id, number)
  const tags = await listPresentTags(trx, document.tags)
  const category = document.category === null ? undefined : await findCategory(trx, document.category)
  const { cover, seo } = document
  return {
    title,
    // A post keeps its slug when another one has taken the revision's slug.
    slug: (await isTaken(trx, slug, stored.id)) ? stored.slug : slug,
    excerpt,
    content,
    tags,
    category: category?.slug ?? null,
    cover: cover !== null && (await getImages(trx, [cover])).has(cover) ? cover : null,
    coverAlt,
    seo: seo ?? {},
  }
}

export async function restoreRevision(
  trx: LockedTrx,
  dialect: DialectName,
  { stored, number, editorId }: { stored: PostRow; number: number; editorId: number },
): Promise<void> {
  const { cover: coverId, category, seo, ...texts } = await readRestored(trx, stored, number)
  const fields = { ...texts, category: category ?? '', seo: { ...emptySeo, ...seo } }
  const change = { fields, cover: null, restored: { from: number, coverId } }
  await updatePost(trx, dialect, stored, change, editorId)
}

export async function listPresentTags(db: Db, names: string[]): Promise<string[]> {
  const present = new Map<string, string>()
  for (const name of names) {
    const tag = (await findTag(db, name, true))?.name ?? name
    present.set(toCaseKey(tag), tag)
  }
  return [...present.values()]
}
