// usage: bundle.mjs FOLDER
// Bundles the server, because loading its 900 modules takes half of a start; see docs/decisions/0056-the-server-is-bundled.md.
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { root } from './setup.mjs'

const [, , folder] = process.argv
// The folder is emptied first.
if (!folder) throw new Error('usage: bundle.mjs FOLDER')
const outdir = path.resolve(folder)

/** Packages that load files of their own, such as binaries, or that Next loads too. */
const external = [
  'react',
  'react-dom',
  'next',
  'pino',
  'better-sqlite3',
  'sharp',
  '@node-rs/argon2',
  '@resvg/resvg-js',
]

/** Sources find the files beside them from their own place, which the bundle changes. */
const placesOfSources = {
  name: 'places-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8')
      const place = path.relative(outdir, file).split(path.sep).join('/')
      const contents = source
        .replaceAll('import.meta.dirname', () => `(import.meta.dirname + '/${path.posix.dirname(place)}')`)
        .replaceAll('import.meta.url', () => `new URL('${place}', import.meta.url).href`)
      return { contents, loader: 'ts' }
    })
  },
}

/** Packages that are loaded later stay outside: bundled, a CommonJS package would export its properties only as one object. */
const lazyPackages = {
  name: 'lazy-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^#.]/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { external: true } : undefined,
    )
  },
}

await rm(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: ['server/start.ts'],
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  external,
  plugins: [placesOfSources, lazyPackages],
  // Bundled CommonJS packages load Node's modules with `require`.
  banner: {
    js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
  },
  logLevel: 'warning',
})
