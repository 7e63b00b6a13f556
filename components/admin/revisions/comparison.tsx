import type { ReactNode } from 'react'
import type { FullRevision } from '#contract/revisions.ts'
import { seoFieldNames } from '../seo/field-names.ts'
import { compareTags, type Part } from './compare.ts'
import { PartText, TextDiff } from './text-diff.tsx'

interface ComparisonProps {
  from: FullRevision | null
  to: FullRevision
  view: 'inline' | 'side'
}

const statusOf = ({ published }: FullRevision) => (published ? 'published' : 'draft')
const altOf = ({ cover }: FullRevision) => cover?.alt ?? ''
const categoryOf = ({ category }: FullRevision) => category?.name ?? 'none'
const coverOf = ({ cover }: FullRevision) => cover?.sources.at(0)?.url ?? ''

const texts: [string, (revision: FullRevision) => string][] = [
  ['Title', ({ title }) => title],
  ['URL', ({ slug }) => slug],
  ['Excerpt', ({ excerpt }) => excerpt],
  ['Status', statusOf],
  ['Category', categoryOf],
  ['Alternative text', altOf],
  ...seoFieldNames.map(([field, label]): [string, (revision: FullRevision) => string] => [
    label,
    ({ seo }) => String(seo?.[field] || ''),
  ]),
]

export function Comparison({ from, to, view }: ComparisonProps) {
  const tags = compareTags(from?.tags ?? [], to.tags)
  const isRetagged = (from?.tags ?? []).join('\n') !== to.tags.join('\n')
  const covers = { before: from ? coverOf(from) : '', after: coverOf(to) }
  const content = from?.content ?? ''
  const changed = texts.flatMap(([label, valueOf]) => {
    const [before, after] = [from ? valueOf(from) : '', valueOf(to)]
    return before === after ? [] : [{ label, before, after }]
  })
  const isSame =
    changed.length === 0 && !isRetagged && covers.before === covers.after && content === to.content
  if (isSame) return <p className="text-muted">The two revisions have the same content.</p>
  return (
    <div className="grid gap-6">
      {changed.map(({ label, before, after }) => (
        <Field key={label} label={label}>
          <TextDiff before={before} after={after} view={view} />
        </Field>
      ))}
      {isRetagged && (
        <Field label="Tags">
          <Tags tags={tags} />
        </Field>
      )}
      {covers.before !== covers.after && (
        <Field label="Cover">
          <div className="revision-row">
            <Cover label="Before" url={covers.before} alt={from ? altOf(from) : ''} />
            <Cover label="After" url={covers.after} alt={altOf(to)} />
          </div>
        </Field>
      )}
      {content !== to.content && (
        <Field label="Text">
          <TextDiff before={content} after={to.content} view={view} />
        </Field>
      )}
    </div>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <h3 className="mb-1.5 font-semibold">{label}</h3>
      {children}
    </section>
  )
}

function Tags({ tags }: { tags: Part[] }) {
  const isReordered = tags.every(({ kind }) => kind === 'same')
  return (
    <>
      <ul className="revision-tags">
        {tags.map((part) => (
          <li key={part.text}>
            <PartText part={part} />
          </li>
        ))}
      </ul>
      {isReordered && <p className="mt-1 text-sm text-muted">The same tags in another order.</p>}
    </>
  )
}

function Cover({ label, url, alt }: { label: string; url: string; alt: string }) {
  return (
    <figure>
      <figcaption className="text-sm text-muted">{label}</figcaption>
      {url === '' ? <p>No cover</p> : <img src={url} alt={alt} className="revision-cover" />}
    </figure>
  )
}
