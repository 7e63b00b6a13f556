// Data belongs to the folder where `halyard` is started; the site reads its own files relative to the release.
// A byte order mark at the beginning of `.env` becomes a part of the first name (lib/env.ts).
import path from 'node:path'

process.env.DATA_DIR = path.resolve(process.env.DATA_DIR || process.env['\uFEFFDATA_DIR'] || 'data')
process.chdir(path.join(import.meta.dirname, '..'))
await import('../.next/site/start.mjs')
