/** Draws the covers of the sample posts: `sh scripts/run.sh scripts/covers.ts`. The results are committed. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { flagSvg } from '#lib/flag-covers.ts'
import { posts as engineering } from '#upstream/seed/engineering.ts'
import { posts as growth } from '#upstream/seed/growth.ts'

const folder = path.join(import.meta.dirname, '../upstream/seed/covers')
const size = { width: 1600, height: 1000 }

await mkdir(folder, { recursive: true })
for (const { slug, coverAlt } of [...engineering, ...growth]) {
  if (!coverAlt) continue
  const drawing = Buffer.from(flagSvg(slug, size))
  // Flat colors: near-lossless keeps the edges clean in a few kilobytes.
  const { size: bytes } = await sharp(drawing)
    .webp({ nearLossless: true, effort: 6 })
    .toFile(path.join(folder, `${slug}.webp`))
  process.stdout.write(`${slug} ${Math.ceil(bytes / 1024)} kB\n`)
}
