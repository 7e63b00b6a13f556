import { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { importCreatedResponseSchema, importResponseSchema } from '#contract/imports.ts'
import { staffRequest } from '../api.ts'

const TRIES = 4
const PAUSE_MS = 1_000

/** Storing a part twice is harmless, so a failed one is sent again. */
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

/** Uploads the file in parts and has it checked. Returns the id of the import. */
export async function uploadImport(file: File, onProgress: (share: number) => void): Promise<string> {
  const json = { name: file.name, bytes: file.size }
  const created = await staffRequest('/api/imports', importCreatedResponseSchema, { method: 'POST', json })
  const { id, partBytes } = created.data
  for (let start = 0; start < file.size; start += partBytes) {
    onProgress(start / file.size)
    const part = file.slice(start, start + partBytes)
    await sendPart(`/api/imports/${id}/parts?number=${start / partBytes}`, part)
  }
  onProgress(1)
  await staffRequest(`/api/imports/${id}/check`, importResponseSchema, { method: 'POST' })
  return id
}
