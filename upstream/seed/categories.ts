import type { SeedCategory } from './types.ts'

export const categories: SeedCategory[] = [
  {
    slug: 'engineering',
    name: 'Engineering',
    description:
      'Databases, apps and sessions: how we build software that is still pleasant to change after the launch.',
  },
  {
    slug: 'search-and-content',
    name: 'Search and content',
    description: 'What search engines can read, what readers want, and how a text is edited for both.',
  },
  {
    slug: 'strategy',
    name: 'Strategy',
    description: 'Briefs, prices, experiments and figures: deciding what to do, and what to leave out.',
  },
]
