/** Returns null for other formats, which the upstream must not send as images. */
export function imageTypeOf(bytes: Uint8Array): 'image/webp' | 'image/avif' | 'image/jpeg' | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1')
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'image/webp'
  if (/^[^]{4}ftypavif/.test(start)) return 'image/avif'
  return start.startsWith('\xff\xd8\xff') ? 'image/jpeg' : null
}
