import sharp from 'sharp'

export interface Cover {
  color: [red: number, green: number, blue: number]
  /** The stored size: the largest variant that fits, or the original. */
  width: number
  height: number
  file: File
}

async function coverOf(
  color: Cover['color'],
  [width, height]: [number, number],
  stored: [number, number],
): Promise<Cover> {
  const [r, g, b] = color
  const picture = sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
  const bytes = new Uint8Array(await picture.png().toBuffer())
  return { color, width: stored[0], height: stored[1], file: new File([bytes], 'cover.png') }
}

export const covers: [Cover, ...Cover[]] = [
  await coverOf([200, 30, 30], [64, 48], [64, 48]),
  await coverOf([30, 160, 40], [600, 300], [600, 300]),
  await coverOf([30, 60, 200], [900, 900], [900, 900]),
]

export async function showsCover(bytes: ArrayBuffer, cover: Cover): Promise<boolean> {
  const image = sharp(Buffer.from(bytes))
  const { width, height } = await image.metadata()
  const { channels } = await image.stats()
  const isClose = cover.color.every((value, at) => Math.abs((channels[at]?.mean ?? -1) - value) < 12)
  return width === cover.width && height === cover.height && isClose
}
