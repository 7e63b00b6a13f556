// `sh scripts/run.sh scripts/fonts.ts` writes the font files of the site, which are committed.
// The basic files have what English text needs; browsers load the others when a page has one of their characters.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import subsetFont from 'subset-font'

const root = path.join(import.meta.dirname, '..')
const target = path.join(root, 'app/fonts')

/** The ranges of the packages, `latin` without the basic characters. */
export const ranges = {
  basic:
    'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+E1,U+E9,U+ED,U+F1,U+F3,U+F6,U+FA,U+FC,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2039-203A,U+2191,U+2193,U+2212',
  latin:
    'U+A1-A8,U+AA-B6,U+B8-D6,U+D8-E0,U+E2-E8,U+EA-EC,U+EE-F0,U+F2,U+F4-F5,U+F7-F9,U+FB,U+FD-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2010-2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-2038,U+203B-205F,U+20AC,U+2122,U+2215,U+FFFD',
  ext: 'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
}
type Range = keyof typeof ranges

function charactersOf(range: Range): string {
  const parts = ranges[range].split(',').map((part) => part.slice(2).split('-'))
  return parts
    .flatMap(([from = '', to = from]) => {
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at)
    })
    .map((point) => String.fromCodePoint(point))
    .join('')
}

const source = (name: string, subset: string, style = 'normal') =>
  path.join(root, `node_modules/@fontsource-variable/${name}/files/${name}-${subset}-wght-${style}.woff2`)

const display = { wght: { min: 400, max: 800 } }
const bricolage = (subset: string) => source('bricolage-grotesque', subset)
const literata = (subset: string, style?: string) => source('literata', subset, style)

interface FontFile {
  from: string
  wght: number | { min: number; max: number }
  has: Range[]
}

export const fontFiles: Record<string, FontFile> = {
  'bricolage-basic': { from: bricolage('latin'), ...display, has: ['basic'] },
  'bricolage-latin': { from: bricolage('latin'), ...display, has: ['latin'] },
  'bricolage-ext': { from: bricolage('latin-ext'), ...display, has: ['ext'] },
  'literata-basic': { from: literata('latin'), wght: 400, has: ['basic'] },
  'literata-latin': { from: literata('latin'), wght: 400, has: ['latin'] },
  'literata-ext': { from: literata('latin-ext'), wght: 400, has: ['ext'] },
  'literata-bold': { from: literata('latin'), wght: 700, has: ['basic', 'latin'] },
  'literata-italic': { from: literata('latin', 'italic'), wght: 400, has: ['basic', 'latin'] },
}

export const fontPath = (name: string) => path.join(target, `${name}.woff2`)

export async function makeFont({ from, wght, has }: FontFile): Promise<Buffer> {
  const options = { targetFormat: 'woff2', variationAxes: { wght } } as const
  return subsetFont(await readFile(from), has.map(charactersOf).join(''), options)
}

if (import.meta.main) {
  for (const [name, font] of Object.entries(fontFiles)) await writeFile(fontPath(name), await makeFont(font))
  for (const name of ['bricolage-grotesque', 'literata'])
    await copyFile(
      path.join(root, `node_modules/@fontsource-variable/${name}/LICENSE`),
      path.join(target, `LICENSE-${name}.txt`),
    )
}
