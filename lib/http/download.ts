import { toDay } from '#contract/calendar.ts'
import type { CallName } from '../upstream/calls.ts'
import { callForStream, callUpstream, type CallOptions } from '../upstream/client.ts'
import { badGateway } from '../upstream/errors.ts'
import { csvFile } from './response.ts'

export async function downloadCsv(
  call: CallName,
  name: string,
  { query, headers }: Pick<CallOptions, 'query' | 'headers'>,
): Promise<Response> {
  const response = await callUpstream(call, { query: { ...query, format: 'csv' }, headers })
  if (!response.headers.get('content-type')?.startsWith('text/csv'))
    throw badGateway(new Error('The response is not CSV'))
  return csvFile(`${name}-${toDay(Date.now())}`, response.bytes)
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
