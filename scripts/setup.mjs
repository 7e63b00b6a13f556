// Runs on any Node from 20 before anything is installed, so it uses only Node's own modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const inRoot = (...parts) => path.join(root, ...parts)
const windows = process.platform === 'win32'

/** The pinned Node of the project, which runs everything except the scripts in this folder. */
export const nodeBinary = inRoot('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

export function run(command, args, env = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    env: { ...process.env, ...env },
  })
  if (error) fail(`${command} could not be started: ${error.message}`)
  if (signal)
    fail(`${command} was ended by ${signal}.${signal === 'SIGKILL' ? ' Is there enough memory?' : ''}`)
  if (status !== 0) process.exit(status ?? 1)
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}

const readIfExists = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

export const satisfiesLock = (locked, installed, withDev) =>
  Object.entries(locked).every(
    ([name, { version, dev, optional, devOptional }]) =>
      name === '' || optional || (!withDev && (dev || devOptional)) || installed[name]?.version === version,
  )

function isInstalled(withDev) {
  const record = readIfExists(inRoot('node_modules', '.package-lock.json'))
  if (!record) return false
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  return satisfiesLock(packages, JSON.parse(record).packages, withDev)
}

/** Installs from the lock file if needed. Serving a finished build works without the development dependencies. */
export function ensureInstalled({ withDev = true } = {}) {
  const installed = isInstalled(withDev)
  if (installed && existsSync(nodeBinary)) return
  if (!installed) {
    console.log('Installing dependencies from the lock file …')
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  }
  // Install scripts are off (.npmrc), so the one that downloads the pinned Node is run here.
  run('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
  if (!existsSync(nodeBinary))
    fail('The pinned Node was not installed: run `npm rebuild node --ignore-scripts=false`.')
}

const sources = ['app', 'components', 'contract', 'lib', 'server', 'upstream', 'public']
const files = [
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
  'middleware.ts',
  'instrumentation-client.ts',
  'scripts/bundle.mjs',
]
const isBuildInput = (file) => !/\.test\.tsx?$/.test(file) && !/[\\/]testing[\\/]/.test(file)

/** Two builds of the same sources have the same id. */
function sourceId() {
  const found = sources.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)),
  )
  const hash = createHash('sha256')
  const inputs = [...found.filter(isBuildInput), ...files.map((name) => inRoot(name))].filter((file) =>
    existsSync(file),
  )
  for (const file of inputs.sort())
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex').slice(0, 32)
}

const stamp = inRoot('.next', 'built-from')

export const isBuilt = () => readIfExists(stamp) === sourceId()

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))

/** Runs the build and adds the assets of the previous one, which pages open in browsers still load; `kept` outlives a build that fails. */
export function keepPreviousAssets(folder, kept, build) {
  const assets = path.join(folder, 'static')
  const record = path.join(folder, 'previous-assets.json')
  const older = new Set(JSON.parse(readIfExists(record) || '[]'))
  if (existsSync(assets))
    for (const file of filesIn(assets))
      if (!older.has(file)) cpSync(path.join(assets, file), path.join(kept, file))
  build()
  if (!existsSync(kept)) return
  const missing = filesIn(kept).filter((file) => !existsSync(path.join(assets, file)))
  for (const file of missing) cpSync(path.join(kept, file), path.join(assets, file))
  writeFileSync(record, JSON.stringify(missing))
  rmSync(kept, { recursive: true })
}

/** The server sends these files in place of the originals; see server/compressed-assets.ts. */
function compressAssets(folder) {
  for (const file of filesIn(folder).filter((name) => /\.(js|css)$/.test(name)))
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(readFileSync(path.join(folder, file))))
}

export function ensureBuilt() {
  const buildId = sourceId()
  if (readIfExists(stamp) === buildId) return
  console.log('Building …')
  keepPreviousAssets(inRoot('.next'), inRoot('node_modules', '.cache', 'previous-assets'), () => {
    run(nodeBinary, [inRoot('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      BUILD_ID: buildId,
    })
    const visit = inRoot('components', 'analytics', 'visit.mjs')
    cpSync(visit, inRoot('.next', 'static', buildId, 'visit.js'))
    compressAssets(inRoot('.next', 'static'))
    run(nodeBinary, [inRoot('scripts', 'bundle.mjs'), inRoot('.next', 'site')])
  })
  writeFileSync(stamp, buildId)
}
