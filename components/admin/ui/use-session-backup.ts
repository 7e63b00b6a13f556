import { useEffect, useEffectEvent } from 'react'
import { toast } from 'sonner'
import * as z from 'zod'
import { SESSION_ENDED } from '../events.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function hasSameTypes(value: unknown, sample: unknown): boolean {
  if (value === null || sample === null) return typeof value === typeof sample
  if (Array.isArray(sample))
    return Array.isArray(value) && value.every((item) => sample.length === 0 || hasSameTypes(item, sample[0]))
  if (!isObject(sample)) return typeof value === typeof sample
  if (!isObject(value)) return false
  const values = new Map<string, unknown>(Object.entries(value))
  return Object.entries(sample).every(([name, inner]) => hasSameTypes(values.get(name), inner))
}

function takeBackup<Input>(key: string, sample: Input): Input | null {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (text === null) return null
  const schema = z.custom<Input>((value) => hasSameTypes(value, sample))
  return schema.safeParse(JSON.parse(text)).data ?? null
}

interface SessionBackupOptions<Input> {
  key: string
  dirty: boolean
  getInput: () => Input
  restore: (input: Input) => void
}

/** Backs up the input in session storage while an expired session leads to the sign-in page. */
export function useSessionBackup<Input>(options: SessionBackupOptions<Input>) {
  const { key, dirty, getInput, restore } = options
  const backUp = useEffectEvent(() => {
    if (dirty) sessionStorage.setItem(key, JSON.stringify(getInput()))
  })
  const restoreBackup = useEffectEvent(() => {
    const input = takeBackup(key, getInput())
    if (!input) return
    restore(input)
    toast.info('Your changes are back. They are not saved yet.')
  })
  useEffect(() => {
    const end = () => backUp()
    restoreBackup()
    window.addEventListener(SESSION_ENDED, end)
    return () => window.removeEventListener(SESSION_ENDED, end)
  }, [])
}
