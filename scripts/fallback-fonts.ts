// Writes app/fallback-fonts.css: local fonts scaled to the widths of the web fonts, so that lines break alike in both. It is committed.
// `npm install --prefix /tmp/fonts @fontsource/{arimo,tinos,roboto,noto-serif}` and
// `sh scripts/run.sh scripts/fallback-fonts.ts /tmp/fonts /usr/share/fonts/truetype/dejavu`
import { glob, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'

const [packages = '', dejavu = ''] = process.argv.slice(2)
const root = path.join(import.meta.dirname, '..')
const webFont = (name: string, style = 'normal') =>
  path.join(root, `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-${style}.woff2`)
const packaged = (name: string, weight: 400 | 700, style = 'normal') =>
  path.join(packages, `node_modules/@fontsource/${name}/files/${name}-latin-${weight}-${style}.woff2`)

interface Local {
  /** Fonts with the same widths share an entry: full names, and PostScript names where Android and Safari need them. Each name is a look-up before the first layout. */
  names: string[]
  file: string
  /** For a font whose proportions differ much; each size costs look-ups and time in the first layout. */
  scaledPerGlyph?: boolean
}
interface Face {
  weight: string
  measuredAt: number
  style?: 'italic'
  locals: Record<string, Local>
}

const sansRegular: Face['locals'] = {
  arial: {
    names: ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo'],
    file: packaged('arimo', 400),
  },
  roboto: { names: ['Roboto', 'Roboto-Regular'], file: packaged('roboto', 400) },
  dejavu: { names: ['DejaVu Sans'], file: path.join(dejavu, 'DejaVuSans.ttf'), scaledPerGlyph: true },
}
const sansBold: Face['locals'] = {
  arial: {
    names: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold'],
    file: packaged('arimo', 700),
  },
  roboto: { names: ['Roboto Bold', 'Roboto-Bold'], file: packaged('roboto', 700) },
  dejavu: {
    names: ['DejaVu Sans Bold'],
    file: path.join(dejavu, 'DejaVuSans-Bold.ttf'),
    scaledPerGlyph: true,
  },
}
const serif = (weight: 400 | 700, style: '' | 'Italic'): Face['locals'] => {
  const name = [weight === 700 && 'Bold', style].filter(Boolean).join(' ')
  const full = (family: string) => [family, name].filter(Boolean).join(' ')
  const postScript = (family: string, regular = '') =>
    name ? `${family}-${name.replace(' ', '')}` : `${family}${regular}`
  const cut = style === 'Italic' ? 'italic' : 'normal'
  return {
    times: {
      names: [full('Times New Roman'), full('Liberation Serif'), full('Tinos')],
      file: packaged('tinos', weight, cut),
    },
    noto: {
      names: [full('Noto Serif'), postScript('NotoSerif', '-Regular')],
      file: packaged('noto-serif', weight, cut),
    },
    dejavu: {
      names: [full('DejaVu Serif')],
      file: path.join(dejavu, `${postScript('DejaVuSerif')}.ttf`),
      // Bold and italic words of an article are too short to break a line elsewhere.
      scaledPerGlyph: name === '',
    },
  }
}

/** Mean error of a glyph's width, of fonts that are scaled per glyph: they get as many sizes as that takes. */
const ERROR = 0.06

const families: { name: string; file: string; faces: Face[] }[] = [
  {
    name: 'bricolage',
    file: webFont('bricolage-grotesque'),
    faces: [
      { weight: '400', measuredAt: 400, locals: sansRegular },
      { weight: '600 800', measuredAt: 660, locals: sansBold },
    ],
  },
  {
    name: 'literata',
    file: webFont('literata'),
    faces: [
      { weight: '400', measuredAt: 400, locals: serif(400, '') },
      { weight: '700', measuredAt: 700, locals: serif(700, '') },
    ],
  },
  {
    name: 'literata-italic',
    file: webFont('literata', 'italic'),
    faces: [{ weight: '400', measuredAt: 400, style: 'italic', locals: serif(400, 'Italic') }],
  },
]

const characters = [
  ...' abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-–—’“”?!&·…()%/+@"#$*=_[]',
]
/** Lines of prose, for the frequency of characters, and for kerning. */
const sample: string[] = []
for await (const post of glob(path.join(root, 'upstream/seed/posts/*.md')))
  sample.push(...(await readFile(post, 'utf8')).split('\n').filter((line) => /^[A-Z“]/.test(line)))
const sampleText = sample.join('')
/** Everything occurs at least once, so that rare characters have a size. */
const frequencyOf = (character: string) => sampleText.split(character).length

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage()
let loaded = 0

async function measure(file: string, weight?: number) {
  const family = `measured-${loaded++}`
  const data = (await readFile(file)).toString('base64')
  return page.evaluate(
    async ({ family, data, weight, characters, sample }) => {
      const font = new FontFace(family, `url(data:font/woff2;base64,${data})`, {
        weight: weight ? '200 900' : 'normal',
      })
      document.fonts.add(await font.load())
      const context = document.createElement('canvas').getContext('2d')
      if (!context) throw new Error('no canvas')
      context.font = `${weight ?? 400} 1000px ${family}`
      const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x')
      const widthOf = (text: string) => context.measureText(text).width
      return {
        widths: characters.map(widthOf),
        sampleWidth: sample.reduce((sum, line) => sum + widthOf(line), 0),
        ascent: fontBoundingBoxAscent / 10,
        descent: fontBoundingBoxDescent / 10,
      }
    },
    { family, data, weight, characters, sample },
  )
}

interface Glyph {
  character: string
  ratio: number
  weight: number
}

const mean = (glyphs: Glyph[]) =>
  glyphs.reduce((sum, { ratio, weight }) => sum + ratio * weight, 0) /
  glyphs.reduce((sum, { weight }) => sum + weight, 0)
const spread = (glyphs: Glyph[]) => {
  const center = mean(glyphs)
  return glyphs.reduce((sum, { ratio, weight }) => sum + weight * (ratio - center) ** 2, 0)
}

/** Optimal split of sorted glyphs into classes by dynamic programming. */
function split(glyphs: Glyph[], error: number): Glyph[][] {
  const sorted = glyphs.toSorted((a, b) => a.ratio - b.ratio)
  const limit = error ** 2 * mean(glyphs) ** 2 * glyphs.reduce((sum, { weight }) => sum + weight, 0)
  let best = sorted.map((_, end) => ({
    cost: spread(sorted.slice(0, end + 1)),
    classes: [sorted.slice(0, end + 1)],
  }))
  for (let count = 2; (best.at(-1)?.cost ?? 0) > limit; count++)
    best = best.map((current, end) => {
      let winner = current
      for (let start = count - 1; start <= end; start++) {
        const before = best[start - 1]
        const last = sorted.slice(start, end + 1)
        const cost = (before?.cost ?? 0) + spread(last)
        if (before && cost < winner.cost) winner = { cost, classes: [...before.classes, last] }
      }
      return winner
    })
  return best.at(-1)?.classes ?? []
}

const percent = (value: number) => `${Number((value * 100).toFixed(1))}%`
const hex = (point: number) => point.toString(16)

function unicodeRange(glyphs: Glyph[]) {
  const points = glyphs.map(({ character }) => character.codePointAt(0) ?? 0).toSorted((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const point of points) {
    const last = ranges.at(-1)
    if (last && last[1] === point - 1) last[1] = point
    else ranges.push([point, point])
  }
  return ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(',')
}

const lines = ['/* Written by scripts/fallback-fonts.ts. */']

for (const { name, file, faces } of families)
  for (const { weight, measuredAt, style, locals } of faces) {
    const web = await measure(file, measuredAt)
    for (const [key, local] of Object.entries(locals)) {
      const { widths, sampleWidth } = await measure(local.file)
      const glyphs = characters.map((character, index) => ({
        character,
        ratio: (web.widths[index] ?? 0) / (widths[index] ?? 1),
        weight: frequencyOf(character) * (widths[index] ?? 1),
      }))
      const [largest = [], ...others] = split(glyphs, local.scaledPerGlyph ? ERROR : Infinity).toSorted(
        (a, b) => b.length - a.length,
      )
      const kerning = web.sampleWidth / sampleWidth / mean(glyphs)
      // The first rule has no range: it is for all other characters too.
      for (const glyphClass of [largest, ...others]) {
        const size = mean(glyphClass) * kerning
        lines.push(
          `@font-face{font-family:${name}-${key};font-weight:${weight};${style ? `font-style:${style};` : ''}` +
            `src:${local.names.map((one) => `local('${one}')`).join(',')};` +
            `ascent-override:${percent(web.ascent / 100 / size)};descent-override:${percent(web.descent / 100 / size)};` +
            `line-gap-override:0%;${glyphClass === largest ? '' : `unicode-range:${unicodeRange(glyphClass)};`}` +
            `size-adjust:${percent(size)}}`,
        )
      }
    }
  }

await browser.close()
await writeFile(path.join(root, 'app/fallback-fonts.css'), `${lines.join('\n')}\n`)
