import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import nextConfig from '../next.config.mjs'
import { keepPreviousAssets, satisfiesLock } from './setup.mjs'

const locked = {
  '': { version: '1.0.0' },
  'node_modules/next': { version: '16.0.0' },
  'node_modules/jest': { version: '30.0.0', dev: true },
  'node_modules/@types/react': { version: '19.0.0', devOptional: true },
  'node_modules/@img/sharp-win32-x64': { version: '1.0.0', optional: true },
}
const production = { 'node_modules/next': { version: '16.0.0' } }
const complete = {
  ...production,
  'node_modules/jest': { version: '30.0.0' },
  'node_modules/@types/react': { version: '19.0.0' },
}

describe('the installed packages', () => {
  it('are enough to serve after npm ci --omit=dev', () =>
    expect(satisfiesLock(locked, production, false)).toBe(true))

  it('need the development dependencies for a build', () => {
    expect(satisfiesLock(locked, production, true)).toBe(false)
    expect(satisfiesLock(locked, complete, true)).toBe(true)
  })

  it('must have the locked versions', () =>
    expect(satisfiesLock(locked, { 'node_modules/next': { version: '15.9.9' } }, false)).toBe(false))

  it('are recognized in this project', () => {
    const read = (...file: string[]) =>
      JSON.parse(readFileSync(path.join(import.meta.dirname, '..', ...file), 'utf8')).packages
    expect(satisfiesLock(read('package-lock.json'), read('node_modules', '.package-lock.json'), true)).toBe(
      true,
    )
  })
})

it('names the signal that ends a build, such as that of a machine without memory', () => {
  const script = `
    import { run } from ${JSON.stringify(path.join(import.meta.dirname, 'setup.mjs'))}
    run(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")'])`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, `${process.execPath} was ended by SIGKILL. Is there enough memory?\n`])
})

it('says that .env cannot be read, instead of starting without it', () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'env-'))
  try {
    chmodSync(cwd, 0o755)
    writeFileSync(path.join(cwd, '.env'), 'PORT=4000', { mode: 0o000 })
    const isRoot = process.getuid?.() === 0
    const { status, stderr } = spawnSync('sh', {
      cwd,
      input: readFileSync(path.join(import.meta.dirname, 'run.sh')),
      encoding: 'utf8',
      ...(isRoot && { uid: 65534 }),
    })
    expect([status, stderr]).toEqual([1, 'The file .env cannot be read. Check its owner and permissions.\n'])
  } finally {
    rmSync(cwd, { recursive: true })
  }
})

it('starts a release with the DATA_DIR of an .env that begins with a byte order mark', () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'env-'))
  const site = path.join(cwd, 'release', '.next', 'site')
  const scripts = path.join(cwd, 'release', 'scripts')
  for (const folder of [site, scripts]) mkdirSync(folder, { recursive: true })
  const script = readFileSync(path.join(import.meta.dirname, 'start-release.mjs'))
  writeFileSync(path.join(scripts, 'start-release.mjs'), script)
  writeFileSync(path.join(site, 'start.mjs'), 'process.stdout.write(process.env.DATA_DIR)')
  const start = (file: string) => {
    writeFileSync(path.join(cwd, '.env'), file)
    const args = ['--env-file=.env', 'release/scripts/start-release.mjs']
    return spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env: { NODE_ENV: 'test' } }).stdout
  }
  expect(start('\uFEFFDATA_DIR=elsewhere\r\n')).toBe(path.join(cwd, 'elsewhere'))
  expect(start('DATA_DIR=elsewhere\n')).toBe(path.join(cwd, 'elsewhere'))
  expect(start('')).toBe(path.join(cwd, 'data'))
  rmSync(cwd, { recursive: true })
})

describe('the build id', () => {
  it('is the one that setup computes from the sources', async () => {
    process.env['BUILD_ID'] = 'from-the-sources'
    expect(await nextConfig.generateBuildId?.()).toBe('from-the-sources')
    delete process.env['BUILD_ID']
  })
})

it('a build keeps the assets of the previous one, but not of older ones', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'build-'))
  const [folder, kept] = [path.join(root, 'build'), path.join(root, 'kept')]
  const build = (name: string) => () => {
    rmSync(path.join(folder, 'static'), { recursive: true, force: true })
    mkdirSync(path.join(folder, 'static', 'chunks'), { recursive: true })
    for (const file of ['shared.js', `${name}.js`])
      writeFileSync(path.join(folder, 'static', 'chunks', file), `${name} of ${file}`)
  }
  const assets = () => readdirSync(path.join(folder, 'static', 'chunks')).toSorted()
  keepPreviousAssets(folder, kept, build('first'))
  expect(assets()).toEqual(['first.js', 'shared.js'])
  keepPreviousAssets(folder, kept, build('second'))
  expect(assets()).toEqual(['first.js', 'second.js', 'shared.js'])
  const fail = () => {
    rmSync(path.join(folder, 'static'), { recursive: true })
    throw new Error('A build that fails')
  }
  expect(() => keepPreviousAssets(folder, kept, fail)).toThrow('A build that fails')
  keepPreviousAssets(folder, kept, build('third'))
  expect(assets()).toEqual(['second.js', 'shared.js', 'third.js'])
  expect(readFileSync(path.join(folder, 'static', 'chunks', 'shared.js'), 'utf8')).toBe('third of shared.js')
  rmSync(root, { recursive: true })
})
