import clsx from 'clsx'
import type { ReactNode } from 'react'

interface NoticeProps {
  tone: 'success' | 'error'
  children: ReactNode
  advice?: ReactNode
  className?: string
}

/** Screen readers announce a success politely and an error at once. */
export function Notice({ tone, children, advice, className }: NoticeProps) {
  const role = tone === 'error' ? 'alert' : 'status'
  const box = clsx('notice', `notice-${tone}`, className)
  if (!advice)
    return (
      <div role={role} className={box}>
        {children}
      </div>
    )
  return (
    <div className={box}>
      <div role={role}>{children}</div>
      <p className="mt-1 font-normal">{advice}</p>
    </div>
  )
}
