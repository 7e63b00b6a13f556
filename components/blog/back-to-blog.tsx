import { SiteLink } from '#components/ui/link.tsx'

export function BackToBlog() {
  return (
    <SiteLink href="/blog" className="link inline-flex min-h-11 items-center font-semibold no-print">
      Back to Blog
    </SiteLink>
  )
}
