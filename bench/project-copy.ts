import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

const excluded = new Set([
  '.env',
  '.env.local',
  '.git',
  '.next',
  'data',
  'node_modules',
  'playwright-report',
  'test-results',
])

function linkTree(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

export function copyProject(): string {
  const copy = mkdtempSync(path.join(path.dirname(root), `.${path.basename(root)}-bench-`))
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => !excluded.has(path.relative(root, source).split(path.sep)[0] ?? ''),
  })
  linkTree(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  cpSync(path.join(root, 'bench', 'routes'), path.join(copy, 'app', '(bench)'), { recursive: true })
  return copy
}

export const temporaryFolder = () => mkdtempSync(path.join(tmpdir(), 'halyard-bench-'))
