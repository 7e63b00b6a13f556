import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, test as base } from '@playwright/test'
import { startSite, type Site, type UpstreamKind } from './site.ts'
import { Staff } from './staff.ts'

export { expect }

export interface SiteOptions {
  upstream: UpstreamKind
}

interface WorkerFixtures extends SiteOptions {
  site: Site
  token: string
}

interface TestFixtures {
  /** Signed in; deletes after the test what it created in it. */
  staff: Staff
  /** What may go wrong in the browser during this test, besides nothing. */
  allowed: RegExp[]
}

/** A title nobody else uses. */
export const unique = (text: string) => `${text} ${randomUUID().slice(0, 8)}`

/** Writes down whatever a developer would see in red: console, uncaught errors, failed and 5xx answers of ours. */
function watch(context: BrowserContext, origin: string): string[] {
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console ${message.type()}: ${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A page that is left takes its open requests with it.
    if (request.url().startsWith(origin) && reason !== 'net::ERR_ABORTED')
      problems.push(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  context.on('response', (response) => {
    if (response.url().startsWith(origin) && response.status() >= 500)
      problems.push(`answer: ${response.status()} ${response.url()}`)
  })
  return problems
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  upstream: ['built-in', { scope: 'worker', option: true }],

  site: [
    async ({ upstream }, provide) => {
      const site = await startSite(upstream)
      await provide(site)
      await site.stop()
      expect(site.log(), 'errors in the log of the server').toBe('')
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  token: [async ({ site }, provide) => provide(await Staff.signIn(site.url)), { scope: 'worker' }],

  baseURL: async ({ site }, provide) => provide(site.url),

  extraHTTPHeaders: async ({ site }, provide) => provide({ 'x-forwarded-for': site.newVisitor() }),

  allowed: async ({ baseURL: _ }, provide) => provide([]),

  staff: async ({ site, token }, provide) => {
    const staff = new Staff(site.url, token)
    await provide(staff)
    await staff.deleteOwn()
  },

  // After `staff`, so that it is looked at before the posts are gone: a page may still be counting its view.
  context: async ({ context, site, allowed, staff: _ }, provide) => {
    const problems = watch(context, site.url)
    await provide(context)
    const unexpected = problems.filter((line) => !allowed.some((pattern) => pattern.test(line)))
    expect(unexpected, 'problems in the browser').toEqual([])
  },
})

/** What the browser says when a page or a call is answered with this status. */
export const networkNote = (status: number) =>
  new RegExp(`^console error: Failed to load resource.*\\b${status}\\b`)
