import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PreviewRow } from './store.ts'

export const PASS_SECONDS = 2 * 3_600

interface Locked {
  id: string
  password_hash: string
}

/** Signed with the salted password hash, which is never sent, so that a pass becomes invalid with its preview. */
const sign = ({ id, password_hash }: Locked, expires: string) =>
  createHmac('sha256', password_hash).update(`preview-pass ${id} ${expires}`).digest('base64url')

export function createPass(preview: Locked, now = Date.now()): string {
  const expires = String(now + PASS_SECONDS * 1000)
  return `${expires}.${sign(preview, expires)}`
}

export function isValidPass(preview: Locked, pass: string, now = Date.now()): boolean {
  const [expires = '', signature = ''] = pass.split('.')
  if (!/^\d{1,16}$/.test(expires) || Number(expires) <= now) return false
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(preview, expires))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const isUnlocked = ({ id, password_hash }: Pick<PreviewRow, 'id' | 'password_hash'>, pass: string) =>
  password_hash === null || isValidPass({ id, password_hash }, pass)
