interface TeamMember {
  name: string
  initials: string
  role: string
  bio: string
  skills: string[]
}

export const team: TeamMember[] = [
  {
    name: 'Ines Calloway',
    initials: 'IC',
    role: 'Founder and engineering lead',
    bio: 'Built ferry booking systems for ten years. Reads every estimate that leaves the house, and has a drawer of old ones to stay humble.',
    skills: ['Architecture', 'Estimation', 'PostgreSQL'],
  },
  {
    name: 'Tomás Reyes',
    initials: 'TR',
    role: 'Mobile lead',
    bio: 'Makes apps that work in basements, barns and airplanes. Keeps a box of nineteen phones, the oldest from 2017.',
    skills: ['Swift', 'Kotlin', 'Offline data'],
  },
  {
    name: 'Maren Okafor',
    initials: 'MO',
    role: 'Head of search and content',
    bio: 'Came to search from a newspaper desk, and still cuts the first paragraph of everything.',
    skills: ['Technical SEO', 'Editing', 'Research'],
  },
  {
    name: 'Jonas Lindqvist',
    initials: 'JL',
    role: 'Marketing strategist',
    bio: 'Plans launches and reads the figures afterwards, which is the half most people skip.',
    skills: ['Positioning', 'Pricing', 'Experiments'],
  },
  {
    name: 'Wren Faulkner',
    initials: 'WF',
    role: 'Design lead',
    bio: 'Trained as a sign painter. Draws with real data, long names included, and tries everything at 320 pixels first.',
    skills: ['Interface design', 'Typography', 'User tests'],
  },
  {
    name: 'Priya Venkat',
    initials: 'PV',
    role: 'Quality and operations lead',
    bio: 'Runs releases, restores backups on ordinary Thursdays, and writes the test that would have caught it.',
    skills: ['Testing', 'Accessibility', 'Incident response'],
  },
]
