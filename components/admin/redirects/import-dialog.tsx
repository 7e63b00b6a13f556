'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { CSV_TOO_LARGE } from '#contract/csv.ts'
import { hasErrorCode } from '#contract/errors.ts'
import {
  MAX_REDIRECTS,
  redirectImportResponseSchema,
  type ImportLine,
  type RedirectImport,
} from '#contract/redirects.ts'
import { countOf, formatCount } from '#lib/counts.ts'
import { staffRequest } from '../api.ts'
import { CsvField, readCsv } from '../csv-field.tsx'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { useRetryKey } from '../use-retry-key.ts'
import { redirectsKey } from './redirects-query.ts'

const LINES_SHOWN = 200

const send = async (
  json: { csv: string; dryRun: boolean },
  headers: Record<string, string> = {},
): Promise<RedirectImport> => {
  const options = { method: 'POST' as const, json, headers }
  return (await staffRequest('/api/redirects/import', redirectImportResponseSchema, options)).data
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { headersFor } = useRetryKey()
  const [csv, setCsv] = useState('')
  const check = useMutation({
    mutationFn: async (file: File) => {
      const text = await readCsv(file)
      setCsv(text)
      return send({ csv: text, dryRun: true })
    },
  })
  const write = useMutation({
    mutationFn: () => {
      const json = { csv, dryRun: false }
      return send(json, headersFor(json))
    },
    onSuccess: async (done) => {
      onClose()
      toast.success(`${countOf(done.new + done.changed, 'redirect')} imported.`)
      await refetch(queries, redirectsKey)
    },
  })
  const report = check.data
  const written = report ? report.new + report.changed : 0
  const ready = report !== undefined && report.invalid === 0 && written > 0
  const error = write.error ?? check.error
  const problem = hasErrorCode(error, 'too_large') ? CSV_TOO_LARGE : changeErrorText(error)
  return (
    <ChangeDialog
      title="Import Redirects"
      confirmLabel={ready ? `Import ${countOf(written, 'redirect')}` : 'Import'}
      busyLabel={write.isPending ? 'Importing…' : 'Checking the file…'}
      busy={write.isPending || check.isPending}
      ready={ready}
      error={error ? problem : undefined}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    >
      <CsvField
        hint={
          <>
            The first line names the columns from, to and status. At most {formatCount(MAX_REDIRECTS)}{' '}
            redirects; a path that is redirected already gets the new target.
          </>
        }
        locked={write.isPending}
        onClear={() => {
          write.reset()
          check.reset()
        }}
        onChoose={(file) => check.mutate(file)}
      />
      {report && <Report report={report} />}
    </ChangeDialog>
  )
}

function Report({ report }: { report: RedirectImport }) {
  const { new: created, changed, unchanged, invalid, lines, retargeted } = report
  const order: ImportLine['result'][] = ['invalid', 'changed', 'new']
  const listed = order.flatMap((result) => lines.filter((line) => line.result === result))
  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold">
        {created} new, {changed} changed, {unchanged} unchanged, {invalid} invalid
      </p>
      {invalid > 0 && <p>Nothing can be imported while a line is invalid.</p>}
      {retargeted.length > 0 && (
        <p className="text-sm wrap-anywhere">
          These follow to the new target: {retargeted.slice(0, 20).join(', ')}
          {retargeted.length > 20 && ` and ${retargeted.length - 20} more`}
        </p>
      )}
      {listed.length > 0 && (
        <div role="group" aria-label="Lines of the file" tabIndex={0} className="report-lines">
          <ul>
            {listed.slice(0, LINES_SHOWN).map(({ line, from, to, status, result, message }) => (
              <li key={line}>
                <strong className={result === 'invalid' ? 'control-error' : undefined}>
                  Line {line}: {result}
                </strong>{' '}
                <span className="wrap-anywhere">
                  {from} → {to || status}
                </span>
                {message && <span className="block">{message}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {listed.length > LINES_SHOWN && (
        <p className="text-sm">and {formatCount(listed.length - LINES_SHOWN)} more lines</p>
      )}
    </div>
  )
}
