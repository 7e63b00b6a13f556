import { serve } from './serve.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

const development = process.argv.includes('--dev')

ensureInstalled()
if (!development) ensureBuilt()
serve('server.ts', {
  NODE_ENV: development ? 'development' : 'production',
  NEXT_TELEMETRY_DISABLED: '1',
})
