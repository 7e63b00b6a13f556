import { ApiError } from '#contract/errors.ts'

/** Throws for another encoding, such as that of Excel's plain “CSV”, instead of damaging the text. */
export async function readCsv(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  if (bytes.byteLength === 0) throw new ApiError('invalid', 'The file is empty.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid', 'The file is not in UTF-8. In Excel, save it as “CSV UTF-8”.')
  }
}
