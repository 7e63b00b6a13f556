import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Incompressible pixels, the same in each run. */
export function noise(width: number, height: number): Sharp {
  const bytes = Buffer.alloc(width * height * 3)
  let state = 1
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

interface PngOptions {
  depth?: number
  color?: number
  extra?: Buffer[]
}

/** The header may contradict the content. */
export function png(
  width: number,
  height: number,
  content: Buffer,
  { depth = 8, color = 2, extra = [] }: PngOptions = {},
) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, 0], 8)
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', content),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const tooFewRows = deflateSync(Buffer.alloc(64))
export const rows = (width: number, height: number) =>
  deflateSync(Buffer.alloc((width * 3 + 1) * height), { level: 9 })

export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = changed.findIndex(
    (byte, at) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(changed[at + 1] ?? 0),
  )
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

export function withWebpSize(webp: Buffer, width: number, height: number): Buffer {
  const extended = Buffer.alloc(18)
  extended.write('VP8X', 0, 'latin1')
  extended.writeUInt32LE(10, 4)
  extended.writeUIntLE(width - 1, 12, 3)
  extended.writeUIntLE(height - 1, 15, 3)
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), extended, webp.subarray(12)])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, body])
}
