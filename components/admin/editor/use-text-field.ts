import { useCallback } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import type { PostFields } from './post-fields.ts'

/** Without an error nothing is cleared, because clearing renders every subscriber of the errors. */
export function useClearError() {
  const { clearErrors, getFieldState } = useFormContext<PostFields>()
  return useCallback(
    (name: keyof PostFields) => {
      if (getFieldState(name).error) clearErrors(name)
    },
    [clearErrors, getFieldState],
  )
}

export const useFieldError = (name: keyof PostFields): string | undefined =>
  useFormState<PostFields>({ name, exact: true }).errors[name]?.message

export function useTextField(name: 'title' | 'excerpt' | 'slug' | 'coverAlt' | 'author') {
  const { register } = useFormContext<PostFields>()
  const clearError = useClearError()
  const error = useFieldError(name)
  return { ...register(name, { onChange: () => clearError(name) }), error }
}
