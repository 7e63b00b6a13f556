import { parentPort } from 'node:worker_threads'
import { toArticleHtml, type ArticleHtml, type ArticleOptions } from './article-html.ts'

export interface RenderRequest {
  content: string
  options: ArticleOptions
}

/** Null when the content cannot be rendered. */
export type RenderResponse = ArticleHtml | null

function render({ content, options }: RenderRequest): RenderResponse {
  try {
    return toArticleHtml(content, options)
  } catch {
    return null
  }
}

/** Compiles the pipeline before the first article is timed. */
const SAMPLE = '# Title\n\n- [ ] *one*\n\n```ts\nconst a = 1\n```\n\n| a |\n|---|\n| [b](/c) |\n'

parentPort?.on('message', (request: RenderRequest) => parentPort?.postMessage(render(request)))
render({ content: SAMPLE, options: {} })
parentPort?.postMessage(null)
