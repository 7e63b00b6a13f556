/** Draws the icons from the flag H on its line: `sh scripts/run.sh scripts/icons.ts`. The results are committed. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { bar, flagHex, drawFlag, type FlagShape } from '#lib/flags.ts'

const app = path.join(import.meta.dirname, '../app')
const SIDE = 96

/** Without a ground the mark fills the square on whole pixels of a 16-pixel tab icon and has a border. */
function draw(ground: boolean) {
  const frame = ground ? { x: 18, y: 21, width: 60, height: 54 } : { x: 0, y: 6, width: 90, height: 84 }
  const border = ground ? 4 : 6
  const pole = border * 2
  const flag = {
    x: frame.x + pole,
    y: frame.y + border,
    width: frame.width - pole - border,
    height: frame.height - 2 * border,
  }
  const shapes: FlagShape[] = [
    ...(ground ? [bar('yellow', { x: 0, y: 0, width: SIDE, height: SIDE })] : []),
    bar('ink', frame),
    ...drawFlag('h', flag),
  ]
  const paths = shapes.map(({ color, d }) => `<path fill="${flagHex[color]}" d="${d}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${paths}</svg>\n`
}

const png = (svg: string, side: number) =>
  sharp(Buffer.from(svg)).resize(side).png({ palette: true }).toBuffer()

/** An ICO file may hold a PNG as it is; it adds a header of 22 bytes. */
function ico(image: Buffer, side: number) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}

await writeFile(path.join(app, 'icon.svg'), draw(false))
await writeFile(path.join(app, 'apple-icon.png'), await png(draw(true), 180))
await writeFile(
  path.join(app, 'favicon.ico'),
  ico(
    await sharp(Buffer.from(draw(false)))
      .resize(32)
      .png()
      .toBuffer(),
    32,
  ),
)
