import clsx from 'clsx'
import type { ReactNode } from 'react'

interface NoticeProps {
  tone: 'success' | 'error'
  children: ReactNode
  className?: string
}

/** The outcome of something the visitor did, said aloud: politely when it went well, at once when it did not. */
export function Notice({ tone, children, className }: NoticeProps) {
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={clsx('notice', `notice-${tone}`, className)}>
      {children}
    </div>
  )
}
