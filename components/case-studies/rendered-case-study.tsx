import { ArticleBody } from '#components/blog/article.tsx'
import { Static } from '#components/site/static.tsx'
import type { CaseStudy } from '#contract/case-studies.ts'
import { renderArticle } from '#lib/blog/render.ts'
import { CaseStudyArticle } from './case-study-article.tsx'

export async function RenderedCaseStudy({ study }: { study: CaseStudy }) {
  const { html } = await renderArticle(study.content, { images: study.images })
  return (
    <Static>
      <CaseStudyArticle study={study}>
        <ArticleBody html={html} />
      </CaseStudyArticle>
    </Static>
  )
}
