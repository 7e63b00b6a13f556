import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { EmailStatus } from '#contract/settings.ts'
import { errorCodeOf } from '../db/errors.ts'

type RecordState = EmailStatus['records']['spf']

const QUERY_TIMEOUT_MS = 1_000
const TOTAL_TIMEOUT_MS = 4_000

/** DKIM selectors of common e-mail services. */
const selectors =
  'default google selector1 selector2 s1 s2 k1 k2 k3 mail dkim smtp mx pm resend fm1 zoho'.split(' ')

const absent = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Without DNS, each record is `unknown` after a limited time. */
export async function findEmailRecords(
  domain: string,
  { selector, servers }: { selector?: string | undefined; servers?: string[] | undefined },
): Promise<EmailStatus['records']> {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 })
  if (servers) resolver.setServers(servers)

  async function find(name: string, isRecord: (text: string) => boolean): Promise<RecordState> {
    try {
      const texts = (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      return texts.some(isRecord) ? 'found' : 'missing'
    } catch (error) {
      return absent.has(errorCodeOf(error)) ? 'missing' : 'unknown'
    }
  }

  async function findKey(): Promise<RecordState> {
    const names = selector ? [selector] : selectors
    const states = await Promise.all(
      names.map((name) => find(`${name}._domainkey.${domain}`, (text) => /(^|;)\s*p=[^;\s]/.test(text))),
    )
    if (states.includes('found')) return 'found'
    return states.includes('unknown') ? 'unknown' : 'missing'
  }

  /** A subdomain without a policy inherits the one of its organization. */
  async function findPolicy(name: string): Promise<RecordState> {
    const state = await find(`_dmarc.${name}`, (text) => /^v=DMARC1/i.test(text))
    const parent = name.split('.').slice(1).join('.')
    return state === 'missing' && parent.includes('.') ? findPolicy(parent) : state
  }

  const late = delay<RecordState>(TOTAL_TIMEOUT_MS, 'unknown', { ref: false })
  const inTime = (state: Promise<RecordState>) => Promise.race([state, late])
  const [spf, dkim, dmarc] = await Promise.all([
    inTime(find(domain, (text) => /^v=spf1( |$)/i.test(text))),
    inTime(findKey()),
    inTime(findPolicy(domain)),
  ])
  resolver.cancel()
  return { spf, dkim, dmarc }
}
