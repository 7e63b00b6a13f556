import type { Import, ImportOptions } from '#contract/imports.ts'
import { importResponseSchema } from '#contract/imports.ts'
import type { TestResponse, TestUpstream } from './harness.ts'

const PART_BYTES = 4 * 1024 * 1024

export async function uploadFile(
  up: TestUpstream,
  token: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const created = await up.call('POST', '/api/imports', { token, json: { name, bytes: bytes.length } })
  const { id } = created.json.data
  for (let start = 0; start < bytes.length; start += PART_BYTES)
    await up.call('POST', `/api/imports/${id}/parts?number=${start / PART_BYTES}`, {
      token,
      body: bytes.slice(start, start + PART_BYTES),
      headers: { 'content-type': 'application/octet-stream' },
    })
  return id
}

export async function uploadImport(
  up: TestUpstream,
  token: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ id: string; checked: TestResponse }> {
  const id = await uploadFile(up, token, name, bytes)
  return { id, checked: await up.call('POST', `/api/imports/${id}/check`, { token }) }
}

export async function runImport(
  up: TestUpstream,
  token: string,
  id: string,
  options: Partial<ImportOptions> = {},
): Promise<Import> {
  for (;;) {
    const { json } = await up.call('POST', `/api/imports/${id}/run`, { token, json: options })
    const { data } = importResponseSchema.parse(json)
    if (data.finished) return data
  }
}
