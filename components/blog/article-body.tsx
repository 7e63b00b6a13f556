import { renderArticle } from '#lib/blog/render.ts'

/** The one place that sets HTML as HTML: what it sets has just been sanitised. */
export function ArticleBody({ content }: { content: string }) {
  return <div className="article" dangerouslySetInnerHTML={{ __html: renderArticle(content).html }} />
}
