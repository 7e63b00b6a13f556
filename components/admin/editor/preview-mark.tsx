import { SiteLink } from '#components/ui/link.tsx'

interface PreviewMarkProps {
  title: string
  note: string
  link: { href: string; text: string } | null
}

export const PreviewMark = ({ title, note, link }: PreviewMarkProps) => (
  <div role="note" className="staff-preview-mark">
    <p className="font-semibold">{title}</p>
    <p className="grow text-sm">{note}</p>
    {link && (
      <SiteLink href={link.href} className="link inline-flex min-h-11 items-center">
        {link.text}
      </SiteLink>
    )}
  </div>
)

export const savedPreviewNote = (isPublic: boolean): string =>
  isPublic ? 'This is what visitors see.' : 'Only signed-in staff can see this page.'
