import type { z } from 'zod'
import type { Staff } from '../auth/staff.ts'
import { lacksCall } from '../blog/public-client.ts'
import { callForJson } from '../upstream/call.ts'
import { messageListAnswerSchema } from './schema.ts'

export type MessagePage = z.infer<typeof messageListAnswerSchema>

/** A page of the messages; null when the upstream keeps them to itself. */
export async function readMessages({ token }: Staff, page: number): Promise<MessagePage | null> {
  try {
    const { data } = await callForJson('listMessages', messageListAnswerSchema, {
      query: { page },
      headers: { authorization: `Bearer ${token}` },
    })
    return data
  } catch (error) {
    if (lacksCall(error)) return null
    throw error
  }
}
