import type { ExternalLink } from '#contract/external-links.ts'
import { createAgent, problemOf, readStatus, type AcceptsAddress, type Sent } from './request.ts'

const TIMEOUT_MS = 5_000
const MAX_BODY_BYTES = 64 * 1024

async function checkLink(link: string, options: Omit<Sent, 'signal'>): Promise<ExternalLink> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const sent = { ...options, signal }
  try {
    const start = new URL(link)
    start.hash = ''
    const head = await readStatus('HEAD', start, sent)
    // Servers without HEAD respond to it with various errors.
    const { status, url } = head.status < 400 ? head : await readStatus('GET', start, sent)
    return { url: link, status, finalUrl: url.href === start.href ? null : url.href, problem: '' }
  } catch (error) {
    return { url: link, status: null, finalUrl: null, problem: problemOf(error, signal, TIMEOUT_MS) }
  }
}

export async function checkExternalLinks(
  urls: string[],
  { siteUrl, accepts }: { siteUrl: string; accepts: AcceptsAddress },
): Promise<ExternalLink[]> {
  const dispatcher = createAgent({ accepts, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BODY_BYTES })
  const headers = { accept: '*/*', 'user-agent': `HalyardLinkCheck/1.0 (+${siteUrl})` }
  try {
    return await Promise.all(urls.map((url) => checkLink(url, { dispatcher, accepts, headers })))
  } finally {
    await dispatcher.destroy()
  }
}
