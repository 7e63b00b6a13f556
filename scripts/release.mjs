// usage: npm run build:release [-- FOLDER]
// Writes a folder that serves the current build without npm. docs/decisions/0020-releases.md says what is in it and why.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { fail, root } from './setup.mjs'

const target = path.resolve(process.argv[2] ?? path.join(root, 'release'))
const partial = `${target}.partial`
const inRoot = (...parts) => path.join(root, ...parts)
const readJson = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8'))

const sources = ['contract', 'lib', 'server', 'upstream', 'scripts/commands']
const alsoNeeded = [
  'LICENSE',
  'next.config.mjs',
  'package.json',
  'public',
  'node_modules/node/bin',
  'node_modules/node/package.json',
  'scripts/run.sh',
  'scripts/serve.sh',
  'scripts/start-release.mjs',
  '.next/BUILD_ID',
  '.next/node_modules',
  '.next/server',
  '.next/site',
  '.next/static',
  ...globSync('.next/*.json', { cwd: root }),
]

const platform = new RegExp(`^${process.platform}(musl)?-${process.arch}\\.node$`)
const isOmitted = (file) =>
  /^(contract|lib|server|upstream)\/(.*\/)?([^/]+\.test\.ts|[^/]+\.tsx|testing)$/.test(file) ||
  /^\.next\/.*(\.nft\.json|\.map|\/route-cache)$/.test(file) ||
  /^node_modules\/.*\.(map|[cm]?tsx?)$/.test(file) ||
  /^node_modules\/(@[^/]+\/)?[^/]+\/tests?$/.test(file) ||
  /^node_modules\/(next|react-dom)\/.*\.(dev|development)\.js$/.test(file) ||
  /^node_modules\/next\/dist\/(docs|esm|compiled\/(@vercel\/(nft|og)|.*-experimental))$/.test(file) ||
  /^node_modules\/(better-sqlite3\/deps|(better-sqlite3|@zxcvbn-ts\/[^/]+)\/src)$/.test(file) ||
  /^node_modules\/.*\/\.yarn$/.test(file) ||
  (file.includes('/prebuilds/') && !platform.test(path.basename(file)))

function copy(place) {
  const filter = (file) => !isOmitted(path.relative(root, file).split(path.sep).join('/'))
  cpSync(inRoot(place), path.join(partial, place), { recursive: true, verbatimSymlinks: true, filter })
}

const packageName = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const importedPackages = () =>
  globSync(`{${sources.join(',')}}/**/*.ts`, { cwd: partial }).flatMap((file) => {
    const code = stripTypeScriptTypes(readFileSync(path.join(partial, file), 'utf8'))
    return [...code.matchAll(/(?:from|import)\s*\(?\s*'([^'#.][^']*)'/g)].map(([, name]) => packageName(name))
  })

const tracedPackages = () =>
  globSync('.next/server/**/*.nft.json', { cwd: root }).flatMap((trace) =>
    readJson(trace)
      .files.flatMap((file) => file.match(/^(?:\.\.\/)+node_modules\/(.*)/)?.[1] ?? [])
      .map(packageName),
  )

/** Adds dependencies, also those in folders of their own below the package that needs another version. */
function withDependencies(names) {
  const { packages } = readJson('package-lock.json')
  const found = new Set()
  const add = (name, folder) => {
    const place = path.posix.join(folder, 'node_modules', name)
    const entry = packages[place]
    if (!entry) return folder && add(name, folder.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''))
    if (found.has(place) || !existsSync(inRoot(place)) || name.startsWith('@next/swc-')) return
    found.add(place)
    const optionalPeers = entry.peerDependenciesMeta ?? {}
    const peers = Object.keys(entry.peerDependencies ?? {}).filter((peer) => !optionalPeers[peer]?.optional)
    for (const needed of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).concat(peers))
      add(needed, place)
  }
  for (const name of names) add(name, '')
  return [...found]
}

/** Removes what differs between two builds of the same sources: the folder, and the keys of features that are not used. */
function makeReproducible() {
  const edit = (name, change) => {
    const file = path.join(partial, '.next', name)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  // No header or cookie equals `false`, so that draft mode cannot be entered.
  const withoutKeys = (text) =>
    text.replace(/(\\?"(?:previewMode\w+|encryptionKey)\\?": ?)\\?"[^"\\]+\\?"/g, '$1false')
  edit('required-server-files.json', (text) => text.replaceAll(JSON.stringify(root), '"."'))
  edit('prerender-manifest.json', withoutKeys)
  edit('server/preview-props.json', withoutKeys)
  edit('server/server-reference-manifest.json', withoutKeys)
  edit('server/server-reference-manifest.js', withoutKeys)
}

/** The site runs as another user than the one who builds it, and copies have the rights of their sources. */
function makeReadable() {
  for (const entry of readdirSync(partial, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(file, 0o755)
    else if (entry.isFile()) chmodSync(file, statSync(file).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** The names and versions of the production packages of the lock file, and of the site itself. */
function productionRefs() {
  const entries = Object.entries(readJson('package-lock.json').packages)
  const production = entries.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  return new Set(
    production.map(
      ([place, { name, version }]) => `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`,
    ),
  )
}

/** The production packages, also those that are bundled, as CycloneDX. `--omit=dev` would leave out those that a development package needs, too. */
function billOfMaterials() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--include=dev', '--package-lock-only', '--loglevel=error']
  const { stdout, status } = spawnSync('npm', args, {
    cwd: root,
    maxBuffer: Infinity,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail('npm sbom failed.')
  const { serialNumber: _, metadata, components, dependencies, ...document } = JSON.parse(stdout)
  const refs = productionRefs()
  const isProduction = (ref) => refs.has(ref)
  return {
    ...document,
    metadata: { component: { ...metadata.component, name: readJson('package.json').name } },
    components: components.filter((component) => isProduction(component['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => isProduction(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isProduction) })),
  }
}

const own = new Set(
  [...sources, ...alsoNeeded, 'halyard', 'sbom.cdx.json'].map((place) => place.split(/[\\/]/)[0]),
)
const foreign = existsSync(target) ? readdirSync(target).filter((name) => !own.has(name)) : []
if (foreign.length > 0)
  fail(`${target} contains ${foreign.join(', ')}, which is not part of a release: choose another folder.`)
rmSync(partial, { recursive: true, force: true })
process.umask(0o022)
mkdirSync(partial, { recursive: true })
for (const place of [...sources, ...alsoNeeded]) copy(place)
for (const place of withDependencies([...importedPackages(), ...tracedPackages()])) copy(place)
cpSync(inRoot('scripts/halyard.sh'), path.join(partial, 'halyard'))
makeReproducible()
writeFileSync(path.join(partial, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
makeReadable()

rmSync(target, { recursive: true, force: true })
renameSync(partial, target)
console.log(`${target}: start it with ${path.join(target, 'halyard')}`)
