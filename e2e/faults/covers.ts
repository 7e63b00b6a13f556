import sharp from 'sharp'

/** A picture that can be told from the others once it has been stored. */
export interface Cover {
  colour: [red: number, green: number, blue: number]
  /** As it is stored: the largest of our sizes that fits, or its own. */
  width: number
  height: number
  file: File
}

async function coverOf(
  colour: Cover['colour'],
  [width, height]: [number, number],
  stored: [number, number],
): Promise<Cover> {
  const [r, g, b] = colour
  const picture = sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
  const bytes = new Uint8Array(await picture.png().toBuffer())
  return { colour, width: stored[0], height: stored[1], file: new File([bytes], 'cover.png') }
}

export const covers: [Cover, ...Cover[]] = [
  await coverOf([200, 30, 30], [64, 48], [64, 48]),
  await coverOf([30, 160, 40], [600, 300], [480, 240]),
  await coverOf([30, 60, 200], [900, 900], [800, 800]),
]

/** What a stored image shows: its size, and its colour within what compression changes. */
export async function isPictureOf(bytes: ArrayBuffer, cover: Cover): Promise<boolean> {
  const image = sharp(Buffer.from(bytes))
  const { width, height } = await image.metadata()
  const { channels } = await image.stats()
  const isClose = cover.colour.every((value, at) => Math.abs((channels[at]?.mean ?? -1) - value) < 12)
  return width === cover.width && height === cover.height && isClose
}
