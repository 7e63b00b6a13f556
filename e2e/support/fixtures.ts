import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, test as base } from '@playwright/test'
import { startFront, type Front } from './front.ts'
import { startMailSite, type MailSite } from './mail-site.ts'
import { startMinimalSite, type MinimalSite } from './minimal-upstream.ts'
import { startSite, type Site, type UpstreamKind } from './site.ts'
import { accountEnv } from './session.ts'
import { Staff } from './staff-client.ts'
import { startTwoSites, type TwoSites } from './two-sites.ts'

export { expect }

export interface SiteOptions {
  upstream: UpstreamKind
  nodeOptions: string[]
}

interface WorkerFixtures extends SiteOptions {
  site: Site
  token: string
  // Shared sites start at their first use. Outside of this file, they would make Playwright start other workers.
  minimalSite: MinimalSite
  mailSite: MailSite
  settingsSite: Front
}

interface TestFixtures {
  /** A signed-in API client that deletes its posts after the test. */
  staff: Staff
  /** Browser errors that this test expects. */
  allowed: RegExp[]
  /** The sites that this test uses besides the site of the worker. */
  fronts: Front[]
  /** Two sites that share an upstream. */
  twoSites: TwoSites
}

export const unique = (text: string) => `${text} ${randomUUID().slice(0, 8)}`

/** Chromium wants a preloaded style sheet to be used within seconds of `load`; the editor of a slow page needs longer. */
const latePreload = /was preloaded using link preload but not used within a few seconds/

/** Collects console errors, uncaught errors, and failed requests and 5xx responses of the sites. */
function watch(context: BrowserContext, origins: string[]): string[] {
  const problems: string[] = []
  const isOurs = (url: string) => origins.includes(new URL(url).origin)
  context.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning'
    if (isProblem && !latePreload.test(message.text()))
      problems.push(`console ${message.type()}: ${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => {
    const { message } = error.error()
    // A second navigation, another window size or a slow page ends a view transition.
    if (!/^Transition was (skipped|aborted)/.test(message)) problems.push(`uncaught: ${message}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Leaving a page aborts its open requests.
    if (isOurs(request.url()) && reason !== 'net::ERR_ABORTED')
      problems.push(`failed: ${request.method()} ${request.url()} ${reason}`)
  })
  context.on('response', (response) => {
    if (isOurs(response.url()) && response.status() >= 500)
      problems.push(`response: ${response.status()} ${response.url()}`)
  })
  return problems
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  upstream: ['built-in', { scope: 'worker', option: true }],
  nodeOptions: [[], { scope: 'worker', option: true }],

  site: [
    async ({ upstream, nodeOptions }, provide) => {
      const site = await startSite(upstream, nodeOptions)
      await provide(site)
      await site.stop()
      expect(site.log(), 'errors in the log of the server').toBe('')
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  token: [async ({ site }, provide) => provide(await Staff.signIn(site.url)), { scope: 'worker' }],

  minimalSite: [
    async ({ upstream: _ }, provide) => {
      const minimalSite = await startMinimalSite()
      await provide(minimalSite)
      await minimalSite.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  mailSite: [
    async ({ upstream: _ }, provide) => {
      const mailSite = await startMailSite()
      await provide(mailSite)
      await mailSite.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  settingsSite: [
    async ({ upstream: _ }, provide) => {
      const settingsSite = await startFront({ env: accountEnv })
      await provide(settingsSite)
      await settingsSite.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  baseURL: async ({ site }, provide) => provide(site.url),

  extraHTTPHeaders: async ({ site }, provide) => provide({ 'x-forwarded-for': site.newVisitor() }),

  allowed: async ({ baseURL: _ }, provide) => provide([]),

  fronts: async ({ baseURL: _ }, provide) => provide([]),

  staff: async ({ site, token }, provide) => {
    const staff = new Staff(site.url, token)
    await provide(staff)
    await staff.deleteOwn()
  },

  twoSites: [
    async ({ upstream: _ }, provide) => {
      const sites = await startTwoSites()
      await provide(sites)
      await sites.stop()
    },
    { timeout: 600_000 },
  ],

  // Depends on `staff` and `fronts`, so that pages, which may still count a view, close before posts are deleted and servers stop.
  context: async ({ context, site, fronts, allowed, staff: _ }, provide) => {
    const problems = watch(
      context,
      [site, ...fronts].map(({ url }) => url),
    )
    await provide(context)
    const unexpected = problems.filter((line) => !allowed.some((pattern) => pattern.test(line)))
    expect(unexpected, 'problems in the browser').toEqual([])
  },
})

/** The browser's console message for a response with this status. */
export const networkError = (status: number) =>
  new RegExp(`^console error: Failed to load resource.*\\b${status}\\b`)
