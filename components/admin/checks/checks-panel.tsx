import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useSite } from '#components/site/site-context.tsx'
import { checkPost, scanText, type Problem } from '#contract/post-checks.ts'
import { countOf } from '#lib/counts.ts'
import type { Publishing } from '#lib/settings/staff-settings.ts'
import type { CoverChange } from '../editor/document.ts'
import type { PostFields, StoredPost } from '../editor/post-fields.ts'
import { useSeo } from '../seo/use-seo.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { selectText } from '../writing/select-text.ts'
import { ExternalLinks } from './external-links.tsx'
import { useReferenceProblems } from './use-reference-problems.ts'

const DEBOUNCE_MS = 500

const watched = ['title', 'content', 'excerpt', 'coverAlt'] as const

function goTo({ field, range }: Problem) {
  if (range) return selectText(range)
  if (field === 'content') return
  const target = document.getElementById(field === 'cover' ? 'coverAlt' : field)
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

const countProblems = (problems: Problem[], required: Publishing['required']) => {
  if (problems.length === 0) return 'Nothing to fix.'
  const blocking = problems.filter(({ check }) => required.includes(check)).length
  const found = `${countOf(problems.length, 'thing')} to fix`
  return blocking === 0 ? `${found}.` : `${found}, ${blocking} required to publish.`
}

interface ChecksPanelProps {
  publishing: Publishing
  stored: StoredPost | null
  cover: CoverChange
}

export function ChecksPanel({ publishing, stored, cover }: ChecksPanelProps) {
  const { siteUrl, required } = publishing
  const { name: brand } = useSite()
  const values = useWatch<PostFields, typeof watched>({ name: watched })
  const [title, content, excerpt, coverAlt] = useDebounced(values, DEBOUNCE_MS)
  const seo = useSeo()
  const storedCover = cover.media?.url ?? (cover.removed ? null : (stored?.cover ?? null))
  const scanned = useMemo(() => scanText(content), [content])
  const references = useReferenceProblems(cover.file ? null : storedCover, scanned, siteUrl)
  const problems = useMemo(() => {
    const shown = cover.file ? 'file' : storedCover
    const post = { title, content: scanned.content, excerpt, coverAlt, seo, cover: shown }
    return checkPost(post, references, { brand, siteUrl }, scanned)
  }, [title, scanned, excerpt, coverAlt, seo, cover.file, storedCover, references, brand, siteUrl])

  return (
    <section aria-labelledby="checks" className="checks">
      <h2 id="checks" className="font-semibold">
        Checks
      </h2>
      <p className="text-sm text-muted">{countProblems(problems, required)}</p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.check} ${problem.field} ${problem.range?.from} ${problem.message}`}>
              <button type="button" className="checks-problem" onClick={() => goTo(problem)}>
                {required.includes(problem.check) && <span className="checks-required">Required</span>}
                <span className="link">{problem.message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {stored && <ExternalLinks postId={stored.id} siteUrl={siteUrl} scanned={scanned} />}
    </section>
  )
}
