import { createHash } from 'node:crypto'
import * as z from 'zod'
import { caseStudyInputSchema } from '#contract/case-studies.ts'
import { importStatuses } from '#contract/imports.ts'
import { emptySeo, postSeoSchema } from '#contract/seo.ts'
import { libraryImageSchema } from './library.ts'

const sourceSeoSchema = postSeoSchema.extend({
  ...{ title: z.string(), description: z.string(), canonical: z.string() },
  ...{ image: z.string(), shareTitle: z.string(), shareDescription: z.string() },
})

const { client, summary, results, services, drawing, quote } = caseStudyInputSchema.shape

export const caseStudySchema = z.object({
  ...{ client, summary, results, services, drawing, quote },
  order: z.number().catch(0),
  formerSlugs: z.array(z.string()).default([]),
})

const sourceTextSchema = z.object({
  sourceId: z.string(),
  path: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Addresses of the post on the old site: paths or URLs. */
  addresses: z.array(z.string()).default([]),
  /** The URL that links may have instead of an address; it does not redirect, because every post has one. */
  shortLink: z.string().default(''),
  /** The path that links to its file become when its slug is another one; it does not redirect. */
  fileLink: z.string().default(''),
  /** Pages and feeds of the old site that list the post, among others. */
  archives: z
    .array(z.object({ path: z.string(), shows: z.enum(['posts', 'term', 'author']), name: z.string() }))
    .default([]),
  content: z.string(),
  /** The names of places in the HTML of the old site with the ids of their headings here. */
  anchors: z.array(z.tuple([z.string(), z.string()])).default([]),
  excerpt: z.string(),
  tags: z.array(z.string()),
  category: z.string(),
  author: z.object({ name: z.string(), email: z.string() }),
  published: z.boolean(),
  /** Left out by readers when `published` and the times tell it. */
  status: z.enum(importStatuses).optional(),
  createdAt: z.number().nullable(),
  publishedAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  plannedFor: z.string().nullable().default(null),
  publishAt: z.number().nullable().default(null),
  unpublishAt: z.number().nullable().default(null),
  /** As written in the source, until `findImages` resolves it. */
  cover: z.string(),
  coverAlt: z.string(),
  seo: sourceSeoSchema.default(emptySeo),
  /** Image links in the content with the paths of their files in the archive, or with a host and URL. */
  images: z.array(
    z.object({
      ...{ url: z.string(), path: z.string(), host: z.string().optional() },
      library: libraryImageSchema.optional(),
    }),
  ),
  caseStudy: caseStudySchema.nullable().default(null),
  problems: z.array(z.string()),
  /** Why the post cannot be imported; empty when it can. */
  rejected: z.string(),
})

export const sourcePostSchema = sourceTextSchema.extend({
  /** The text with its unpublished changes. */
  changes: sourceTextSchema.nullable().default(null),
})
export type SourceText = z.infer<typeof sourceTextSchema>
export type SourcePost = z.infer<typeof sourcePostSchema>

export const parseSourcePost = (document: string): SourcePost => sourcePostSchema.parse(JSON.parse(document))

/** The images of the post and those that only its unpublished changes use. */
export function listSourceImages({ images, changes }: SourcePost): SourcePost['images'] {
  const all = [...images, ...(changes?.images ?? [])]
  return [...new Map(all.map((image) => [image.url, image])).values()]
}

export const emptySource: SourcePost = {
  sourceId: '',
  path: '',
  title: '',
  slug: '',
  addresses: [],
  shortLink: '',
  fileLink: '',
  archives: [],
  content: '',
  anchors: [],
  excerpt: '',
  tags: [],
  category: '',
  author: { name: '', email: '' },
  published: false,
  createdAt: null,
  publishedAt: null,
  updatedAt: null,
  plannedFor: null,
  publishAt: null,
  unpublishAt: null,
  cover: '',
  coverAlt: '',
  seo: emptySeo,
  images: [],
  caseStudy: null,
  problems: [],
  rejected: '',
  changes: null,
}

export const toFeeds = (paths: string[]): SourcePost['archives'] =>
  paths.map((path) => ({ path, shows: 'posts', name: '' }))

export const describeAuthors = ([, ...others]: string[]) =>
  others.length > 0 ? [`Only its first author is kept, without ${others.join(', ')}.`] : []

export const membersOnly = { all: 'Only members could read it', parts: 'Only members could read parts of it' }

export const becomesDraft = (reason: string) => `${reason}: it becomes a draft.`

const ownPrefix = 'post:'

/** The source id of a post that an export of this product has by its public id. */
export const toOwnId = (publicId: string) => `${ownPrefix}${publicId.toLowerCase()}`

export const isOwnPost = ({ sourceId }: Pick<SourcePost, 'sourceId'>) => sourceId.startsWith(ownPrefix)

const caseStudyPrefix = 'case-study:'

export const toCaseStudyId = (publicId: string) => `${caseStudyPrefix}${publicId.toLowerCase()}`

export const caseStudyIdOf = (sourceId: string) => sourceId.slice(caseStudyPrefix.length)

/** A pattern of SQL for the source ids of case studies. */
export const caseStudyIds = `${caseStudyPrefix}%`

export const isCaseStudy = (sourceId: string) => sourceId.startsWith(caseStudyPrefix)

/** The text of a post and its share image, which is stored like the images in the text. */
export const withShareImageLink = ({ content, seo }: Pick<SourcePost, 'content' | 'seo'>) =>
  seo.image === '' ? content : `${content}\n\n![](${seo.image})`

export const hashId = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)
