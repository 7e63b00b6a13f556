import {
  systemResponseSchema,
  undeliveredEmailsResponseSchema,
  type System,
  type UndeliveredEmails,
} from '#contract/system.ts'
import type { Staff } from '../auth/staff.ts'
import { bearer, callIfSupported } from '../upstream/client.ts'

export async function getSystem({ token }: Staff): Promise<System | null> {
  const response = await callIfSupported('getSystem', systemResponseSchema, { headers: bearer(token) })
  return response?.data ?? null
}

export const listUndeliveredEmails = ({ token }: Staff): Promise<UndeliveredEmails | null> =>
  callIfSupported('listUndeliveredEmails', undeliveredEmailsResponseSchema, { headers: bearer(token) })
