'use client'

import { useEffect, useState } from 'react'
import { z } from 'zod'
import { Article, ArticleBody } from '#components/blog/article.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { ApiError } from '#contract/errors.ts'
import type { Post } from '#contract/posts.ts'
import { staffRequest } from '../api.ts'
import { readCover, readDraft, type UnsavedDraft } from './drafts.ts'
import type { CoverChange } from './post-fields.ts'

const renderedSchema = z.object({
  html: z.string(),
  headings: z.array(
    z.object({ id: z.string(), text: z.string(), level: z.union([z.literal(2), z.literal(3)]) }),
  ),
})

interface Loaded extends z.infer<typeof renderedSchema> {
  draft: UnsavedDraft
  cover: CoverChange | null
  coverUrl: string | null
}

interface UnsavedPreviewProps {
  draftId: string
  /** The stored post, or null for one that was never saved. */
  post: Post | null
  related: Post[]
  /** Name of the signed-in account, the author of a new post. */
  author: string
  authors: { value: string; name: string }[]
}

async function load(draftId: string): Promise<Loaded | null> {
  const draft = readDraft(draftId)
  if (!draft) return null
  const json = { content: draft.fields.content }
  const rendered = await staffRequest('/api/preview', renderedSchema, { method: 'POST', json })
  const cover = await readCover(draft)
  return { ...rendered, draft, cover, coverUrl: cover?.file ? URL.createObjectURL(cover.file) : null }
}

/** Shows a draft of this browser as the article page would, and follows it while it is edited in another tab. */
export function UnsavedPreview({ draftId, post, related, author, authors }: UnsavedPreviewProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [error, setError] = useState<string>()

  useEffect(() => {
    let latest = 0
    let shownCover = ''
    const revokeCover = () => URL.revokeObjectURL(shownCover)
    const show = async () => {
      const current = ++latest
      try {
        const next = await load(draftId)
        if (current !== latest) return
        revokeCover()
        shownCover = next?.coverUrl ?? ''
        if (next) setLoaded(next)
        setError(next ? undefined : 'This draft is no longer in this browser. It was saved or discarded.')
      } catch (failure) {
        if (current !== latest) return
        const message = failure instanceof ApiError ? failure.message : ''
        setError(message || 'The preview is not available at the moment.')
      }
    }
    const onStorage = ({ key }: StorageEvent) => {
      if (key?.endsWith(draftId)) void show()
    }
    void show()
    window.addEventListener('storage', onStorage)
    return () => {
      latest = Infinity
      revokeCover()
      window.removeEventListener('storage', onStorage)
    }
  }, [draftId])

  return (
    <div className="staff-preview">
      <div role="note" className="staff-preview-mark">
        <p className="font-semibold">Preview of unsaved text</p>
        <p className="grow text-sm">Only you can see this page, in this browser.</p>
        {post && (
          <SiteLink
            href={`/admin/blogs/preview/${post.id}`}
            className="link inline-flex min-h-11 items-center"
          >
            Saved version
          </SiteLink>
        )}
      </div>
      <p role="status" className={error || !loaded ? 'frame py-10' : 'sr-only'}>
        {error ?? (loaded ? '' : 'The preview is loading.')}
      </p>
      {loaded && <DraftArticle {...{ loaded, post, related, author, authors }} />}
    </div>
  )
}

const toCover = (url: string, alt: string): Post['cover'] => ({
  alt,
  width: 1600,
  height: 1000,
  sources: [{ url, width: 1600 }],
})

type DraftArticleProps = Omit<UnsavedPreviewProps, 'draftId'> & { loaded: Loaded }

function DraftArticle({ loaded, post, related, author, authors }: DraftArticleProps) {
  const { draft, cover, coverUrl, headings, html } = loaded
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
    published: false,
    readingMinutes: undefined,
    ...(chosen && chosen.name !== post?.author.name && { author: { name: chosen.name } }),
    ...(coverUrl && { cover: toCover(coverUrl, fields.coverAlt) }),
    ...(cover?.removed && { coverImage: null, cover: null }),
  }
  return (
    <Article post={shown} related={related} headings={headings} preview>
      <ArticleBody html={html} />
    </Article>
  )
}
