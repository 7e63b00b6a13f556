import type { SeedAuthor } from './types.ts'

export const authors: SeedAuthor[] = [
  {
    slug: 'ines-calloway',
    name: 'Ines Calloway',
    role: 'Founder and engineering lead',
    bio: 'Ines started Halyard in 2019 after ten years of building booking systems for ferries. She writes about architecture, estimates and the parts of software that outlive their authors.',
  },
  {
    slug: 'tomas-reyes',
    name: 'Tomás Reyes',
    role: 'Mobile lead',
    bio: 'Tomás builds apps that have to work in basements, barns and airplanes. He writes about offline data, release trains and testing on the phones people really own.',
  },
  {
    slug: 'maren-okafor',
    name: 'Maren Okafor',
    role: 'Head of search and content',
    bio: 'Maren came to search from a newspaper desk. She writes about what search engines can read, what readers want, and how seldom the two disagree.',
  },
  {
    slug: 'jonas-lindqvist',
    name: 'Jonas Lindqvist',
    role: 'Marketing strategist',
    bio: 'Jonas plans launches and reads the figures afterwards. He writes about positioning, pricing pages and experiments small enough to finish.',
  },
]
