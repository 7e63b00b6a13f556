// `npm test` runs every check; `--faults` adds the long fault tests and the soak. `node scripts/test.mjs lint [ARGS]` runs one step.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { findBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, fail, nodeBinary, root } from './setup.mjs'

const args = process.argv.slice(2).filter((arg) => arg !== '--faults')
const withFaults = process.argv.includes('--faults')

const reports = mkdtempSync(path.join(os.tmpdir(), 'halyard-reports-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const jestReport = path.join(reports, 'jest.json')
const browserReport = path.join(reports, 'browser.json')
const bin = (...parts) => path.join(root, 'node_modules', ...parts)

function runTool(title, toolArgs, env = {}) {
  console.log(`\n— ${title}`)
  const { status } = spawnSync(nodeBinary, toolArgs, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return status === 0
}

const counted = (title, succeeded) =>
  succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [`${title}: see above`] }

/** Prints the output in one piece, because other checks run at the same time. */
async function check(title, toolArgs) {
  const tool = spawn(nodeBinary, toolArgs, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(tool.stdout), text(tool.stderr)])
  const [status] = await once(tool, 'close')
  console.log(`\n— ${title}\n${(await output).join('')}`.trimEnd())
  return counted(title, status === 0)
}

/** Counts tests in the tool's report. A missing report or a bad exit code counts as a failure. */
function suite(title, toolArgs, report, count, env) {
  const succeeded = runTool(title, toolArgs, env)
  if (!existsSync(report)) return { passed: 0, failed: 1, failures: [`${title}: no report`] }
  const result = count(JSON.parse(readFileSync(report, 'utf8')))
  return succeeded || result.failed > 0 ? result : { ...result, failed: 1 }
}

const jestFailures = ({ testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name, message }) => `${name}\n${message}`)

/** Failed tests of a Playwright report, and what failed outside of tests, such as a server's log. */
function browserFailures({ suites, errors }) {
  const specs = (group) => [...group.specs, ...(group.suites ?? []).flatMap(specs)]
  const failed = suites.flatMap(specs).filter(({ ok }) => !ok)
  const results = ({ tests }) => tests.flatMap((test) => test.results.flatMap((result) => result.errors))
  return [
    ...failed.map((spec) =>
      [`${spec.file}:${spec.line} ${spec.title}`, ...results(spec).map(({ message }) => message)].join('\n'),
    ),
    ...errors.map(({ message }) => `Outside of a test: ${message}`),
  ]
}

const orAll = (paths) => (paths.length > 0 ? paths : ['.'])

async function browserTests(extra) {
  if (!(await findBrowser()))
    fail(
      'No browser for the tests. Install one: npx playwright install chromium (Debian: apt-get install chromium-headless-shell)',
    )
  ensureBuilt()
  const projects = ['built-in', 'remote', ...(withFaults ? ['long'] : [])].map((name) => `--project=${name}`)
  const chosen = extra.some((arg) => arg.startsWith('--project')) ? [] : projects
  return suite(
    'Browser tests',
    [bin('@playwright', 'test', 'cli.js'), 'test', ...chosen, ...extra],
    browserReport,
    (result) => ({
      passed: result.stats.expected,
      failed: result.stats.unexpected + result.stats.flaky + result.stats.skipped,
      failures: browserFailures(result),
    }),
    { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
  )
}

const steps = {
  typecheck: () => check('Types', [bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', '.']),
  lint: (paths) => check('Lint', [bin('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', ...orAll(paths)]),
  format: (paths) =>
    check('Format', [
      bin('prettier', 'bin', 'prettier.cjs'),
      '--check',
      '--log-level',
      'warn',
      ...orAll(paths),
    ]),
  unit: (extra) =>
    suite(
      'Unit and handler tests',
      [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        bin('jest', 'bin', 'jest.js'),
        // Keep-alive connections would delay the end of the run.
        '--forceExit',
        '--json',
        `--outputFile=${jestReport}`,
        ...extra,
      ],
      jestReport,
      (report) => ({
        passed: report.numPassedTests,
        failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
        failures: jestFailures(report),
      }),
      // Tests start many processes of the same sources.
      { NODE_COMPILE_CACHE: bin('.cache', 'node') },
    ),
  e2e: browserTests,
  soak: (extra) => counted('Soak', runTool('Soak', [path.join('bench', 'soak', 'soak.ts'), ...extra])),
}

const [only, ...extra] = args
if (only && !Object.hasOwn(steps, only))
  fail(`Unknown step ${only}. One of: ${Object.keys(steps).join(', ')}`)
const chosen = only ? [only] : Object.keys(steps).filter((name) => name !== 'soak' || withFaults)

ensureInstalled()
const isSingleThreaded = (name) => ['typecheck', 'lint', 'format'].includes(name)
const results = await Promise.all(chosen.filter(isSingleThreaded).map((name) => steps[name](extra)))
for (const name of chosen.filter((name) => !isSingleThreaded(name))) results.push(await steps[name](extra))

// Repeats failures at the end, where they are visible after thousands of lines.
for (const failure of results.flatMap(({ failures = [] }) => failures))
  console.log(`\n✘ ${failure.slice(0, 4000)}`)

const sum = (key) => results.reduce((total, result) => total + result[key], 0)
const [passed, failed] = [sum('passed'), sum('failed')]
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
