import { ApiError } from '#contract/errors.ts'
import { profileResponseSchema, type OwnProfile } from '#contract/profile.ts'
import { staffRequest, versionHeader } from '../api.ts'

export const failureText = 'Failed to save. Please try again.'

interface ProfileBody {
  form?: FormData
  json?: unknown
}

export async function saveProfile(body: ProfileBody, version?: number): Promise<OwnProfile> {
  const request = { method: 'PUT', headers: versionHeader(version), ...body } as const
  return (await staffRequest('/api/auth/profile', profileResponseSchema, request)).data
}

export const loadProfile = async (): Promise<OwnProfile> =>
  (await staffRequest('/api/auth/profile', profileResponseSchema)).data

export function toFormErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.status >= 500) return { root: failureText }
  const { fields = {} } = error.details
  return Object.keys(fields).length > 0 ? fields : { root: error.message || failureText }
}
