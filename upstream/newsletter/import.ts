import type { Selectable } from 'kysely'
import { isDay } from '#contract/calendar.ts'
import { withoutFormulaQuote, type CsvRow } from '#contract/csv.ts'
import { fieldErrors } from '#contract/errors.ts'
import { newsletterSchema } from '#contract/newsletter.ts'
import { IMPORT_PROBLEMS_SHOWN, MAX_IMPORT_ROWS, type SubscriberImport } from '#contract/subscribers.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { recordActivity } from '../activity/record.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { batchesOf } from '../db/parameters.ts'
import type { Tables } from '../db/tables.ts'
import { readCsv, rejectCsv } from '../http/csv.ts'
import { addConfirmed, deleteSubscribers, type NewSubscriber } from './subscribers.ts'
import { findUnsubscribed, recordUnsubscribed } from './unsubscribed.ts'

const no = /^(?:false|no|0)$/i
const yes = /^(?:true|yes|1)$/i
const filled = /\S/
const unsubscribedStatus = /^unsubscribed$/i
const inactive =
  /^(?:non-?subscribed|inactive|paused|disabled|malicious|cleaned|bounced|blocked|removed|deleted|archived|complained|undeliverable|spammy|unactivated|unconfirmed|pending)$/i

/** Columns with the time of the subscription of this site, Mailchimp, Ghost and Substack, and Buttondown; the first counts. */
const sinceColumns = ['subscribed', 'confirmtime', 'optintime', 'createdat', 'creationdate']
const unsubscribedAtColumns = ['unsubscribedat', 'unsubscriptiondate', 'unsubtime']
const timePattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:\d\d)?$/

const emailColumns = ['email', 'emailaddress']

/** Cells of people who unsubscribed, by column of Ghost, Mailchimp, Buttondown and Substack. */
const unsubscribedCells = new Map([
  ['subscribedtoemails', no],
  ['subscribed', no],
  ['unsubscribed', yes],
  ['emaildisabled', yes],
  ['status', unsubscribedStatus],
  ['type', unsubscribedStatus],
  ['subscribertype', unsubscribedStatus],
  ...unsubscribedAtColumns.map((column) => [column, filled] as const),
])

/** Cells of people who cannot be reached or never subscribed. */
const inactiveCells = new Map([
  ['status', inactive],
  ['type', inactive],
  ['subscribertype', inactive],
  ['cleantime', filled],
])

/** True for a row with a cell that matches the pattern of its column. */
function rowMatcher(names: string[], patterns: Map<string, RegExp>) {
  const columns = names.flatMap((name, index) => {
    const pattern = patterns.get(name)
    return pattern ? [{ index, pattern }] : []
  })
  return ({ cells }: CsvRow) => columns.some(({ index, pattern }) => pattern.test(cells[index]?.trim() ?? ''))
}

/** Undefined when the row has no time in the past; times without a zone are UTC. */
function readTime(columns: string[], names: string[], { cells }: CsvRow): number | undefined {
  for (const column of columns) {
    const [, day = '', time = '00:00', zone = 'Z'] =
      timePattern.exec(cells[names.indexOf(column)]?.trim() ?? '') ?? []
    const parsed = isDay(day) ? Date.parse(`${day}T${time}${zone}`) : NaN
    if (parsed > 0 && parsed < Date.now()) return parsed
  }
  return undefined
}

type SubscriberRow = Selectable<Tables['subscribers']>

interface SubscriberFile {
  subscribers: NewSubscriber[]
  /** When each address unsubscribed, if the file has the time. */
  unsubscribed: Map<string, number | undefined>
  inactive: number
  problems: SubscriberImport['problems']
}

export function readSubscribers(csv: string): SubscriberFile {
  const [header, ...rows] = readCsv(csv, MAX_IMPORT_ROWS + 2)
  const names = header?.cells.map((name) => name.toLowerCase().replace(/[\s_-]/g, '')) ?? []
  const emailAt = names.findIndex((name) => emailColumns.includes(name))
  if (emailAt < 0) rejectCsv('The first line must name the columns, one of them “email” or “email address”.')
  if (rows.length === 0) rejectCsv('The file has no subscribers.')
  if (rows.length > MAX_IMPORT_ROWS)
    rejectCsv(`A file can have at most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} subscribers.`)
  const hasUnsubscribed = rowMatcher(names, unsubscribedCells)
  const isInactive = rowMatcher(names, inactiveCells)
  const subscribers = new Map<string, NewSubscriber>()
  const unsubscribed = new Map<string, number | undefined>()
  const excluded = new Set<string>()
  const problems: SubscriberImport['problems'] = []
  for (const row of rows) {
    const parsed = newsletterSchema.safeParse({ email: withoutFormulaQuote(row.cells[emailAt] ?? '') })
    if (!parsed.success) {
      problems.push({ line: row.line, message: Object.values(fieldErrors(parsed.error))[0] ?? '' })
      continue
    }
    const { email } = parsed.data
    const address = email.toLowerCase()
    if (hasUnsubscribed(row)) {
      const latest = Math.max(
        unsubscribed.get(address) ?? 0,
        readTime(unsubscribedAtColumns, names, row) ?? 0,
      )
      unsubscribed.set(address, latest || undefined)
    } else if (isInactive(row)) excluded.add(address)
    else if (!subscribers.has(address))
      subscribers.set(address, { email, since: readTime(sinceColumns, names, row) })
  }
  for (const address of unsubscribed.keys()) excluded.delete(address)
  for (const address of [...unsubscribed.keys(), ...excluded]) subscribers.delete(address)
  return {
    subscribers: [...subscribers.values()],
    unsubscribed,
    inactive: excluded.size,
    problems,
  }
}

