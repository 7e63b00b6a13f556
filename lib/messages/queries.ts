import {
  messageListResponseSchema,
  messageWithNeighborsSchema,
  type MessageFilter,
  type MessagePage,
  type MessageWithNeighbors,
} from '#contract/messages.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson } from '../upstream/client.ts'
import { isNotFound, isUnsupportedCall } from '../upstream/errors.ts'

/** Returns null when the upstream has no messages. */
export async function listMessages(
  { token }: Staff,
  query: MessageFilter & { page: number },
): Promise<MessagePage | null> {
  try {
    const headers = bearer(token)
    return (await callForJson('listMessages', messageListResponseSchema, { query: { ...query }, headers }))
      .data
  } catch (error) {
    if (isUnsupportedCall(error)) return null
    throw error
  }
}

/** Returns null for a message that does not exist. */
export async function getMessage(
  { token }: Staff,
  id: string,
  filter: MessageFilter,
): Promise<MessageWithNeighbors | null> {
  try {
    const options = { ref: id, query: { ...filter }, headers: bearer(token) }
    return (await callForJson('getMessage', messageWithNeighborsSchema, options)).data
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
