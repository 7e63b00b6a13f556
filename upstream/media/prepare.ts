import pLimit from 'p-limit'
import { ApiError } from '#contract/errors.ts'
import { MAX_IMAGE_BYTES } from '#contract/limits.ts'

const WIDTHS = [480, 800, 1200, 1600, 2400]
const MAX_SIDE = 2400
const MAX_SOURCE_SIDE = 12_000
const MAX_PIXELS = 40_000_000
/** Decoded images take up to 160 MB each, so they are processed one at a time. */
const limitDecoding = pLimit(1)

export interface PreparedImage {
  width: number
  height: number
  files: { width: number; bytes: Buffer }[]
  name?: string | undefined
}

class ImageError extends Error {
  readonly code: 'too_large' | 'invalid'

  constructor(message: string, code: 'too_large' | 'invalid' = 'invalid') {
    super(message)
    this.code = code
  }
}

interface UploadedFile {
  field: string
  bytes: Buffer
  name?: string
}

export async function prepareUpload({ field, bytes, name }: UploadedFile): Promise<PreparedImage> {
  try {
    return { ...(await prepareImage(bytes)), name }
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw new ApiError(error.code, error.message, { fields: { [field]: error.message } })
  }
}

export function detectFormat(bytes: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return null
}

/** Rotates by the EXIF orientation, strips metadata and encodes the sizes for `srcset`. */
export async function prepareImage(bytes: Buffer): Promise<PreparedImage> {
  if (bytes.length > MAX_IMAGE_BYTES) throw new ImageError('The image is larger than 5 MB.', 'too_large')
  const format = detectFormat(bytes)
  if (!format) throw new ImageError('The image must be a PNG, JPEG or WebP file.')
  return limitDecoding(() => resize(bytes, format))
}

async function resize(bytes: Buffer, format: string): Promise<PreparedImage> {
  // Imported on first use, so that the server starts sooner.
  const { sharp } = await import('./sharp.ts')
  const source = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS, pages: 1 })
  const unreadable = () => new ImageError('The image is damaged and cannot be read.')
  const metadata = await source.metadata().catch(() => {
    throw unreadable()
  })
  if (metadata.format !== format) throw unreadable()
  if (
    metadata.width > MAX_SOURCE_SIDE ||
    metadata.height > MAX_SOURCE_SIDE ||
    metadata.width * metadata.height > MAX_PIXELS
  ) {
    throw new ImageError('The image is larger than 12,000 pixels on a side or 40 megapixels in all.')
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
