import { toDay } from '#contract/calendar.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { CallName } from '../upstream/calls.ts'
import { callForStream, type CallOptions } from '../upstream/client.ts'
import { badGateway } from '../upstream/errors.ts'
import { csvFile } from './response.ts'

/** Includes the time in which the client receives the file. */
const CSV_TIMEOUT_MS = 10 * MINUTE_MS

export async function downloadCsv(
  call: CallName,
  name: string,
  { query, headers }: Pick<CallOptions, 'query' | 'headers'>,
  client: AbortSignal,
): Promise<Response> {
  const options = { query: { ...query, format: 'csv' }, headers, timeoutMs: CSV_TIMEOUT_MS }
  const response = await callForStream(call, options, client)
  if (!response.headers.get('content-type')?.startsWith('text/csv')) {
    await response.body?.cancel()
    throw badGateway(new Error('The response is not CSV'))
  }
  return csvFile(`${name}-${toDay(Date.now())}`, response.body)
}

const lengthOf = (headers: Headers) => /^\d{1,15}$/.exec(headers.get('content-length') ?? '')?.[0]
const nameOf = (headers: Headers) =>
  /filename="([\w.-]{1,80})"/.exec(headers.get('content-disposition') ?? '')?.[1]

/** `name` is for an upstream that does not name its file. */
export async function downloadFile(
  call: CallName,
  { name, type }: { name: string; type: string },
  options: CallOptions,
  client: AbortSignal,
): Promise<Response> {
  const { body, headers } = await callForStream(call, options, client)
  const length = lengthOf(headers)
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${nameOf(headers) ?? name}"`,
      'cache-control': 'private, no-store',
      ...(length !== undefined && { 'content-length': length }),
    },
  })
}
