import { Flag } from '#components/flags/flag.tsx'
import { pageTitle } from './sections.ts'

const descriptions = {
  '/admin/media': 'Upload images, describe them and see where they are used.',
  '/admin/messages': 'Read and reply to messages sent through the contact form.',
  '/admin/subscribers': 'Find, download and remove subscribers of the newsletter.',
  '/admin/case-studies': 'Edit and reorder the work on the home page.',
  '/admin/case-studies/new': 'Write up a project and its key figure.',
  '/admin/analytics': 'Views by post, by day and by referrer.',
  '/admin/redirects': 'Lead old addresses to new ones.',
  '/admin/blogs/calendar': 'See when posts are published, and move them to another day.',
  '/admin/blogs/categories': 'Group posts and order the groups.',
  '/admin/blogs/tags': 'See all tags with their posts; rename, merge and delete them.',
  '/admin/import': 'Bring posts from another site, and download all posts.',
  '/admin/profile': 'Edit your name, your author biography and your password.',
  '/admin/users': 'Invite people to the staff area and remove their access.',
  '/admin/settings': 'Edit site details and configure email.',
  '/admin/settings/system': 'See the database, backups and background jobs.',
  '/admin/notifications': 'See recent activity and choose what to be notified about.',
  '/admin/activity': 'Every change to posts, with its author and date.',
}

/** Shown for pages whose calls the upstream lacks. */
export function ComingSoon({ page }: { page: keyof typeof descriptions }) {
  const name = pageTitle(page)
  return (
    <section className="max-w-measure">
      <Flag signal={name.charAt(0)} className="h-14" />
      <h1 className="mt-6 text-head">{name}</h1>
      <p className="mt-2 text-muted">
        <strong className="text-ink">Coming Soon</strong> · {descriptions[page]}
      </p>
    </section>
  )
}
