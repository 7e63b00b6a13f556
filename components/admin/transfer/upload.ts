import * as z from 'zod'
import { ApiError, hasErrorCode } from '#contract/errors.ts'
import { importCreatedResponseSchema, importResponseSchema } from '#contract/imports.ts'
import { staffRequest } from '../api.ts'

const TRIES = 4
const PAUSE_MS = 1_000

/** Storing a part twice is harmless, so a failed part is sent again. */
async function sendPart(path: string, bytes: Blob, tries = TRIES): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  try {
    await staffRequest(path, z.unknown(), { method: 'POST', bytes, headers })
  } catch (error) {
    if (tries <= 1 || (error instanceof ApiError && error.status < 500)) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    await sendPart(path, bytes, tries - 1)
  }
}

interface ImportUpload {
  file: File
  key: string
  onProgress: (share: number) => void
}

/** A file that an earlier attempt uploaded completely is a conflict. */
async function sendParts({ file, onProgress }: ImportUpload, path: string, partBytes: number) {
  try {
    for (let start = 0; start < file.size; start += partBytes) {
      onProgress(start / file.size)
      const part = file.slice(start, start + partBytes)
      await sendPart(`${path}/parts?number=${start / partBytes}`, part)
    }
  } catch (error) {
    if (!hasErrorCode(error, 'conflict')) throw error
  }
}

/** Uploads the file in parts and starts its check. Returns the id of the import. */
export async function uploadImport(upload: ImportUpload): Promise<string> {
  const { file, key, onProgress } = upload
  const { data } = await staffRequest('/api/imports', importCreatedResponseSchema, {
    method: 'POST',
    json: { name: file.name, bytes: file.size },
    headers: { 'idempotency-key': key },
  })
  const { id, partBytes } = data
  await sendParts(upload, `/api/imports/${id}`, partBytes)
  onProgress(1)
  await staffRequest(`/api/imports/${id}/check`, importResponseSchema, { method: 'POST' })
  return id
}
