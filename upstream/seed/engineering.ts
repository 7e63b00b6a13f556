import type { SeedPost } from './types.ts'

export const posts: SeedPost[] = [
  {
    slug: 'offline-first-without-tears',
    title: 'Offline first, without tears',
    excerpt:
      'Forty-one dairy inspectors work in steel barns without a signal. What their app keeps on the phone, what it sends later, and why it needs neither a merge library nor a sync button.',
    author: 'tomas-reyes',
    tags: ['Mobile', 'Architecture'],
    date: '2024-11-19T09:40:00-05:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Offline first, without tears”',
  },
  {
    slug: 'postgres-migrations-on-a-tuesday',
    title: 'Postgres migrations on a Tuesday',
    excerpt:
      'We change production schemas at ten in the morning, under load. The lock is rarely the problem; the queue behind it is. Two settings, one table of costs and four small steps.',
    author: 'ines-calloway',
    tags: ['Databases', 'Process'],
    date: '2025-01-14T10:15:00-05:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Postgres migrations on a Tuesday”',
  },
  {
    slug: 'release-train-for-four',
    title: 'A release train for four',
    excerpt:
      'Our app releases used to leave when they were ready, which meant late. Now one leaves every second Tuesday with whatever is on the platform. The timetable, the rules and how to stop it.',
    author: 'tomas-reyes',
    tags: ['Mobile', 'Process'],
    date: '2025-03-05T14:20:00-05:00',
    published: true,
  },
  {
    slug: 'the-last-seat-on-the-ferry',
    title: 'The last seat on the ferry',
    excerpt:
      'A ferry with 112 spaces can’t carry 113 cars. Four ways to stop two customers from buying the same place, what each one costs, and the one that a later colleague can’t undo by accident.',
    author: 'ines-calloway',
    tags: ['Databases', 'Architecture'],
    date: '2025-04-24T08:50:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “The last seat on the ferry”',
  },
  {
    slug: 'give-the-focus-back',
    title: 'Give the focus back',
    excerpt:
      'A bookkeeper deleted a row and her screen reader began again at the logo, two hundred times over. Where focus should go after a dialog, a deletion, a refused form and a new page.',
    author: 'ines-calloway',
    tags: ['Accessibility'],
    date: '2025-06-17T11:05:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Give the focus back”',
  },
  {
    slug: 'nothing-in-the-app-is-secret',
    title: 'Nothing in the app is secret',
    excerpt:
      'Unzip your own app and search it for keys: four seconds, no skill. What may ship inside it, what has to stay on the server, and where a token lives on a phone.',
    author: 'tomas-reyes',
    tags: ['Security', 'Mobile'],
    date: '2025-08-06T15:30:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Nothing in the app is secret”',
  },
  {
    slug: 'sessions-you-can-revoke',
    title: 'Sessions you can revoke',
    excerpt:
      'A disabled account downloaded the customer list twenty-one minutes later, with a token that was perfectly valid. Why we went back to a random string, a row and a delete.',
    author: 'ines-calloway',
    tags: ['Security', 'Architecture', 'Databases'],
    date: '2025-09-25T09:10:00-04:00',
    published: true,
  },
  {
    slug: 'measuring-lcp-on-real-phones',
    title: 'Measuring LCP on real phones',
    excerpt:
      'The lab said 1.4 seconds. The people on the bus had 3.9. How to collect the figure from real visits, split it into four parts and find out which of them is yours to fix.',
    author: 'tomas-reyes',
    tags: ['Web Performance', 'Mobile'],
    date: '2025-11-12T13:00:00-05:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Measuring LCP on real phones”',
  },
  {
    slug: 'cache-headers-are-promises',
    title: 'Cache headers are promises',
    excerpt:
      'For five minutes a shop greeted everyone by one man’s name. A cache header promises something about the future to machines you can’t call back, so only promise what you know.',
    author: 'ines-calloway',
    tags: ['Web Performance', 'Architecture', 'Security'],
    date: '2026-01-20T10:30:00-05:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Cache headers are promises”',
  },
  {
    slug: 'a-date-is-not-a-timestamp',
    title: 'A date is not a timestamp',
    excerpt:
      'The clocks went forward on Sunday. A patient was told to come a day early, and a timetable offered a sailing at a minute that did not exist. Four things that look alike, and how to store each.',
    author: 'ines-calloway',
    tags: ['Databases', 'Architecture'],
    date: '2026-03-09T16:45:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “A date is not a timestamp”',
  },
  {
    slug: 'text-at-two-hundred-percent',
    title: 'Text at two hundred percent',
    excerpt:
      'My father opened an app that I had built, and the Book button said Bo. More than a quarter of our users read with larger type. What breaks, and how to build rows that give way.',
    author: 'tomas-reyes',
    tags: ['Accessibility', 'Mobile'],
    date: '2026-06-11T09:25:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Text at two hundred percent”',
  },
  {
    slug: 'we-estimate-in-ranges',
    title: 'We estimate in ranges',
    excerpt:
      'A single number is a guess with its doubt removed. Three numbers a line, ten thousand rolls of the dice, and the question about the widest line that is worth more than the total.',
    author: 'ines-calloway',
    tags: ['Process'],
    date: '2026-09-03T11:50:00-04:00',
    published: true,
  },
  {
    slug: 'uploading-photos-from-a-barn',
    title: 'Uploading photos from a barn',
    excerpt:
      'Thirty photos a visit, two minutes of signal, one corner of the yard. How to send less, send it once, send it in pieces, and when a phone may at last delete its own copy.',
    author: 'tomas-reyes',
    tags: ['Mobile', 'Architecture'],
    date: '2026-10-27T08:35:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Uploading photos from a barn”',
  },
  {
    slug: 'what-is-in-our-device-drawer',
    title: 'What is in our device drawer',
    excerpt:
      'Eleven phones and two tablets, most of them second-hand, one of them cracked. What each has found, the house rules that keep them slow, and what emulators are still good for.',
    author: 'tomas-reyes',
    tags: ['Mobile', 'Process'],
    date: '2026-11-10T15:15:00-05:00',
    published: false,
  },
  {
    slug: 'a-monolith-with-doors',
    title: 'A monolith with doors',
    excerpt:
      'Most teams want one thing from services: a wall that nobody climbs on a Friday afternoon. A folder, a door and a lint rule give you that wall, and you keep your transactions.',
    author: 'ines-calloway',
    tags: ['Architecture', 'Process'],
    date: '2026-11-18T12:40:00-05:00',
    published: false,
    coverAlt: 'Signal-flag composition for “A monolith with doors”',
  },
]
