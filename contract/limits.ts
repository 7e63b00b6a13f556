const KIB = 1024
const MIB = 1024 * KIB

export const bodyLimits = {
  json: 64 * KIB,
  contact: 16 * KIB,
  post: MIB,
  multipart: 6 * MIB,
} as const

export const MAX_PARTS = 20
export const MAX_SUGGESTIONS = 3
export const MAX_CONTENT_BYTES = 500_000
export const MAX_IMAGE_BYTES = 5 * MIB
