import type { SeedPost } from './types.ts'

/** By Maren Okafor and Jonas Lindqvist: search, content, strategy and how we work with clients. */
export const posts: SeedPost[] = [
  {
    slug: 'how-we-write-a-brief',
    title: 'How we write a brief',
    excerpt:
      'Two pages, one afternoon, and the client in the room. What stands in the six parts, why the list of things left out takes longest, and what is read aloud ninety days later.',
    author: 'jonas-lindqvist',
    tags: ['Process', 'Strategy'],
    date: '2024-11-26T09:20:00-05:00',
    published: true,
    coverAlt: 'Signal-flag composition for “How we write a brief”',
  },
  {
    slug: 'what-a-canonical-link-is-for',
    title: 'What a canonical link is for',
    excerpt:
      'A page has five addresses before anyone has decided anything. The canonical link names the one to file it under, and most of the tags I am shown are trying to do something else.',
    author: 'maren-okafor',
    tags: ['SEO'],
    date: '2025-01-22T14:05:00-05:00',
    published: true,
    coverAlt: 'Signal-flag composition for “What a canonical link is for”',
  },
  {
    slug: 'alt-text-is-writing',
    title: 'Alt text is writing',
    excerpt:
      'There is no correct description of an image, only the one that this page needs. Notes from a former newspaper editor on the shortest texts we publish, with before and after.',
    author: 'maren-okafor',
    tags: ['Accessibility', 'Content'],
    date: '2025-03-06T10:40:00-05:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Alt text is writing”',
  },
  {
    slug: 'pricing-pages-that-answer-the-question',
    title: 'Pricing pages that answer the question',
    excerpt:
      'Five of eight people left the page without knowing what they would pay. What 180 first e-mails asked about price, and what happened when the page began to answer them.',
    author: 'jonas-lindqvist',
    tags: ['Strategy', 'Content'],
    date: '2025-04-29T11:15:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Pricing pages that answer the question”',
  },
  {
    slug: 'the-redirect-map-is-the-migration',
    title: 'The redirect map is the migration',
    excerpt:
      'A museum moved 11,400 addresses, some of them screwed to a wall. How to collect every one of them, map and test them weeks before launch, and what the dip in the clicks looked like.',
    author: 'maren-okafor',
    tags: ['SEO', 'Process'],
    date: '2025-06-18T08:30:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “The redirect map is the migration”',
  },
  {
    slug: 'an-experiment-small-enough-to-finish',
    title: 'An experiment small enough to finish',
    excerpt:
      'I once started nineteen tests on a site that had visitors for five. The division I should have done first, and what to do with a site that is too small for split tests.',
    author: 'jonas-lindqvist',
    tags: ['Strategy', 'Process'],
    date: '2025-08-14T13:50:00-04:00',
    published: true,
  },
  {
    slug: 'headings-a-reader-can-steer-by',
    title: 'Headings a reader can steer by',
    excerpt:
      'Many readers meet an article through its headings alone, by ear or with a thumb. How I edit the outline as a text of its own, and what the levels are for.',
    author: 'maren-okafor',
    tags: ['Accessibility', 'Content'],
    date: '2025-10-07T09:10:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Headings a reader can steer by”',
  },
  {
    slug: 'what-the-tag-manager-weighs',
    title: 'What the tag manager weighs',
    excerpt:
      'Twenty-nine tags fired on a product page, and somebody read the results of seven. A marketer weighs his own scripts, throws most of them out, and says what he lost by it.',
    author: 'jonas-lindqvist',
    tags: ['Web Performance', 'Strategy'],
    date: '2025-12-03T15:25:00-05:00',
    published: true,
    coverAlt: 'Signal-flag composition for “What the tag manager weighs”',
  },
  {
    slug: 'what-a-crawler-sees-first',
    title: 'What a crawler sees first',
    excerpt:
      'One command shows what a page says before anything runs. For a maker of anchors it said the name of the shop, 1,900 times. What belongs in the first answer, and a test that keeps it there.',
    author: 'maren-okafor',
    tags: ['SEO', 'Web Performance'],
    date: '2026-02-10T09:45:00-05:00',
    published: true,
    coverAlt: 'Signal-flag composition for “What a crawler sees first”',
  },
  {
    slug: 'four-fields-and-a-promise',
    title: 'Four fields and a promise',
    excerpt:
      'Our contact form once had nine fields. A defense of the four that stayed, of the form that works without scripts, and of the most expensive sentence on our site.',
    author: 'jonas-lindqvist',
    tags: ['Content', 'Accessibility', 'Strategy'],
    date: '2026-04-16T10:05:00-04:00',
    published: true,
  },
  {
    slug: 'deleting-a-third-of-a-blog',
    title: 'Deleting a third of a blog',
    excerpt:
      'An insurer of small boats had nine articles on winter covers, with six opinions. We read all 1,064 of them and removed 371. What the figures helped with, and what they could not say.',
    author: 'maren-okafor',
    tags: ['Content', 'SEO', 'Strategy'],
    date: '2026-06-02T11:30:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Deleting a third of a blog”',
  },
  {
    slug: 'reading-the-figures-on-a-monday',
    title: 'Reading the figures on a Monday',
    excerpt:
      'A bad week arrived with an arrow and two question marks, and by Wednesday a photograph had been changed back. How to tell a week that means something from one that is only unpleasant.',
    author: 'jonas-lindqvist',
    tags: ['Strategy', 'Process'],
    date: '2026-08-24T08:15:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “Reading the figures on a Monday”',
  },
  {
    slug: 'an-honest-lastmod',
    title: 'An honest lastmod',
    excerpt:
      'Eight thousand pages had been modified at 04:12 that morning, and the morning before. What counts as a change, where its date is kept, and how crawlers answered when it became true.',
    author: 'maren-okafor',
    tags: ['SEO', 'Process'],
    date: '2026-10-15T09:30:00-04:00',
    published: true,
    coverAlt: 'Signal-flag composition for “An honest lastmod”',
  },
  {
    slug: 'positioning-is-what-you-turn-down',
    title: 'Positioning is what you turn down',
    excerpt:
      'Forty inquiries on index cards, sorted three times, told a software company whom it was for. The list of what you sent away is the one document nobody wrote to please.',
    author: 'jonas-lindqvist',
    tags: ['Strategy'],
    date: '2026-11-17T16:40:00-05:00',
    published: false,
  },
]
