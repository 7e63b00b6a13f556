import { ApiError } from '#contract/errors.ts'

export const orderProblem = (error: unknown): string =>
  error instanceof ApiError && error.code === 'conflict'
    ? error.message
    : 'Failed to save the order. Please try again.'
