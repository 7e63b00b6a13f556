// Everything that has to hold: types, lint, format, unit and handler tests, the production build, browser tests; with
// `--faults` also what takes minutes: the long kill loop and the soak.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuilt, ensureInstalled, fail, nodeBinary, root } from './setup.mjs'

const withLong = process.argv.includes('--faults')

ensureInstalled()
const { findBrowser } = await import('./browser.mjs')

const reports = mkdtempSync(path.join(os.tmpdir(), 'halyard-reports-'))
const bin = (...parts) => path.join(root, 'node_modules', ...parts)

function step(title, args, env = {}) {
  console.log(`\n— ${title}`)
  const { status } = spawnSync(nodeBinary, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return status === 0
}

const check = (title, args) => (step(title, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/** Runs a suite and reads what really ran from its report; without one, or with a bad exit, it has failed. */
function suite(title, args, report, read, env) {
  const succeeded = step(title, args, env)
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const counted = read(JSON.parse(readFileSync(report, 'utf8')))
  return succeeded || counted.failed > 0 ? counted : { ...counted, failed: 1 }
}

const jestReport = path.join(reports, 'jest.json')
const browserReport = path.join(reports, 'browser.json')

const results = [
  check('Types', [bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', '.']),
  check('Lint', [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0']),
  check('Format', [bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']),
  suite(
    'Unit and handler tests',
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      bin('jest', 'bin', 'jest.js'),
      // When the last test has ended nothing is worth waiting for; a connection kept alive would be.
      '--forceExit',
      '--json',
      `--outputFile=${jestReport}`,
    ],
    jestReport,
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    }),
  ),
]

if (!(await findBrowser()))
  fail(
    'No browser for the tests. Install one: npx playwright install chromium (Debian: apt-get install chromium)',
  )
ensureBuilt()

const projects = ['built-in', 'remote', ...(withLong ? ['long'] : [])].map((name) => `--project=${name}`)

results.push(
  suite(
    'Browser tests',
    [bin('@playwright', 'test', 'cli.js'), 'test', ...projects],
    browserReport,
    ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }),
    { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
  ),
)

if (withLong) results.push(check('Soak', [path.join('bench', 'soak', 'soak.ts')]))

rmSync(reports, { recursive: true })
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
const [passed, failed] = [sum('passed'), sum('failed')]
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
