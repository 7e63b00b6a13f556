export interface JsonAnswer {
  ok: boolean
  message?: string
  error?: string
  fields?: Record<string, string>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Sends JSON to our own `/api`. Never throws: an answer that did not come is one that is not ok and has no words. */
export async function postJson(path: string, body: unknown, idempotencyKey?: string): Promise<JsonAnswer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (!isRecord(answer)) return { ok: false }
    const fields = isRecord(answer['fields'])
      ? Object.fromEntries(Object.entries(answer['fields']).map(([name, value]) => [name, String(value)]))
      : undefined
    return { ok: response.ok, message: text(answer['message']), error: text(answer['error']), fields }
  } catch {
    return { ok: false }
  }
}
