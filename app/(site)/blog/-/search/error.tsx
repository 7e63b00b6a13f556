'use client'

export { default } from '../page/error.tsx'
