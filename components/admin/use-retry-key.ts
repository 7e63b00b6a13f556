import { useRef } from 'react'
import { v4 as createUuid } from 'uuid'

const none = { input: '', key: '' }

export function useRetryKey() {
  const attempt = useRef(none)
  return {
    headersFor: (json: unknown) => {
      const input = JSON.stringify(json)
      if (attempt.current.input !== input) attempt.current = { input, key: createUuid() }
      return { 'idempotency-key': attempt.current.key }
    },
    reset: () => {
      attempt.current = none
    },
  }
}
