import type { ReactNode } from 'react'

interface EmptyListProps {
  title: string
  text: string
  children?: ReactNode
}

export const EmptyList = ({ title, text, children }: EmptyListProps) => (
  <div className="grid justify-items-center gap-1 border-y-[1.5px] border-line px-4 py-14 text-center">
    <h2 className="text-xl font-semibold">{title}</h2>
    <p className="max-w-measure text-muted">{text}</p>
    {children}
  </div>
)
