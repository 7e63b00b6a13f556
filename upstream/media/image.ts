import sharp from 'sharp'
import { MAX_COVER_BYTES } from '#lib/blog/schema.ts'
import { inTurn } from '../in-turn.ts'

/** Only these three decoders exist for us: every other one is code that strangers' bytes would reach. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

const WIDTHS = [480, 800, 1200, 1600, 2400]
const MAX_SIDE = 2400
const MAX_SOURCE_SIDE = 12_000
const MAX_PIXELS = 40_000_000
const decoding = inTurn(2)

export interface PreparedImage {
  width: number
  height: number
  /** Smallest first, at least one. */
  files: { width: number; bytes: Buffer }[]
}

/** Why an image was refused, in words for the person who chose it. */
export class ImageFault extends Error {
  readonly tooLarge: boolean

  constructor(message: string, tooLarge = false) {
    super(message)
    this.tooLarge = tooLarge
  }
}

function formatOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return null
}

/** Decodes, turns upright, strips what the camera noted, and encodes the sizes that pages ask for. */
export async function prepareImage(bytes: Buffer): Promise<PreparedImage> {
  if (bytes.length > MAX_COVER_BYTES) throw new ImageFault('The image is larger than 5 MB.', true)
  const format = formatOf(bytes)
  if (!format) throw new ImageFault('The image must be a PNG, JPEG or WebP file.')
  return decoding(() => resize(bytes, format))
}

async function resize(bytes: Buffer, format: string): Promise<PreparedImage> {
  const source = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS, pages: 1 })
  const unreadable = () => new ImageFault('The image is damaged and cannot be read.')
  const found = await source.metadata().catch(() => {
    throw unreadable()
  })
  if (found.format !== format) throw unreadable()
  if (
    found.width > MAX_SOURCE_SIDE ||
    found.height > MAX_SOURCE_SIDE ||
    found.width * found.height > MAX_PIXELS
  ) {
    throw new ImageFault('The image is larger than 12,000 pixels on a side or 40 megapixels in all.')
  }
  const base = await source
    .rotate()
    .toColourspace('srgb')
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable()
    })
  const { width, height, channels } = base.info
  const fitting = WIDTHS.filter((candidate) => candidate <= width)
  const files: PreparedImage['files'] = []
  for (const size of fitting.length > 0 ? fitting : [width]) {
    const encoded = await sharp(base.data, { raw: { width, height, channels } })
      .resize(size)
      .webp({ quality: 80, effort: 2 })
      .toBuffer()
    files.push({ width: size, bytes: encoded })
  }
  const largest = files.at(-1)?.width ?? width
  return { width: largest, height: Math.max(1, Math.round((height * largest) / width)), files }
}
