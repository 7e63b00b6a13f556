// Runs on whatever Node (>= 20) the machine has, before anything is installed: platform modules only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const inRoot = (...parts) => path.join(root, ...parts)
const windows = process.platform === 'win32'

/** The pinned Node of the project; everything but the scripts in this folder runs on it. */
export const nodeBinary = inRoot('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/** Runs a command in the project and ends this process when it fails. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    env: { ...process.env, ...env },
  })
  if (error) fail(`${command} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const hash = (parts) =>
  parts.reduce((sum, part) => sum.update(part).update('\0'), createHash('sha256')).digest('hex')

/** Installs from the lock file unless it is what is installed already. */
export function ensureInstalled() {
  const stamp = inRoot('node_modules', '.installed-lock')
  const wanted = hash([readFileSync(inRoot('package-lock.json'))])
  if (readIfThere(stamp) === wanted && existsSync(nodeBinary)) return
  console.log('Installing dependencies from the lock file …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  // Install scripts are off (.npmrc); fetching the pinned Node is the one that is needed.
  run('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
  if (!existsSync(nodeBinary))
    fail('The pinned Node was not installed: run `npm rebuild node --ignore-scripts=false`.')
  writeFileSync(stamp, wanted)
}

const sources = ['app', 'components', 'lib', 'upstream', 'public']
const configs = [
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
  'middleware.ts',
  'instrumentation.ts',
]
const isBuilt = (file) => !/\.test\.tsx?$/.test(file) && !file.includes(`${path.sep}seed${path.sep}`)

function buildInputs() {
  const files = sources.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)),
  )
  return [
    ...files.filter(isBuilt).sort(),
    ...configs.map((file) => inRoot(file)).filter((file) => existsSync(file)),
  ]
}

/** Builds unless the last build was made from the very same files. */
export function ensureBuilt() {
  const stamp = inRoot('.next', 'built-from')
  const wanted = hash(buildInputs().flatMap((file) => [path.relative(root, file), readFileSync(file)]))
  if (readIfThere(stamp) === wanted) return
  console.log('Building …')
  run(nodeBinary, [inRoot('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  })
  writeFileSync(stamp, wanted)
}
