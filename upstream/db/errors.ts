import { ApiError } from '#contract/errors.ts'

export type DatabaseProblem = 'full' | 'read-only' | 'busy' | 'unreachable'

const retrySoon = { 'retry-after': '5' }

const problems = {
  full: ['storage_full', 'Nothing can be stored at the moment: the disk is full.', undefined],
  'read-only': ['unavailable', 'Nothing can be stored at the moment: the database is read-only.', undefined],
  busy: ['unavailable', 'The database is busy. Please try again in a moment.', retrySoon],
  unreachable: ['unavailable', 'The database cannot be reached. Please try again in a moment.', retrySoon],
} as const

export function databaseError(problem: DatabaseProblem, cause: unknown, message?: string): ApiError {
  const [code, explanation, headers] = problems[problem]
  return new ApiError(code, message ?? explanation, { headers, cause })
}

export function errorCodeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const code = 'code' in error && error.code ? error.code : 'message' in error ? error.message : ''
  return String(code)
}
