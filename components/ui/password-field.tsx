'use client'

import { useState, type ComponentProps } from 'react'
import { Field } from './field.tsx'
import { useHydrated } from './use-hydrated.ts'

/** The button that shows the password needs scripts. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Field {...props} type={shown ? 'text' : 'password'} />
      {hydrated && (
        <button
          type="button"
          className="absolute -top-2.5 right-0 min-h-11 text-sm underline underline-offset-4"
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide password' : 'Show password'}
        </button>
      )}
    </div>
  )
}

export const newPasswordHint =
  'At least 10 characters. A few words that do not belong together are easy to remember and hard to guess.'
