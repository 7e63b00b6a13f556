import { Flag } from '#components/flags/flag.tsx'
import { findPage, pageTitle } from './sections.ts'

export function ComingSoon({ page }: { page: string }) {
  const name = pageTitle(page)
  return (
    <section className="max-w-measure">
      <Flag signal={name.charAt(0)} className="h-14" />
      <h1 className="mt-6 text-head">{name}</h1>
      <p className="mt-2 text-muted">
        <strong className="text-ink">Coming Soon</strong> · {findPage(page)?.description}
      </p>
    </section>
  )
}
