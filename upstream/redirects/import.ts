import type { CsvRow } from '#contract/csv.ts'
import { ApiError, fieldErrors } from '#contract/errors.ts'
import {
  MAX_REDIRECTS,
  redirectInputSchema,
  type ImportLine,
  type RedirectImport,
} from '#contract/redirects.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { recordActivity } from '../activity/record.ts'
import type { DialectName } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { readCsv, rejectCsv } from '../http/csv.ts'
import { checkRedirects, withoutOwnOrigin } from './check.ts'
import {
  insertRedirects,
  listAllRedirects,
  recordRedirectChange,
  retarget,
  updateRedirects,
  type NewRedirect,
} from './store.ts'

type Row = { given: Pick<ImportLine, 'line' | 'from' | 'to' | 'status'> } & (
  { redirect: NewRedirect } | { problem: string }
)

function readRows(csv: string, siteUrl: string): Row[] {
  const [header, ...lines] = readCsv(csv, MAX_REDIRECTS + 2)
  const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? []
  const at = { from: names.indexOf('from'), to: names.indexOf('to'), status: names.indexOf('status') }
  if (at.from < 0 || at.to < 0)
    rejectCsv('The first line must name the columns: from, to and, if not all are 301, status.')
  if (lines.length === 0) rejectCsv('The file has no redirects.')
  if (lines.length > MAX_REDIRECTS)
    rejectCsv(`A file can have at most ${MAX_REDIRECTS.toLocaleString('en-US')} redirects.`)
  return lines.map((row) => readRow(row, at, siteUrl))
}

function readRow(
  { line, cells }: CsvRow,
  at: { from: number; to: number; status: number },
  siteUrl: string,
): Row {
  const [from = '', to = '', status = ''] = [cells[at.from], cells[at.to], cells[at.status]].map((cell) =>
    cell?.trim(),
  )
  const given = { line, from, to, status: status || '301' }
  const parsed = redirectInputSchema.safeParse({ from, to, status: Number(given.status) })
  if (!parsed.success) return { given, problem: Object.values(fieldErrors(parsed.error))[0] ?? '' }
  const { data } = parsed
  const target = data.status === 410 ? '' : withoutOwnOrigin(data.to, siteUrl)
  return { given, redirect: { source: data.from, target, status: data.status } }
}

/** Imports all rows or none; existing sources get the new target. */
export async function importRedirects(
  trx: LockedTrx,
  dialect: DialectName,
  account: FreshAccount,
  { csv, dryRun, siteUrl }: { csv: string; dryRun: boolean; siteUrl: string },
): Promise<RedirectImport> {
  const rows = readRows(csv, siteUrl)
  const stored = new Map((await listAllRedirects(trx)).map((row) => [row.source, row]))
  const isSame = ({ source, target, status }: NewRedirect) => {
    const known = stored.get(source)
    return known !== undefined && known.target === target && known.status === status
  }
  const wanted = new Map<string, NewRedirect>()
  for (const row of rows)
    if ('redirect' in row && !wanted.has(row.redirect.source)) wanted.set(row.redirect.source, row.redirect)
  const written = [...wanted.values()].filter((redirect) => !isSame(redirect))
  const { problems, retargets } = await checkRedirects(trx, stored, written)

  const toLine = (row: Row): ImportLine => {
    const invalid = (message: string) => ({ ...row.given, result: 'invalid' as const, message })
    if ('problem' in row) return invalid(row.problem)
    const { redirect } = row
    if (wanted.get(redirect.source) !== redirect) return invalid('An earlier line has the same path.')
    const known = stored.get(redirect.source)
    if (known && isSame(redirect)) return { ...row.given, result: 'unchanged', message: '' }
    const problem = problems.get(redirect.source)
    if (problem) return invalid(problem.message)
    if (!known) return { ...row.given, result: 'new', message: '' }
    return { ...row.given, result: 'changed', message: `Was ${known.status} ${known.target}`.trim() }
  }
  const lines = rows.map(toLine)
  const count = (result: ImportLine['result']) => lines.filter((line) => line.result === result).length
  const report: RedirectImport = {
    dryRun,
    new: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    invalid: count('invalid'),
    retargeted: retargets.map(({ source }) => source),
    lines,
  }
  if (stored.size + report.new > MAX_REDIRECTS) throw tooMany()
  if (dryRun) return report
  if (report.invalid > 0) {
    const first = lines.find(({ result }) => result === 'invalid')
    rejectCsv(`Nothing was imported: line ${first?.line}: ${first?.message}`)
  }
  if (written.length === 0) return report
  await insertRedirects(
    trx,
    account,
    written.filter(({ source }) => !stored.has(source)),
  )
  const changed = written.flatMap((redirect) => {
    const known = stored.get(redirect.source)
    return known ? [{ ...redirect, id: known.id }] : []
  })
  await updateRedirects(trx, changed)
  await retarget(trx, account, retargets)
  const name = written.length === 1 ? '1 redirect' : `${written.length} redirects`
  const object = { type: 'redirect', id: '', name }
  await recordActivity(trx, account, { kind: 'redirect.imported', object })
  await recordRedirectChange(trx, dialect)
  return report
}

export const tooMany = () =>
  new ApiError('conflict', `There can be at most ${MAX_REDIRECTS.toLocaleString('en-US')} redirects.`)
