import { existsSync } from 'node:fs'
import { chromium, defineConfig, devices } from '@playwright/test'
import { hasNginx } from '#testing/nginx.ts'
import { hasPgBouncer } from '#testing/pgbouncer.ts'
import type { ClusterOptions } from './e2e/support/faults/cluster-fixtures.ts'
import type { FaultOptions } from './e2e/support/faults/postgres-fixtures.ts'
import type { SiteOptions } from './e2e/support/fixtures.ts'
import { systemBrowser } from './scripts/browser.mjs'

const executablePath = existsSync(chromium.executablePath()) ? undefined : systemBrowser

const slow = { timeout: 600_000, expect: { timeout: 120_000 } }

const seed = process.env['FAULT_SEED']

export default defineConfig<ClusterOptions, SiteOptions & FaultOptions>({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: [
    ...(hasNginx ? [] : [/(nginx|cluster)\.spec\.ts/]),
    ...(hasPgBouncer ? [] : [/pooler\.spec\.ts/]),
  ],
  globalSetup: './e2e/support/global-setup.ts',
  // One more than the small machine of CI has cores, because tests of autosaves, schedules and restarts wait for timers.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // On two busy cores a page may be slow; a missing element still fails.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    actionTimeout: 60_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Counted as a reader; the name of headless browsers counts as a bot.
    userAgent: devices['Desktop Chrome'].userAgent,
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
        // Glyphs have the widths of a browser with a window, as far as whole pixels go.
        '--font-render-hinting=none',
      ],
    },
    trace: 'off',
    ...(seed && { seed: Number(seed) }),
  },
  projects: [
    { name: 'built-in', use: { upstream: 'built-in' }, grepInvert: /@long|@measured/ },
    // Runs the tests that depend on the upstream again with the site over HTTP.
    {
      name: 'remote',
      use: { upstream: 'remote' },
      grepInvert: /@once|@long|@measured/,
      testIgnore: /(layout|pages|routing|accessibility|composition)\.spec\.ts/,
    },
    // Measures times, so it runs alone: `npm run test:cluster`.
    {
      ...{ name: 'cluster', use: { upstream: 'built-in', measures: true }, grep: /@cluster/, workers: 1 },
      ...slow,
    },
    // Takes minutes: `npm run test:faults`.
    { name: 'long', use: { upstream: 'built-in' }, grep: /@long/, ...slow },
  ],
})
