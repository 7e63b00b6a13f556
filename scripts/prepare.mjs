// Installs and builds what a command needs: `--build` for the site, `--dev` for a development server.
import { ensureBuilt, ensureInstalled, isBuilt } from './setup.mjs'

const build = process.argv.includes('--build') && !isBuilt()

ensureInstalled({ withDev: build || process.argv.includes('--dev') })
if (build) ensureBuilt()
