import { parseCsv, withoutFormulaQuote, type CsvRow } from '#contract/csv.ts'
import { ApiError, fieldErrors } from '#contract/errors.ts'
import { newsletterSchema } from '#contract/newsletter.ts'
import { IMPORT_PROBLEMS_SHOWN, MAX_IMPORT_ROWS, type SubscriberImport } from '#contract/subscribers.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { recordActivity } from '../activity/record.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { batchesOf } from '../db/parameters.ts'
import { addConfirmed } from './subscribers.ts'
import { findUnsubscribed } from './unsubscribed.ts'

const no = /^(?:false|no|0)$/i
const yes = /^(?:true|yes|1)$/i
const filled = /\S/
const inactive =
  /^(?:(?:un|non-?)subscribed|inactive|paused|disabled|malicious|cleaned|bounced|blocked|removed|deleted|archived|complained|undeliverable|spammy|unactivated|unconfirmed|pending)$/i

const emailColumns = ['email', 'emailaddress']

/** Cells of people who do not want the newsletter, by column of Ghost, Mailchimp, Buttondown and Substack. */
const exclusions = new Map([
  ['subscribedtoemails', no],
  ['subscribed', no],
  ['unsubscribed', yes],
  ['emaildisabled', yes],
  ['status', inactive],
  ['type', inactive],
  ['subscribertype', inactive],
  ['unsubscribedat', filled],
  ['unsubscriptiondate', filled],
  ['unsubtime', filled],
  ['cleantime', filled],
])

function rejected(message: string): never {
  throw ApiError.forField('invalid', 'csv', message)
}

interface SubscriberFile {
  emails: string[]
  excluded: number
  problems: SubscriberImport['problems']
}

export function readSubscribers(csv: string): SubscriberFile {
  const [header, ...rows] =
    parseCsv(csv, MAX_IMPORT_ROWS + 2) ?? rejected('The file has a quote that is not closed.')
  const names = header?.cells.map((name) => name.toLowerCase().replace(/[\s_-]/g, '')) ?? []
  const emailAt = names.findIndex((name) => emailColumns.includes(name))
  if (emailAt < 0) rejected('The first line must name the columns, one of them “email” or “email address”.')
  if (rows.length === 0) rejected('The file has no subscribers.')
  if (rows.length > MAX_IMPORT_ROWS)
    rejected(`A file can have at most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} subscribers.`)
  const excluding = names.flatMap((name, index) => {
    const pattern = exclusions.get(name)
    return pattern ? [{ index, pattern }] : []
  })
  const isExcluded = ({ cells }: CsvRow) =>
    excluding.some(({ index, pattern }) => pattern.test(cells[index]?.trim() ?? ''))
  const emails = new Map<string, string>()
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
    if (isExcluded(row)) excluded.add(address)
    else if (!emails.has(address)) emails.set(address, email)
  }
  for (const address of excluded) emails.delete(address)
  return { emails: [...emails.values()], excluded: excluded.size, problems }
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

function toName({ added, existing, excluded, invalid }: Omit<SubscriberImport, 'problems'>): string {
  const others = [
    [existing, 'already subscribed'],
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
  { emails, excluded, problems }: SubscriberFile,
): Promise<SubscriberImport> {
  const counts = { added: 0, existing: 0, excluded, invalid: problems.length }
  for (const batch of batchesOf(emails)) {
    const addresses = batch.map((email) => email.toLowerCase())
    const barred = await findUnsubscribed(trx, addresses)
    for (const address of await findUndeliverable(trx, addresses)) barred.add(address)
    const wanted = batch.filter((email) => !barred.has(email.toLowerCase()))
    const added = await addConfirmed(trx, wanted)
    counts.added += added.length
    counts.existing += wanted.length - added.length
    counts.excluded += barred.size
  }
  if (counts.added > 0) {
    const object = { type: 'subscriber', id: '', name: toName(counts) }
    await recordActivity(trx, account, { kind: 'subscriber.imported', object })
  }
  return { ...counts, problems: problems.slice(0, IMPORT_PROBLEMS_SHOWN) }
}
