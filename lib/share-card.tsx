import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'
import { flagSvg } from './flag-covers.ts'

const size = { width: 1200, height: 630 }
const FLAG_WIDTH = 420

/** Written out, because the build looks for paths to trace. Together they have the letters of all languages in Latin script. */
const files = [
  path.join(
    process.cwd(),
    'node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff',
  ),
  path.join(
    process.cwd(),
    'node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff',
  ),
  path.join(
    process.cwd(),
    'node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-vietnamese-700-normal.woff',
  ),
]
const fonts = Promise.all(
  files.map(async (file) => ({
    name: path.basename(file),
    data: await readFile(file),
    weight: 700 as const,
  })),
)

/** The fonts have no other characters, such as emoji, which would become boxes. */
const undrawable =
  /[^\p{Script=Latin}\p{Mn}\p{Nd}\u0020-\u00ff\u02bb\u02bc\u2010-\u2027\u2030-\u203a\u20a0-\u20c0\u2122]/gu
const foreignLetter = /(?![\p{Script=Latin}\u00aa-\u02ff])\p{L}/u

/** Empty for a text in another script; the flags then stand alone. */
export const drawableText = (text: string): string =>
  foreignLetter.test(text.normalize('NFC'))
    ? ''
    : text.normalize('NFC').replace(undrawable, ' ').replace(/\s+/g, ' ').trim()

interface ShareCard {
  seed: string
  title: string
  label: string
  brand: string
}

/** Does not use `next/og`, which reads SVG with sharp; SVG is blocked there, because sharp also decodes uploads. */
export async function shareCard({ seed, brand, ...texts }: ShareCard): Promise<Response> {
  const [title, label] = [drawableText(texts.title), drawableText(texts.label)]
  const flags = Buffer.from(flagSvg(seed, { width: FLAG_WIDTH, height: size.height })).toString('base64')
  const svg = await satori(
    <div style={{ display: 'flex', width: '100%', height: '100%', background: '#f6f1e6', color: '#14202e' }}>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          width: size.width - FLAG_WIDTH,
          minWidth: 0,
          overflow: 'hidden',
          padding: 64,
          wordBreak: 'break-word',
        }}
      >
        <div style={{ display: 'flex', fontSize: 30 }}>{label}</div>
        <div
          style={{
            display: 'block',
            maxWidth: '100%',
            lineClamp: 7,
            fontSize: title.length > 110 ? 40 : title.length > 60 ? 52 : 68,
            lineHeight: 1.02,
            letterSpacing: -2,
          }}
        >
          {title}
        </div>
        <div style={{ display: 'flex', fontSize: 30, color: '#c4241f' }}>{drawableText(brand)}</div>
      </div>
      <img
        src={`data:image/svg+xml;base64,${flags}`}
        width={FLAG_WIDTH}
        height={size.height}
        style={{ flexShrink: 0 }}
        alt=""
      />
    </div>,
    { ...size, fonts: await fonts },
  )
  return new Response(new Uint8Array(new Resvg(svg).render().asPng()), {
    headers: { 'content-type': 'image/png' },
  })
}
