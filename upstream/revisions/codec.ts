import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * A revision is compressed with the one before it as dictionary, so that it costs what differs. Every so often one is
 * compressed alone: its depth is 0, and each after it is one deeper. See docs/decisions/0034.
 */
export const MAX_DEPTH = 49

/** Higher levels save 2 % and take ten times as long, while other writers wait. */
const params = { [constants.ZSTD_c_compressionLevel]: 9 }

export const compress = (text: Buffer, before: Buffer | null): Buffer =>
  zstdCompressSync(text, { params, ...(before && { dictionary: before }) })

export const decompress = (bytes: Buffer, before: Buffer | null): Buffer =>
  zstdDecompressSync(bytes, before ? { dictionary: before } : {})
