import type { ReactNode } from 'react'

/** The suffix keeps it apart from the id of an input, such as the email address. */
export const sectionId = (title: string) => `${title.toLowerCase().replaceAll(' ', '-')}-settings`

export function SectionLinks({ titles }: { titles: string[] }) {
  return (
    <nav aria-label="Sections">
      <ul className="pt-3 text-balance">
        {titles.map((title) => (
          <li key={title} className="mr-5 inline-block">
            <a href={`#${sectionId(title)}`} className="link inline-flex min-h-11 items-center">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SectionProps {
  title: string
  hint?: string
  children: ReactNode
}

export function Section({ title, hint, children }: SectionProps) {
  const id = sectionId(title)
  return (
    <section aria-labelledby={id} className="settings-section">
      <div>
        <h2 id={id} className="scroll-mt-4 text-lg font-bold">
          {title}
        </h2>
        {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
      </div>
      <div className="grid content-start gap-5">{children}</div>
    </section>
  )
}
