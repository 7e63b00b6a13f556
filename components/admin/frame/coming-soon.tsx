import { Flag } from '#components/flags/flag.tsx'

interface PlannedSection {
  name: string
  description: string
}

export const plannedMessages: PlannedSection = {
  name: 'Messages',
  description: 'Read and reply to messages sent through the contact form.',
}

export const plannedSections: Record<string, PlannedSection> = {
  'case-studies': { name: 'Case Studies', description: 'Edit and reorder the work on the home page.' },
  'case-studies/new': { name: 'New Case Study', description: 'Write up a project and its key figure.' },
  'blogs/categories': { name: 'Categories', description: 'Group posts and order the groups.' },
  'blogs/tags': {
    name: 'Tags',
    description: 'See all tags with their posts; rename, merge and delete them.',
  },
  users: { name: 'Users', description: 'Invite people to the staff area and remove their access.' },
  analytics: { name: 'Analytics', description: 'Views by post, by day and by referrer.' },
  settings: { name: 'Settings', description: 'Edit site details and configure email.' },
  profile: { name: 'Your Profile', description: 'Edit your name, your author biography and your password.' },
  notifications: {
    name: 'Notifications',
    description: 'See recent activity and choose what to be notified about.',
  },
  activity: { name: 'Activity', description: 'Every change to posts, with its author and date.' },
}

export function ComingSoon({ name, description }: PlannedSection) {
  return (
    <section className="max-w-measure">
      <Flag signal={name.charAt(0)} className="h-14" />
      <h1 className="mt-6 text-head">{name}</h1>
      <p className="mt-2 text-muted">
        <strong className="text-ink">Coming Soon</strong> · {description}
      </p>
    </section>
  )
}
