import { isDay, toDay } from '#contract/calendar.ts'
import { toCaseKey } from '#contract/case-key.ts'
import { MAX_CATEGORY_NAME } from '#contract/categories.ts'
import { fieldErrors } from '#contract/errors.ts'
import type { ImportStatus } from '#contract/imports.ts'
import { MAX_ALT } from '#contract/limits.ts'
import { MAX_EXCERPT, MAX_TAG_NAME, MAX_TAGS, MAX_TITLE } from '#contract/posts.ts'
import { MAX_DESCRIPTION, MAX_HEADLINE, postSeoSchema } from '#contract/seo.ts'
import { isBlank } from '#contract/text.ts'
import { newPostSchema } from '../posts/input.ts'
import { isCaseStudy, isOwnPost, type SourceText } from './source.ts'

function toPlannedDay(time: number): string | null {
  const day = toDay(time)
  return isDay(day) ? day : null
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (day: string) => longDate.format(Date.parse(day))

/** An import publishes nothing later, so the time of a schedule becomes a planned day. */
function toPlan(source: SourceText, isFuture: boolean, isScheduled: boolean) {
  const { sourceId, createdAt, publishAt, plannedFor } = source
  if (isCaseStudy(sourceId)) return null
  if (publishAt !== null && isScheduled) return toDay(publishAt)
  if (createdAt !== null && isFuture) return toPlannedDay(createdAt)
  return plannedFor !== null && isDay(plannedFor) ? plannedFor : null
}

interface Times {
  isFuture: boolean
  isScheduled: boolean
  isExpired: boolean
}

function toStatus(source: SourceText, { isFuture, isScheduled, isExpired }: Times): ImportStatus {
  if (source.status) return source.status
  // An export of this product has scheduled posts that are not published yet.
  if (isScheduled && (source.published || isOwnPost(source))) return 'scheduled'
  if (!source.published) return 'draft'
  if (isFuture) return 'scheduled'
  return isExpired ? 'expired' : 'published'
}

const withoutNul = (text: string) => text.replaceAll('\u0000', '')

/** Shortens fields that are too long and reports them, so that few posts are rejected. */
export function normalize<Source extends SourceText>(source: Source, now: number): Source {
  const problems = [...source.problems]
  const shorten = (label: string, text: string, length: number) => {
    const characters = [...text]
    if (characters.length <= length) return text
    problems.push(`${label} is shortened to ${length} characters.`)
    return characters.slice(0, length).join('').trim()
  }
  const shownTags = source.tags.filter((tag) => !isBlank(tag))
  const tags = new Map(
    shownTags.map((tag) => [toCaseKey(tag), shorten('A tag', tag.normalize(), MAX_TAG_NAME)]),
  )
  if (tags.size > MAX_TAGS) problems.push(`Only the first ${MAX_TAGS} of ${tags.size} tags are kept.`)
  const line = (label: string, text: string, length: number) =>
    shorten(label, text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), length)
  const { canonical } = source.seo
  const isValid = postSeoSchema.shape.canonical.safeParse(canonical).success
  if (!isValid) problems.push(`Its canonical address is not valid: ${canonical.slice(0, MAX_TITLE)}`)
  const seo = {
    ...source.seo,
    canonical: isValid ? canonical : '',
    image: withoutNul(source.seo.image),
    title: line('The search headline', source.seo.title, MAX_HEADLINE),
    description: line('The search description', source.seo.description, MAX_DESCRIPTION),
    shareTitle: line('The share headline', source.seo.shareTitle, MAX_HEADLINE),
    shareDescription: line('The share description', source.seo.shareDescription, MAX_DESCRIPTION),
  }
  const isFuture = source.createdAt !== null && source.createdAt > now
  const isScheduled = source.publishAt !== null && source.publishAt > now
  const plannedFor = toPlan(source, isFuture, isScheduled)
  if (isFuture || isScheduled)
    problems.push(
      `${isScheduled ? 'It was scheduled' : 'Its date is in the future'}: it becomes a draft${plannedFor ? `, planned for ${formatDay(plannedFor)}` : ''}.`,
    )
  const isExpired = source.unpublishAt !== null && source.unpublishAt <= now
  if (isExpired && source.published)
    problems.push(`It expired on ${formatDay(toDay(source.unpublishAt ?? now))}: it becomes a draft.`)
  const post = {
    ...source,
    title: shorten('The title', source.title.replace(/\s+/g, ' ').trim(), MAX_TITLE),
    excerpt: shorten('The excerpt', source.excerpt.trim(), MAX_EXCERPT),
    tags: [...tags.values()].slice(0, MAX_TAGS),
    category: line('The category', source.category.normalize(), MAX_CATEGORY_NAME),
    author: { ...source.author, email: withoutNul(source.author.email) },
    cover: withoutNul(source.cover),
    coverAlt: shorten('The alternative text of the cover', source.coverAlt.trim(), MAX_ALT),
    seo,
    createdAt: isFuture ? null : source.createdAt,
    plannedFor,
    unpublishAt: isExpired ? null : source.unpublishAt,
    status: toStatus(source, { isFuture, isScheduled, isExpired }),
    published: source.published && !isFuture && !isScheduled && !isExpired,
    problems,
    rejected: withoutNul(source.rejected),
  }
  if (post.rejected !== '') return post
  const { title, content, excerpt, coverAlt } = post
  const checked = newPostSchema.safeParse({ title, content, excerpt, coverAlt, tags: post.tags })
  if (!checked.success)
    return { ...post, rejected: Object.values(fieldErrors(checked.error))[0] ?? 'Invalid' }
  return { ...post, title: checked.data.title, tags: checked.data.tags }
}
