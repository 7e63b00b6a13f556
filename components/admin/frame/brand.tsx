import { Flag } from '#components/flags/flag.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { STAFF_HOME } from '#lib/auth/return-path.ts'
import { site } from '#lib/site.ts'

export function Brand() {
  return (
    <SiteLink href={STAFF_HOME} className="flex min-h-11 items-center gap-3 px-3">
      <Flag signal={site.name.charAt(0)} className="h-6 outline outline-ink" />
      <span className="text-lg font-extrabold tracking-[-0.03em]">
        {site.name} <span className="font-normal text-muted">staff</span>
      </span>
    </SiteLink>
  )
}
