import { RequestError } from './request-error.ts'

export const JSON_LIMIT = 64 * 1024
export const POST_JSON_LIMIT = 1024 * 1024
export const CONTACT_LIMIT = 16 * 1024
export const MULTIPART_LIMIT = 6 * 1024 * 1024

export const mediaTypeOf = (request: Request) =>
  (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const tooLarge = (limit: number) =>
  new RequestError(413, `The request is larger than ${Math.round(limit / 1024)} kB.`)

const incomplete = () => new RequestError(400, 'The request is not complete.')

/** The body, counted while it is read; refused when it is larger than `limit` bytes or not as long as it says. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > limit) throw tooLarge(limit)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength
      if (length > limit) throw tooLarge(limit)
      chunks.push(chunk)
    }
  } catch (error) {
    // A caller who hangs up is no fault of ours.
    throw error instanceof RequestError ? error : incomplete()
  }
  if (announced !== null && Number(announced) !== length) throw incomplete()
  return new Uint8Array(Buffer.concat(chunks))
}

/** A JSON body of at most `limit` bytes; 415 for another type, 400 when it is not JSON. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  if (mediaTypeOf(request) !== 'application/json') throw new RequestError(415, 'Send application/json.')
  const bytes = await readBody(request, limit)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RequestError(400, 'The request is not valid JSON.')
  }
}
