'use client'

import { Article, ArticleBody } from '#components/blog/article.tsx'
import { useSite } from '#components/site/site-context.tsx'
import type { Post, PostSummary } from '#contract/posts.ts'
import type { CategoryOption } from '#lib/blog/staff-queries.ts'
import type { PostFields } from './post-fields.ts'
import { postKind } from './post-kind.ts'
import { UnsavedPreviewFrame } from './unsaved-preview-frame.tsx'
import { useDraftPreview, type LoadedDraft } from './use-draft-preview.ts'

interface UnsavedPreviewProps {
  draftId: string
  post: Post | null
  related: PostSummary[]
  author: string
  authors: { value: string; name: string }[]
  categories: CategoryOption[]
}

export function UnsavedPreview({ draftId, post, ...shown }: UnsavedPreviewProps) {
  const { loaded, error } = useDraftPreview(postKind, draftId)
  return (
    <UnsavedPreviewFrame
      savedHref={post && `${postKind.paths.preview}${post.id}`}
      error={error}
      loading={!loaded}
    >
      {loaded && <DraftArticle loaded={loaded} post={post} {...shown} />}
    </UnsavedPreviewFrame>
  )
}

export const toCover = (url: string, alt: string): Post['cover'] => ({
  alt,
  width: 1600,
  height: 1000,
  sources: [{ url, width: 1600 }],
})

type DraftArticleProps = Omit<UnsavedPreviewProps, 'draftId'> & { loaded: LoadedDraft<PostFields> }

function DraftArticle({ loaded, post, related, author, authors, categories }: DraftArticleProps) {
  const { draft, cover, coverUrl, headings, html } = loaded
  const { name } = useSite()
  const { fields } = draft
  const chosen = authors.find(({ value }) => value === fields.author)
  const shown: Post = {
    id: 'new',
    slug: fields.slug || 'new',
    createdAt: draft.at,
    publishedAt: null,
    updatedAt: null,
    views: 0,
    coverImage: null,
    cover: null,
    author: { name: author },
    ...post,
    title: fields.title.trim() || 'Untitled',
    excerpt: fields.excerpt,
    content: fields.content,
    tags: fields.tags,
    category: categories.find(({ slug }) => slug === fields.category) ?? null,
    published: false,
    readingMinutes: undefined,
    ...(chosen && chosen.name !== post?.author.name && { author: { name: chosen.name } }),
    ...(coverUrl && { cover: toCover(coverUrl, fields.coverAlt) }),
    ...(cover?.removed && { coverImage: null, cover: null }),
  }
  return (
    <Article post={shown} brand={name} related={related} headings={headings}>
      <ArticleBody html={html} />
    </Article>
  )
}
