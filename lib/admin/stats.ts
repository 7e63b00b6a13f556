import { callForJson } from '../upstream/call.ts'
import { UpstreamRefusal } from '../upstream/errors.ts'
import { statsAnswerSchema, type Stats } from './schema.ts'

/** An upstream that knows specification 7 alone does not know this call, or only its path. */
const isUnknownCall = (error: unknown) =>
  error instanceof UpstreamRefusal && (error.status === 404 || error.status === 405)

/** The figures of the dashboard; `null` when the upstream keeps none. */
export async function readStats(token: string): Promise<Stats | null> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    return (await callForJson('stats', statsAnswerSchema, { headers })).data.data
  } catch (error) {
    if (isUnknownCall(error)) return null
    throw error
  }
}
