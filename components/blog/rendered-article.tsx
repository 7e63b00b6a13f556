import { Static } from '#components/site/static.tsx'
import type { Post, PostSummary } from '#contract/posts.ts'
import { renderArticle, renderCompletely } from '#lib/blog/render.ts'
import { shareLinks } from '#lib/blog/share.ts'
import { getSettings } from '#lib/settings/settings.ts'
import { Article, ArticleBody } from './article.tsx'
import { Share } from './share.tsx'

interface RenderedArticleProps {
  post: Post
  related: PostSummary[]
  url: string
  /** Previews have no share buttons, and wait for a long article instead of showing its source. */
  preview?: boolean
}

export async function RenderedArticle({ post, related, url, preview = false }: RenderedArticleProps) {
  const { name } = await getSettings()
  const render = preview ? renderCompletely : renderArticle
  const { headings, html } = await render(post.content, { images: post.images })
  const { slug: _, ...author } = post.author
  // Before the first publication the author has no page.
  const shown = preview ? { ...post, author } : post
  const share = preview ? undefined : <Share url={url} links={shareLinks(url, post.title)} />
  return (
    <Static>
      <Article post={shown} brand={name} related={related} headings={headings} share={share}>
        <ArticleBody html={html} />
      </Article>
    </Static>
  )
}
