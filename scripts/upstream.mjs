import { serve } from './serve.mjs'
import { ensureInstalled } from './setup.mjs'

ensureInstalled()
serve('upstream/serve.ts', { NODE_ENV: 'production' })