/** An import without a date says nothing about when the person subscribed. */
function hasLeft(
  { created_at, confirmed_at, asked_at }: Pick<SubscriberRow, 'created_at' | 'confirmed_at' | 'asked_at'>,
  unsubscribedAt: number | undefined,
): boolean {
  // The form sets the time for an address that was imported before, without proof that its owner used it.
  const usedForm = asked_at !== null && ((confirmed_at ?? 0) > created_at || asked_at <= (confirmed_at ?? 0))
  if (unsubscribedAt === undefined) return !usedForm
  return unsubscribedAt > (confirmed_at ?? 0) || (!usedForm && confirmed_at === created_at)
}

/** Subscribers who subscribed here after leaving elsewhere stay, and unconfirmed ones may still confirm. */
async function removeUnsubscribed(trx: LockedTrx, unsubscribed: Map<string, number | undefined>) {
  const counts = { removed: 0, existing: 0 }
  for (const batch of batchesOf([...unsubscribed.keys()])) {
    const rows = await trx
      .selectFrom('subscribers')
      .select(['address', 'created_at', 'confirmed_at', 'asked_at'])
      .where('address', 'in', batch)
      .where('confirmed_at', 'is not', null)
      .execute()
    const leaving = rows.filter((row) => hasLeft(row, unsubscribed.get(row.address)))
    const deleted = await deleteSubscribers(
      trx,
      leaving.map(({ address }) => address),
    )
    counts.removed += deleted.length
    counts.existing += rows.length - deleted.length
    const subscribed = new Set(rows.map(({ address }) => address))
    await recordUnsubscribed(
      trx,
      batch.filter((address) => !subscribed.has(address)),
    )
  }
  return counts
}

async function findUndeliverable(trx: LockedTrx, addresses: string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('subscribers')
    .innerJoin('outbox', 'outbox.subscriber', 'subscribers.address')
    .select('address')
    .where('address', 'in', addresses)
    .where('confirmed_at', 'is', null)
    .where('outbox.status', '=', 'failed')
    .execute()
  return rows.map(({ address }) => address)
}

function toName({ added, existing, removed, excluded, invalid }: Omit<SubscriberImport, 'problems'>): string {
  const others = [
    [existing, 'already subscribed'],
    [removed, 'removed'],
    [excluded, 'left out'],
    [invalid, 'invalid'],
  ] as const
  const counted = others.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const name = added === 1 ? '1 subscriber' : `${added} subscribers`
  return counted.length > 0 ? `${name} (${counted.join(', ')})` : name
}

/** Callers confirm that these people agreed, so they get no e-mail to confirm their address. */
export async function importSubscribers(
  trx: LockedTrx,
  account: FreshAccount,
  { subscribers, unsubscribed, inactive, problems }: SubscriberFile,
): Promise<SubscriberImport> {
  const { removed, existing } = await removeUnsubscribed(trx, unsubscribed)
  const excluded = unsubscribed.size - removed - existing + inactive
  const counts = { added: 0, existing, removed, excluded, invalid: problems.length }
  for (const batch of batchesOf(subscribers)) {
    const addresses = batch.map(({ email }) => email.toLowerCase())
    const barred = await findUnsubscribed(trx, addresses)
    for (const address of await findUndeliverable(trx, addresses)) barred.add(address)
    const wanted = batch.filter(({ email }) => !barred.has(email.toLowerCase()))
    const added = await addConfirmed(trx, wanted)
    counts.added += added.length
    counts.existing += wanted.length - added.length
    counts.excluded += barred.size
  }
  if (counts.added + removed > 0) {
    const object = { type: 'subscriber', id: '', name: toName(counts) }
    await recordActivity(trx, account, { kind: 'subscriber.imported', object })
  }
  return { ...counts, problems: problems.slice(0, IMPORT_PROBLEMS_SHOWN) }
}
