import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'
import { flagSvg } from './flag-covers.ts'

const size = { width: 1200, height: 630 }
const FLAG_WIDTH = 420

const font = readFile(
  path.join(
    process.cwd(),
    'node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff',
  ),
)

interface ShareCard {
  seed: string
  title: string
  label: string
  brand: string
}

/** Does not use `next/og`, which reads SVG with sharp; SVG is blocked there, because sharp also decodes uploads. */
export async function shareCard({ seed, title, label, brand }: ShareCard): Promise<Response> {
  const flags = Buffer.from(flagSvg(seed, { width: FLAG_WIDTH, height: size.height })).toString('base64')
  const svg = await satori(
    <div style={{ display: 'flex', width: '100%', height: '100%', background: '#f6f1e6', color: '#14202e' }}>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          flex: 1,
          padding: 64,
        }}
      >
        <div style={{ display: 'flex', fontSize: 30 }}>{label}</div>
        <div
          style={{
            display: 'flex',
            fontSize: title.length > 60 ? 52 : 68,
            lineHeight: 1.02,
            letterSpacing: -2,
          }}
        >
          {title}
        </div>
        <div style={{ display: 'flex', fontSize: 30, color: '#c4241f' }}>{brand}</div>
      </div>
      <img src={`data:image/svg+xml;base64,${flags}`} width={FLAG_WIDTH} height={size.height} alt="" />
    </div>,
    { ...size, fonts: [{ name: 'Bricolage Grotesque', data: await font, weight: 700 }] },
  )
  return new Response(new Uint8Array(new Resvg(svg).render().asPng()), {
    headers: { 'content-type': 'image/png' },
  })
}
