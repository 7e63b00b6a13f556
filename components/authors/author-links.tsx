import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Author } from '#contract/authors.ts'

interface AuthorLinksProps {
  author: Author
  className?: string
  children?: ReactNode
}

export function AuthorLinks({ author: { name, links = [] }, className, children }: AuthorLinksProps) {
  if (links.length === 0 && !children) return null
  return (
    <ul aria-label={`Links of ${name}`} className={clsx('flex flex-wrap gap-x-5 no-print', className)}>
      {links.map(({ label, url }) => (
        <li key={`${label} ${url}`} className="min-w-0">
          <a href={url} rel="me noopener" className="link inline-flex min-h-11 items-center font-semibold">
            {label}
          </a>
        </li>
      ))}
      {children}
    </ul>
  )
}
