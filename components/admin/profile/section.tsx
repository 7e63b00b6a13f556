import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: string
  text: ReactNode
  children: ReactNode
}

export const Section = ({ id, title, text, children }: SectionProps) => (
  <section aria-labelledby={id} className="profile-section">
    <div>
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      <div className="mt-1 text-muted">{text}</div>
    </div>
    <div className="min-w-0">{children}</div>
  </section>
)
