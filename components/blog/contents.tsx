import type { Heading } from '#lib/blog/decorate.ts'

const WORTH_LISTING = 3

/** The sections of a longer article. */
export function Contents({ headings }: { headings: Heading[] }) {
  if (headings.length < WORTH_LISTING) return null
  return (
    <nav aria-label="Contents" className="no-print">
      <h2 className="text-sm font-semibold text-muted">In this article</h2>
      <ol className="mt-3 grid border-l-2 border-line">
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a href={`#${id}`} className={level === 2 ? 'contents-link' : 'contents-link pl-8'}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
