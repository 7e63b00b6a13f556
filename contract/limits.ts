export const KIB = 1024
export const MIB = 1024 * KIB

export const bodyLimits = {
  beacon: KIB,
  event: 2 * KIB,
  json: 64 * KIB,
  contact: 16 * KIB,
  post: MIB,
  /** Of a file of 5 MB. In JSON a quote or line end has two characters. */
  csv: 10 * MIB,
  multipart: 6 * MIB,
  importPart: 4 * MIB,
} as const

export const MAX_PARTS = 20
export const MAX_SUGGESTIONS = 3
export const MAX_ALT = 300
export const MAX_CONTENT_BYTES = 500_000
export const MAX_IMAGE_BYTES = 5 * MIB
export const MAX_EMAIL = 254
export const MAX_PERSON_NAME = 100
export const MAX_PASSWORD = 200
export const MAX_QUERY = 200

export const importLimits = {
  bytes: 128 * MIB,
  unpackedBytes: 512 * MIB,
  /** The largest allowed ratio of a file's size to that of its archive. */
  ratio: 200,
  entries: 20_000,
  posts: 5_000,
  remoteImages: 5_000,
  hosts: 100,
  authors: 100,
  textBytes: MIB,
  documentBytes: 64 * MIB,
} as const
