import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Each revision is compressed with the previous one as dictionary, up to this depth; see docs/decisions/0034. */
export const MAX_DEPTH = 49

/** Higher levels save 2 % and take ten times as long under the write lock. */
const params = { [constants.ZSTD_c_compressionLevel]: 9 }

export const compress = (text: Buffer, before: Buffer | null): Buffer =>
  zstdCompressSync(text, { params, ...(before && { dictionary: before }) })

export const decompress = (bytes: Buffer, before: Buffer | null): Buffer =>
  zstdDecompressSync(bytes, before ? { dictionary: before } : {})
