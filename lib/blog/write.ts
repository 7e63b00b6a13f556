import { POST_JSON_LIMIT, MULTIPART_LIMIT, mediaTypeOf, readBody } from '../http/body.ts'
import { RequestError } from '../http/request-error.ts'
import { callForJson } from '../upstream/call.ts'
import { forward, headersFor } from '../upstream/forward.ts'
import { anyAnswerSchema } from '../http/any-answer.ts'
import { invalidatePost } from './cache-tags.ts'
import { barePostAnswerSchema } from './schema.ts'

/** A post as a form or as JSON; the upstream parses it, here it is only bounded. */
async function postBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const type = mediaTypeOf(request)
  if (type === 'multipart/form-data') return readBody(request, MULTIPART_LIMIT)
  if (type === 'application/json') return readBody(request, POST_JSON_LIMIT)
  throw new RequestError(415, 'Send multipart/form-data or application/json.')
}

/** What the post was before a change decides which pages have to go. */
async function readBefore(ref: string, headers: Record<string, string | undefined>) {
  const { data } = await callForJson('getPost', barePostAnswerSchema, {
    ref,
    headers: { authorization: headers['authorization'] },
  })
  return data.data
}

export async function createPost(request: Request, token: string): Promise<Response> {
  const body = await postBody(request)
  const { response, data } = await forward('createPost', barePostAnswerSchema, {
    headers: headersFor(request, token),
    body,
  })
  invalidatePost(null, data.data)
  return response
}

export async function updatePost(request: Request, token: string, ref: string): Promise<Response> {
  const headers = headersFor(request, token)
  // First, because it also says whether the token is worth anything: only then is a body read.
  const before = await readBefore(ref, headers)
  const body = await postBody(request)
  const { response, data } = await forward('updatePost', barePostAnswerSchema, { ref, headers, body })
  invalidatePost(before, data.data)
  return response
}

export async function deletePost(request: Request, token: string, ref: string): Promise<Response> {
  const headers = headersFor(request, token)
  const before = await readBefore(ref, headers)
  const { response } = await forward('deletePost', anyAnswerSchema, { ref, headers })
  invalidatePost(before, null)
  return response
}
