import type { CaseStudySummary } from '#contract/case-studies.ts'
import { escapeLinkText } from '#contract/markdown-links.ts'
import type { PostSummary } from '#contract/posts.ts'
import { isIndexed } from '#contract/seo.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { hasMarkdownPath, markdownPath } from './blog/post-markdown.ts'
import type { PostPage } from './blog/public-client.ts'
import { getNewestPosts } from './blog/queries.ts'
import { getCaseStudies } from './case-studies/queries.ts'
import { absoluteUrl } from './metadata.ts'
import { navigation } from './routes.ts'
import { getSettings } from './settings/settings.ts'

const LISTED_POSTS = 100

const toLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const toLinkText = (text: string) => escapeLinkText(toLine(text))

const link = (name: string, path: string, note = '') =>
  `- [${toLinkText(name)}](${absoluteUrl(path)})${note ? `: ${toLine(note)}` : ''}`

const section = (title: string, lines: string[]) =>
  lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`]

const postLink = (post: PostSummary) => link(post.title, markdownPath(post.slug), post.excerpt)
const studyLink = ({ slug, title, client, summary }: CaseStudySummary) =>
  link(`${title} for ${client}`, `/work/${slug}`, summary)

const explain = ({ posts, total }: PostPage) =>
  total > posts.length
    ? `The blog posts below are the newest ${posts.length} of ${total}, as Markdown. The sitemap lists the others; each address with .md at its end is the Markdown.`
    : 'The blog posts below are as Markdown, newest first.'

type Brand = Pick<PublicSettings, 'name' | 'tagline' | 'description'>

export const writeLlms = (brand: Brand, page: PostPage, studies: CaseStudySummary[]): string =>
  `${[
    `# ${toLine(brand.name)}`,
    `> ${toLine(brand.tagline)}`,
    toLine(brand.description),
    explain(page),
    ...section(
      'Blog posts',
      page.posts.filter((post) => hasMarkdownPath(post) && isIndexed(post)).map(postLink),
    ),
    ...section('Case studies', studies.map(studyLink)),
    ...section(
      'Pages',
      navigation.map(({ href, label }) => link(label, href)),
    ),
    ...section('Optional', [link('Sitemap', '/sitemap.xml'), link('RSS feed', '/feed.xml')]),
  ].join('\n\n')}\n`

export async function llmsResponse(): Promise<Response> {
  const [brand, page, studies] = await Promise.all([
    getSettings(),
    getNewestPosts(LISTED_POSTS),
    getCaseStudies(),
  ])
  return new Response(writeLlms(brand, page, studies), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
