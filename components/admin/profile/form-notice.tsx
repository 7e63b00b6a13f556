import type { ReactNode } from 'react'
import { Notice } from '#components/ui/notice.tsx'

export const FormNotice = ({ text, children }: { text: string | undefined; children?: ReactNode }) => (
  <Notice tone="error">
    {text}
    {children && <div className="mt-3 flex flex-wrap gap-3 text-ink">{children}</div>}
  </Notice>
)
