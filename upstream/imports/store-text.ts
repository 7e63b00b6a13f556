import type { ImportOptions } from '#contract/imports.ts'
import { parseInput } from '#contract/errors.ts'
import { postSeoSchema } from '#contract/seo.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { toCanonical } from '../posts/seo.ts'
import { moveLinks } from './links.ts'
import { storeImages, type PreparedImages } from './post-images.ts'
import type { SourceText } from './source.ts'
import type { ImportRow } from './store.ts'

export interface TextRun {
  database: OpenDatabase
  row: ImportRow
  options: ImportOptions
  siteUrl: string
}

/** Stores the images of a text, and leads its links to them and to other posts of the import. */
export async function storeText(
  { trx, account }: { trx: LockedTrx; account: FreshAccount },
  { row, options: { site }, siteUrl }: TextRun,
  post: SourceText,
  images: PreparedImages,
) {
  const target = { trx, importId: row.id, site, textSite: '', post, by: account.authorId }
  const { content: written, shareImage, cover } = await storeImages(target, images)
  const links = { content: written, canonical: post.seo.canonical }
  const { content, canonical } = await moveLinks(trx, { importId: row.id, site }, links)
  const seo = { ...post.seo, canonical: toCanonical(canonical, siteUrl), image: shareImage }
  return { content, cover, seo: parseInput(postSeoSchema, seo) }
}
