import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const omitted = new Set(['.env', '.env.local', '.git', 'data', 'test-results', 'playwright-report'])

/** Creates a temporary project folder of symbolic links, without the developer's `.env` and data. */
export function linkProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-project-'))
  for (const name of readdirSync(root))
    if (!omitted.has(name)) symlinkSync(path.join(root, name), path.join(folder, name))
  return folder
}
