import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { CaseStudy } from '#contract/case-studies.ts'
import { writeFrontMatter } from '#contract/front-matter.ts'
import { toIso } from '#contract/time.ts'
import type { Tables } from '../db/tables.ts'
import { mediaIdOf, mediaUrlPattern } from '../media/names.ts'
import { CASE_STUDY } from '../imports/case-study.ts'
import type { FullPost } from '../posts/load.ts'

export const imagePath = (mediaId: string) => `images/${mediaId}.webp`

type Illustrated = Pick<FullPost, 'content' | 'cover' | 'images'>

function linkToFiles({ content, images }: Illustrated, siteUrl: string): string {
  const ids = new Set(images.flatMap(({ url }) => mediaIdOf(url) ?? []))
  return content
    .replaceAll(`${siteUrl}/api/media/`, '/api/media/')
    .replace(mediaUrlPattern, (match, host: string | undefined, _path: string, id: string) =>
      host === undefined && ids.has(id) ? `../${imagePath(id)}` : match,
    )
}

function coverFields({ cover }: Illustrated) {
  const id = cover && mediaIdOf(cover.sources.at(-1)?.url ?? '')
  return { cover: id ? `../${imagePath(id)}` : null, coverAlt: cover?.alt }
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
  formerSlugs?: string[] | undefined
  aliases?: string[] | undefined
  dates?: PostDates | undefined
  siteUrl: string
}

export function writePostFile(post: FullPost, { formerSlugs, aliases, dates, siteUrl }: Details): string {
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
    ...coverFields(post),
    ...seoFields(post),
  })
  return `${head}\n${linkToFiles(post, siteUrl)}\n`
}

type Study = CaseStudy & Illustrated

interface StudyDetails {
  order: number
  formerSlugs: string[]
  siteUrl: string
}

export function writeCaseStudyFile(study: Study, { order, formerSlugs, siteUrl }: StudyDetails): string {
  const { id, title, slug, client, summary, results, services, drawing, quote } = study
  const head = writeFrontMatter({
    ...{ id, type: CASE_STUDY, title, slug, formerSlugs, order },
    date: study.createdAt,
    updated: study.updatedAt,
    published: study.published,
    publishedAt: study.publishedAt,
    ...{ client, summary, results, services, drawing, quote },
    ...coverFields(study),
  })
  return `${head}\n${linkToFiles(study, siteUrl)}\n`
}

/** The drawings of the sample posts, which the site serves below this path. */
const figuresFolder = join(import.meta.dirname, '../../public/figures')

const figure = /(?<=["'(]\/figures\/)[\w-]+\.svg(?=["')\s])/g

export const listFigures = (content: string): string[] => content.match(figure) ?? []

export async function* readFigures(names: ReadonlySet<string>) {
  for (const name of names) {
    const input = await readFile(join(figuresFolder, name)).catch(() => null)
    if (input) yield { name: `figures/${name}`, lastModified: new Date(), input }
  }
}
