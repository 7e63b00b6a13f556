import type { ExportSummary } from '#contract/imports.ts'
import { countOf } from '#lib/counts.ts'
import { ExportButton } from './export-button.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportList } from './import-list.tsx'

interface TransferViewProps {
  summary: ExportSummary
  canImport: boolean
}

export function TransferView({ summary, canImport }: TransferViewProps) {
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
          can be imported again. Unpublished changes of posts are separate files, which an import restores
          with their posts. The file has no archived or deleted posts.
        </p>
        <ExportButton />
      </section>
      {canImport && (
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
          <ImportList />
        </section>
      )}
    </div>
  )
}
