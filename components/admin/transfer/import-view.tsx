'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '#components/ui/button.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { importOptionsSchema, type Import, type ImportOptions } from '#contract/imports.ts'
import { countOf, formatCount } from '#lib/counts.ts'
import '../ui/compact-table.css'
import './transfer.css'
import { staffDelete } from '../api.ts'
import { callerErrorText } from '../error-text.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { formatBytes } from '../ui/format.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { useIsShown } from '../ui/use-is-shown.ts'
import { useUrlState } from '../ui/use-url-state.ts'
import { FinishedImport } from './finished-import.tsx'
import { ImportAuthors } from './import-authors.tsx'
import { ImportOptionFields } from './import-options.tsx'
import { importQuery, importUrl } from './import-query.ts'
import { ImportTable, formatNames, nounOf } from './import-table.tsx'
import { useRunImport } from './use-run-import.ts'

export function ImportView({ id }: { id: string }) {
  const url = importUrl(id)
  const [state, setState] = useUrlState(url)
  const { data, isError, isPlaceholderData, refetch } = useQuery(importQuery(id, state.page))
  const [chosen, setChosen] = useState<ImportOptions>(importOptionsSchema.parse({}))
  if (isError && !data) return <LoadError what="the import" onRetry={refetch} />
  if (!data) return null
  const heading = data.caseStudies > 0 ? 'Posts and case studies' : 'Posts'
  const label = `${heading} of the file`
  return (
    <div className="max-w-5xl">
      <h1 className="sr-only">Import of {data.name}</h1>
      <StandaloneLink href="/admin/import">Back to Import & Export</StandaloneLink>
      <Summary data={data} chosen={chosen} />
      <RunForm data={data} chosen={chosen} onChoose={setChosen} />
      <h2 className="mt-10 mb-2 text-lg font-bold">{heading}</h2>
      <PagedList
        label={label}
        busy={isPlaceholderData}
        summary={countOf(data.total, nounOf(data))}
        page={state.page}
        totalPages={data.totalPages}
        hrefOf={(page) => url.toHref({ page })}
        onPage={(page, mode) => setState({ page }, mode)}
      >
        <ImportTable label={label} posts={data.posts} />
      </PagedList>
    </div>
  )
}

function Summary({ data, chosen }: { data: Import; chosen: ImportOptions }) {
  const { name, bytes, format, plans, outcomes, images, redirects, options, problems, finished } = data
  return (
    <section aria-label="File" className="mt-4">
      <p className="text-lg font-bold wrap-anywhere">{name}</p>
      <p className="text-muted">
        {format && `${formatNames[format]} · `}
        {formatBytes(bytes)}
        {!finished && ` · ${countOf(images, 'image')} found`}
      </p>
      {!finished && (
        <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
          <li>{countOf(plans.new, `new ${nounOf(data)}`)}</li>
          {plans.taken > 0 && (
            <li>
              {plans.taken} with a URL that another {nounOf(data)} has
            </li>
          )}
          {plans.existing > 0 && <li>{plans.existing} already here, skipped</li>}
          {plans.invalid > 0 && <li>{plans.invalid} cannot be imported</li>}
          {outcomes.imported > 0 && <li>{outcomes.imported} imported already</li>}
          {outcomes.skipped > 0 && <li>{outcomes.skipped} skipped</li>}
          {outcomes.failed > 0 && <li>{outcomes.failed} not imported</li>}
          {options === null && redirects.new + redirects.taken > 0 && (
            <li>
              {countOf(redirects.new, 'redirect')} from old addresses of posts
              {redirects.taken > 0 && `, ${redirects.taken} more if posts get a new URL`}
            </li>
          )}
          {options === null &&
            plans.new + plans.taken > 0 &&
            (format === 'wordpress' || format === 'ghost') && (
              <li>Old addresses of feeds, tags, categories and authors redirect, too</li>
            )}
        </ul>
      )}
      {!finished && (
        <ImportAuthors
          authors={data.authors}
          moreAuthors={data.moreAuthors}
          moreTakenAuthors={data.moreTakenAuthors}
          taken={(options ?? chosen).taken}
        />
      )}
      {problems.map((problem) => (
        <p key={problem} className="mt-2 text-accent">
          {problem}
        </p>
      ))}
    </section>
  )
}

