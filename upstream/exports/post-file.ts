import type { Selectable } from 'kysely'
import { writeFrontMatter } from '#contract/front-matter.ts'
import { toIso } from '#contract/time.ts'
import type { Tables } from '../db/tables.ts'
import { mediaIdOf, mediaUrlPattern } from '../media/names.ts'
import type { FullPost } from '../posts/load.ts'

export const imagePath = (mediaId: string) => `images/${mediaId}.webp`

function linkToFiles(content: string, ids: ReadonlySet<string>, siteUrl: string): string {
  return content
    .replaceAll(`${siteUrl}/api/media/`, '/api/media/')
    .replace(mediaUrlPattern, (match, host: string | undefined, _path: string, id: string) =>
      host === undefined && ids.has(id) ? `../${imagePath(id)}` : match,
    )
}

function seoFields({ seo = {} }: FullPost) {
  const { title, description, canonical, noindex, image = '', shareTitle, shareDescription } = seo
  const imageId = mediaIdOf(image)
  return {
    seoTitle: title,
    seoDescription: description,
    canonical,
    noindex,
    shareImage: imageId && `../${imagePath(imageId)}`,
    shareTitle,
    shareDescription,
  }
}

export type PostDates = Pick<
  Selectable<Tables['post_schedules']>,
  'publish_at' | 'unpublish_at' | 'planned_for'
>

interface Details {
  formerSlugs: string[] | undefined
  aliases: string[] | undefined
  dates: PostDates | undefined
  siteUrl: string
}

export function writePostFile(post: FullPost, { formerSlugs, aliases, dates, siteUrl }: Details): string {
  const ids = new Set(post.images.flatMap(({ url }) => mediaIdOf(url) ?? []))
  const coverId = post.cover && mediaIdOf(post.cover.sources.at(-1)?.url ?? '')
  const head = writeFrontMatter({
    id: post.id,
    title: post.title,
    slug: post.slug,
    formerSlugs,
    aliases,
    date: post.createdAt,
    updated: post.updatedAt,
    published: post.published,
    publishedAt: post.publishedAt,
    publishAt: toIso(dates?.publish_at ?? null),
    unpublishAt: toIso(dates?.unpublish_at ?? null),
    plannedFor: dates?.planned_for,
    author: post.author.name,
    tags: post.tags,
    category: post.category?.name,
    excerpt: post.excerpt,
    cover: coverId ? `../${imagePath(coverId)}` : null,
    coverAlt: post.cover?.alt,
    ...seoFields(post),
  })
  return `${head}\n${linkToFiles(post.content, ids, siteUrl)}\n`
}
