import { readFileSync } from 'node:fs'
import path from 'node:path'
import { lifecycle } from '#lib/process-context.ts'

const asyncScript = /<script src="([^"]+)" async=""><\/script>/g
const scriptPreload = /<link rel="preload" as="script"[^>]*>/g
const comment = /^ *(\/\/.*|\/\*\*.*\*\/)\n/gm

const firstAction = readFileSync(path.join(import.meta.dirname, 'first-action.mjs'), 'utf8').replace(
  comment,
  '',
)

/** Otherwise browsers use even a preloaded font only after a first layout without it. */
const useFonts = `<script>for (const font of ['Bricolage', 'Literata']) document.fonts.load('1em ' + font).catch(() => {})</script>`

/** Pages work without React and Next; see docs/decisions/0047. Until `data-loading` is removed, bold and italic fonts are not used. */
export function loadScriptsLate(html: string, when: 'painted' | 'used'): string {
  const sources = [...html.matchAll(asyncScript)].map(([, src]) => ({ src }))
  const data = `data-visit="/_next/static/${lifecycle.build}/visit.js" data-scripts='${JSON.stringify(sources)}' data-when="${when}"`
  return html
    .replace('<html ', '<html data-loading ')
    .replace('</head>', `${useFonts}</head>`)
    .replace(asyncScript, '')
    .replace(scriptPreload, '')
    .replace('</body>', () => `<script ${data}>${firstAction}</script></body>`)
}