const stoppedText = 'The import stopped. What was imported so far is kept: continue to import the rest.'

interface RunFormProps {
  data: Import
  chosen: ImportOptions
  onChoose: (options: ImportOptions) => void
}

function RunForm({ data, chosen, onChoose }: RunFormProps) {
  const [siteError, setSiteError] = useState('')
  const run = useRunImport(data.id)
  const startButton = useRef<HTMLButtonElement>(null)
  const siteInput = useRef<HTMLElement>(null)
  const state = run.progress ?? data
  const { plans, total, remaining, finished, options: begun } = state
  const options = begun ?? chosen
  const count = plans.new + (options.taken === 'rename' ? plans.taken : 0)
  const fetched = run.progress?.hosts.reduce((sum, host) => sum + host.fetched, 0) ?? 0
  const hasBegun = begun !== null || remaining < total
  const start = () => {
    const checked = importOptionsSchema.safeParse(options)
    setSiteError(checked.error?.issues[0]?.message ?? '')
    if (checked.success) run.start(checked.data)
    else siteInput.current?.focus()
  }
  const stop = () => {
    run.stop()
    startButton.current?.focus()
  }
  if (finished)
    return (
      <FinishedImport
        data={state}
        options={options}
        isRetried={run.isRetried}
        busy={run.isPending}
        error={run.error}
        onRetry={(retry) => run.start(options, retry)}
      />
    )
  return (
    <div className="mt-6 grid gap-5">
      {!run.isPending && (plans.new + plans.taken > 0 || hasBegun) && (
        <ImportOptionFields
          format={data.format}
          noun={nounOf(data)}
          options={options}
          siteError={siteError}
          siteRef={(input) => {
            siteInput.current = input
          }}
          locked={begun !== null}
          taken={plans.taken}
          hosts={plans.new + plans.taken > 0 ? data.hosts : []}
          onChange={onChoose}
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        {count > 0 || hasBegun ? (
          <Button ref={startButton} aria-disabled={run.isPending || undefined} onClick={start}>
            {hasBegun ? 'Continue the import' : `Import ${countOf(count, nounOf(data))}`}
          </Button>
        ) : (
          <p className="text-muted">There is nothing to import from this file.</p>
        )}
        {run.isPending ? (
          <>
            <p role="status" className="text-muted">
              {remaining > 0
                ? `Importing: ${formatCount(total - remaining)} of ${formatCount(total)}…`
                : 'Fetching images…'}
              {fetched > 0 && ` ${countOf(fetched, 'image')} fetched.`}
            </p>
            <progress aria-label="Import" max={total} value={total - remaining} className="accent-signal" />
            <Button variant="quiet" aria-disabled={run.isStopping || undefined} onClick={stop}>
              {run.isStopping ? 'Stopping…' : 'Stop'}
            </Button>
          </>
        ) : (
          <DiscardButton id={data.id} />
        )}
      </div>
      {run.isPending && (
        <p className="text-sm text-muted">
          It goes on while this page is open. When you stop it, you can continue later.
        </p>
      )}
      {run.error && <Notice tone="error">{callerErrorText(run.error, stoppedText)}</Notice>}
    </div>
  )
}

function DiscardButton({ id }: { id: string }) {
  const router = useRouter()
  const isShown = useIsShown()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate } = useMutation({
    mutationFn: () => staffDelete(`/api/imports/${id}`),
    onError: (error) => {
      const description = callerErrorText(error, '')
      toast.error('The file could not be discarded. Please try again.', { description })
    },
  })
  const discard = () => {
    setIsAsking(false)
    mutate(undefined, {
      onSuccess: () => {
        if (isShown.current) router.push('/admin/import')
        router.refresh()
      },
    })
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        Discard this file
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Discard this file?"
        question="The uploaded file is deleted. What was imported from it stays."
        confirmLabel="Discard"
        destructive
        onConfirm={discard}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
