import type { Post } from '#contract/posts.ts'
import { renderArticle } from '#lib/blog/render.ts'
import { shareLinks } from '#lib/blog/share.ts'
import { Article, ArticleBody } from './article.tsx'
import { Share } from './share.tsx'

interface RenderedArticleProps {
  post: Post
  related: Post[]
  url: string
  preview?: boolean
}

export async function RenderedArticle({ post, related, url, preview = false }: RenderedArticleProps) {
  const { headings, html } = await renderArticle(post.content, { images: post.images })
  const share = preview ? undefined : <Share url={url} links={shareLinks(url, post.title)} />
  return (
    <Article post={post} related={related} headings={headings} share={share} preview={preview}>
      <ArticleBody html={html} />
    </Article>
  )
}
