import { SiteLink } from '#components/ui/link.tsx'
import type { Announcement } from '#lib/settings/announcement.ts'

export function AnnouncementLine({ text, link }: Pick<Announcement, 'text' | 'link'>) {
  return (
    <section aria-label="Announcement" className="announcement no-print">
      <p className="frame">{link ? <SiteLink href={link}>{text}</SiteLink> : text}</p>
    </section>
  )
}
