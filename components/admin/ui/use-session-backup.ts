import { useEffect, useEffectEvent } from 'react'
import { toast } from 'sonner'
import { z } from 'zod'
import { SESSION_ENDED } from '../api.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Compares the types of values, ignoring the values themselves. */
function hasSameTypes(value: unknown, sample: unknown): boolean {
  if (value === null || sample === null) return typeof value === typeof sample
  if (Array.isArray(sample))
    return Array.isArray(value) && value.every((item) => sample.length === 0 || hasSameTypes(item, sample[0]))
  if (!isObject(sample)) return typeof value === typeof sample
  if (!isObject(value)) return false
  const values = new Map<string, unknown>(Object.entries(value))
  return Object.entries(sample).every(([name, inner]) => hasSameTypes(values.get(name), inner))
}

function takeBackup<Fields>(key: string, sample: Fields): Fields | null {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (text === null) return null
  const schema = z.custom<Fields>((value) => hasSameTypes(value, sample))
  return schema.safeParse(JSON.parse(text)).data ?? null
}

interface SessionBackupOptions<Fields> {
  key: string
  dirty: boolean
  getFields: () => Fields
  restore: (fields: Fields) => void
}

/** Backs up the input in session storage while an expired session leads to the sign-in page. */
export function useSessionBackup<Fields>(options: SessionBackupOptions<Fields>) {
  const { key, dirty, getFields, restore } = options
  const backUp = useEffectEvent(() => {
    if (dirty) sessionStorage.setItem(key, JSON.stringify(getFields()))
  })
  const restoreBackup = useEffectEvent(() => {
    const fields = takeBackup(key, getFields())
    if (!fields) return
    restore(fields)
    toast.info('Your changes are back. They are not saved yet.')
  })
  useEffect(() => {
    const end = () => backUp()
    restoreBackup()
    window.addEventListener(SESSION_ENDED, end)
    return () => window.removeEventListener(SESSION_ENDED, end)
  }, [])
}
