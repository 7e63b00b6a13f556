import { SiteLink } from '#components/ui/link.tsx'
import type { ExportSummary, ImportSummary } from '#contract/imports.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { countOf } from '#lib/counts.ts'
import { formatBytes } from '../ui/format.ts'
import { ExportButton } from './export-button.tsx'
import { ImportForm } from './import-form.tsx'

interface TransferViewProps {
  summary: ExportSummary
  imports: ImportSummary[] | null
}

export function TransferView({ summary, imports }: TransferViewProps) {
  const checked = imports?.filter((entry) => entry.checked) ?? []
  return (
    <div className="grid max-w-3xl gap-10">
      <h1 className="sr-only">Import & Export</h1>
      <section aria-labelledby="export" className="border-t-8 border-flag-blue bg-sheet p-5">
        <h2 id="export" className="text-lg font-bold">
          Export
        </h2>
        <p className="mt-2 mb-5 max-w-measure">
          All posts and case studies with their drafts as Markdown files, their images, and the categories, in
          a .zip file: {countOf(summary.posts, 'post')},{' '}
          {countOf(summary.caseStudies, 'case study', 'case studies')}, {countOf(summary.images, 'image')}. It
          can be imported again. Archived posts and those in the trash are left out.
        </p>
        <ExportButton />
      </section>
      {imports && (
        <section aria-labelledby="import" className="border-t-8 border-signal bg-sheet p-5">
          <h2 id="import" className="text-lg font-bold">
            Import
          </h2>
          <div className="mt-2 mb-5 grid max-w-measure gap-2">
            <p>
              An export of this site, of WordPress (.xml) or of Ghost (.json), or Markdown files (Hugo,
              Jekyll, Astro, Eleventy, Obsidian), as a folder or a .zip file. For images, put the export and
              the uploads into one folder or .zip file; for redirects from the addresses of Hugo or Jekyll,
              add the settings of the site.
            </p>
            <p className="text-muted">
              The file is checked first: you see the outcome for each post, and choose whether images are
              fetched from other servers, before anything is imported.
            </p>
          </div>
          <ImportForm />
          {checked.length > 0 && <ImportList imports={checked} />}
        </section>
      )}
    </div>
  )
}

const ImportList = ({ imports }: { imports: ImportSummary[] }) => (
  <>
    <h3 className="mt-8 font-bold">Files of the last 7 days</h3>
    <ul className="mt-2 border-t-[1.5px] border-line">
      {imports.map(({ id, name, bytes, createdAt, begun, finished }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 border-b-[1.5px] border-line py-1"
        >
          <SiteLink
            href={`/admin/import/${id}`}
            className="link inline-flex min-h-11 items-center wrap-anywhere"
          >
            {name}
          </SiteLink>
          <span className="text-sm text-muted">
            {finished ? 'Imported' : begun ? 'Partly imported' : 'Checked'} · {formatBytes(bytes)} ·{' '}
            {formatDateTime(createdAt)}
          </span>
        </li>
      ))}
    </ul>
  </>
)
