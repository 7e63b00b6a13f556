import {
  messageListResponseSchema,
  messageWithNeighborsSchema,
  type MessageFilter,
  type MessagePage,
  type MessageWithNeighbors,
} from '#contract/messages.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { callForJson, callIfSupported } from '../upstream/client.ts'
import { isNotFound } from '../upstream/errors.ts'

export const listMessages = (
  staff: Staff,
  query: MessageFilter & { page: number },
): Promise<MessagePage | null> =>
  readAsStaff(staff, (headers) =>
    callIfSupported('listMessages', messageListResponseSchema, { query: { ...query }, headers }),
  )

export async function getMessage(
  staff: Staff,
  id: string,
  filter: MessageFilter,
): Promise<MessageWithNeighbors | null> {
  try {
    const { data } = await readAsStaff(staff, (headers) =>
      callForJson('getMessage', messageWithNeighborsSchema, { ref: id, query: { ...filter }, headers }),
    )
    return data
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
