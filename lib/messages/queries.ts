import {
  messageListResponseSchema,
  messageWithNeighborsSchema,
  type MessageFilter,
  type MessagePage,
  type MessageWithNeighbors,
} from '#contract/messages.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callForJson, callIfSupported } from '../upstream/client.ts'
import { isNotFound } from '../upstream/errors.ts'

export async function listMessages(
  { token }: Staff,
  query: MessageFilter & { page: number },
): Promise<MessagePage | null> {
  const headers = bearer(token)
  return callIfSupported('listMessages', messageListResponseSchema, { query: { ...query }, headers })
}

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
