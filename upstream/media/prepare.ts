import { totalmem } from 'node:os'
import pLimit from 'p-limit'
import type { Metadata } from 'sharp'
import { ApiError } from '#contract/errors.ts'
import { IMAGE_TOO_LARGE, MAX_IMAGE_SIDE, WRONG_IMAGE_TYPE } from '#contract/images.ts'
import { MAX_IMAGE_BYTES } from '#contract/limits.ts'

const WIDTHS = [480, 800, 1200, 1600, 2400]
/** Larger AVIF files take seconds and 100 MB to encode, for screens that are not phones; see docs/decisions/0059-avif.md. */
const MAX_AVIF_WIDTH = 1350
const MAX_SOURCE_SIDE = 12_000
const MAX_PIXELS = 40_000_000
/** Decoded images take up to 160 MB each, so they are processed one at a time. */
const limitDecoding = pLimit(1)

export interface PreparedImage {
  width: number
  height: number
  files: { width: number; bytes: Buffer; avif: Buffer | null }[]
  name?: string | undefined
}

class ImageError extends Error {
  readonly code: 'too_large' | 'invalid'

  constructor(message: string, code: 'too_large' | 'invalid' = 'invalid') {
    super(message)
    this.code = code
  }
}

export interface UploadedFile {
  field: string
  bytes: Buffer
  name?: string
}

export async function prepareUpload({ field, bytes, name }: UploadedFile): Promise<PreparedImage> {
  try {
    return { ...(await prepareImage(bytes)), name }
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw ApiError.forField(error.code, field, error.message)
  }
}

export function detectFormat(bytes: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return null
}

/** For services that show links and know neither WebP nor AVIF. */
export const toJpeg = (bytes: Buffer): Promise<Buffer> =>
  limitDecoding(async () => {
    const { sharp } = await import('./sharp.ts')
    return sharp(bytes).flatten({ background: 'white' }).jpeg({ quality: 82 }).toBuffer()
  })

/** Rotates by the EXIF orientation, strips metadata and encodes the sizes for `srcset`. */
export async function prepareImage(bytes: Buffer, { withAvif = true } = {}): Promise<PreparedImage> {
  if (bytes.length > MAX_IMAGE_BYTES) throw new ImageError(IMAGE_TOO_LARGE, 'too_large')
  const format = detectFormat(bytes)
  if (!format) throw new ImageError(WRONG_IMAGE_TYPE)
  return limitDecoding(() => resize(bytes, format, withAvif))
}

/** Decoders hold such an image as a whole, and only some rows of all others. */
function bytesWhenDecoded({ format, width, height, isProgressive, chromaSubsampling }: Metadata): number {
  if (!isProgressive && format !== 'webp') return 0
  const ofPixel = format === 'jpeg' ? (chromaSubsampling === '4:2:0' ? 3 : 6) : 4
  return width * height * ofPixel
}

/** What a busy process takes at most without such an image; see docs/decisions/0048-memory-limits.md. */
const OTHER_BYTES = 384 * 1024 * 1024
/** Small images are accepted with little memory, too. */
const MIN_FREE_BYTES = 24 * 1024 * 1024

/** The control group of a container may have less memory than the machine; 0 means that it is unknown. */
const freeBytes = () =>
  Math.max(MIN_FREE_BYTES, Math.min(process.constrainedMemory() || Infinity, totalmem()) - OTHER_BYTES)

async function resize(bytes: Buffer, format: string, withAvif: boolean): Promise<PreparedImage> {
  // Imported on first use, so that the server starts sooner.
  const { sharp } = await import('./sharp.ts')
  const unreadable = () => new ImageError('The image is damaged and cannot be read.')
  // Reads only the header. With a limit, an image that is too large would be reported as damaged.
  const metadata = await sharp(bytes, { failOn: 'warning', limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
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
  if (bytesWhenDecoded(metadata) > freeBytes())
    throw new ImageError(
      format === 'jpeg'
        ? 'The image is a progressive JPEG that needs more memory than the server has. Save it as a standard JPEG.'
        : 'The image needs more memory than the server has. Make it smaller or save it as a JPEG.',
    )
  const base = await sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS, pages: 1 })
    .rotate()
    .toColourspace('srgb')
    .resize(MAX_IMAGE_SIDE, MAX_IMAGE_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable()
    })
  const { width, height, channels } = base.info
  const files: PreparedImage['files'] = []
  // A size that is almost the width would be the same picture twice.
  for (const size of [...WIDTHS.filter((candidate) => candidate < 0.9 * width), width]) {
    // Not `clone()`, which copies all pixels.
    const resized = () => sharp(base.data, { raw: { width, height, channels } }).resize(size)
    const encoded = await resized().webp({ quality: 80, effort: 2 }).toBuffer()
    const avif =
      withAvif && size <= MAX_AVIF_WIDTH
        ? await resized().avif({ quality: 60, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer()
        : null
    files.push({ width: size, bytes: encoded, avif: avif && avif.length < encoded.length ? avif : null })
  }
  return { width, height, files }
}
