import clsx from 'clsx'
import { SiteLink } from '#components/ui/link.tsx'
import type {
  Import,
  ImportPost,
  ImportFormat,
  ImportOutcome,
  ImportPlan,
  ImportStatus,
} from '#contract/imports.ts'
import { TableHeader } from '../ui/table-header.tsx'

export const formatNames: Record<ImportFormat, string> = {
  markdown: 'Markdown',
  wordpress: 'WordPress',
  ghost: 'Ghost',
}

export const nounOf = ({ caseStudies }: Pick<Import, 'caseStudies'>) => (caseStudies > 0 ? 'item' : 'post')

const pathOf = { post: '/blog', caseStudy: '/work' }
const editorOf = { post: '/admin/blogs/edit', caseStudy: '/admin/case-studies/edit' }

const planTexts: Record<ImportPlan, string> = {
  new: 'New',
  taken: 'URL taken',
  existing: 'Already here',
  invalid: 'Cannot be imported',
}

const outcomeTexts: Record<ImportOutcome, string> = {
  imported: 'Imported',
  skipped: 'Skipped',
  failed: 'Not imported',
}

const statusTexts: Record<ImportStatus, string> = {
  published: 'published',
  scheduled: 'scheduled',
  expired: 'expired',
  restricted: 'restricted',
  sent: 'sent as an e-mail',
  draft: 'draft',
}

const describeStatus = ({ status, published }: ImportPost) =>
  statusTexts[status ?? (published ? 'published' : 'draft')]

interface ImportTableProps {
  label: string
  posts: ImportPost[]
}

export const ImportTable = ({ label, posts }: ImportTableProps) => (
  <table className="compact-table import-table">
    <caption className="sr-only">{label}</caption>
    <TableHeader columns={['Title', 'Author', 'In the file', 'Import']} />
    <tbody>
      {posts.map((post) => (
        <tr key={post.path + post.title} data-row className="compact-row">
          <th scope="row" className="compact-name">
            <span className="block font-semibold">
              {post.postId === null ? (
                post.title
              ) : (
                <SiteLink href={`${editorOf[post.kind]}/${post.postId}`} className="link">
                  {post.title}
                </SiteLink>
              )}
            </span>
            {!isUnread(post) && (
              <span className="block text-sm text-muted">
                {post.slug ? `${pathOf[post.kind]}/${post.slug}` : 'a new URL'}
              </span>
            )}
            {post.redirects.length > 0 && (
              <span className="block text-sm text-muted wrap-anywhere">
                Redirects from {post.redirects.join(', ')}
              </span>
            )}
            <Problems problems={post.problems} />
          </th>
          <td data-label="Author">
            {!isUnread(post) && post.author.name}
            {post.author.source !== '' && post.author.source !== post.author.name && (
              <span className="block text-sm text-muted">“{post.author.source}” in the file</span>
            )}
          </td>
          <td data-label="In the file">{!isUnread(post) && describeStatus(post)}</td>
          <td>
            <Badge post={post} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Problems({ problems }: Pick<ImportPost, 'problems'>) {
  const lines = problems.flatMap((problem) => problem.split('\n'))
  if (lines.length === 0) return null
  return (
    <ul className="mt-1 text-sm font-normal text-accent">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

/** Nothing is known about a file that could not be read. */
const isUnread = ({ slug, plan, outcome }: ImportPost) =>
  slug === '' && (plan === 'invalid' || outcome === 'failed')

const isGood = ({ plan, outcome }: ImportPost) => (outcome ? outcome === 'imported' : plan === 'new')

const Badge = ({ post }: { post: ImportPost }) => (
  <span
    className={clsx(
      'inline-block px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
      isGood(post) ? 'bg-good text-paper' : 'bg-flag-yellow text-on-yellow',
    )}
  >
    {post.outcome ? outcomeTexts[post.outcome] : planTexts[post.plan]}
  </span>
)
