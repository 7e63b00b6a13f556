import type { ReactNode } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { setStatus } from '#lib/process-context.ts'

interface ForbiddenProps {
  title?: string
  children?: ReactNode
}

export function Forbidden({
  title = 'You cannot open this page',
  children = 'Your role does not include this section. Ask an owner of the site if you need it.',
}: ForbiddenProps) {
  setStatus(403)
  return (
    <section className="max-w-measure">
      <h1 className="text-head">{title}</h1>
      <p className="mt-3 mb-6 text-muted">{children}</p>
      <ButtonLink href="/admin/dashboard" variant="plain">
        Go to the dashboard
      </ButtonLink>
    </section>
  )
}
