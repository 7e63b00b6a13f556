export const story = (name: string) => [
  `Ines Calloway started ${name} in 2019, in a room above a sail loft on Wharf Street, after ten years of building booking systems for ferries. Ferries teach two things: the timetable is a promise, and the person at the counter has no time for your interface.`,
  'A halyard is the line that raises a signal flag. It does no more than that, and without it nobody sees the signal. We thought this a fair description of what an agency should be: not the message and not the mast, but the part that makes it go up when you pull.',
  'We are still small enough to sit at one table. The people who estimate the work do the work, and they pick up the phone when it is live.',
]

export const timeline = [
  { year: 2019, title: 'Founded', text: 'Three people, one room, and a booking system for an island ferry.' },
  {
    year: 2020,
    title: 'First major client',
    text: 'A clinic group needs video visits within the month. They go live in nineteen days.',
  },
  {
    year: 2022,
    title: 'Team of 15+',
    text: 'Design, search and quality get leads of their own. We take the second floor as well.',
  },
  {
    year: 2024,
    title: '50+ projects',
    text: 'The fiftieth project ships. Forty-one of the fifty are still in our care.',
  },
]

export const vision =
  'Every business gets software that is as good as the thing it sells, and understands it well enough to own it.'

export const mission =
  'We build apps, sites and the plans around them for companies between ten and five hundred people: in the open, at a price we name beforehand, and in code that outlives our contract.'

export const values = [
  {
    name: 'Technical Excellence',
    signal: 'T',
    text: 'Tested, reviewed, measured. Not for its own sake: a bug found on Tuesday costs an hour, the same bug found by a customer costs the customer.',
  },
  {
    name: 'Client-Centric Approach',
    signal: 'C',
    text: 'You see the board, the build and the hours. When the right answer is a spreadsheet, we say so and bill for a conversation.',
  },
  {
    name: 'Innovation',
    signal: 'I',
    text: 'One new thing a project, chosen because the project needs it. The rest is technology that has bored us for years.',
  },
  {
    name: 'Passion',
    signal: 'P',
    text: 'We argue about timetables, ligatures and error messages. It is the part of the work that nobody orders and everybody notices.',
  },
]

export const achievements = [
  { figure: '50+', text: 'projects completed for clients in eleven states and four countries' },
  { figure: '98%', text: 'client satisfaction, asked three months after each launch' },
  { figure: '15+', text: 'people, all on client work' },
  { figure: '41', text: 'products we built are still maintained by us' },
]

export const stats = [
  { figure: '50+', label: 'projects completed' },
  { figure: '98%', label: 'client satisfaction' },
  { figure: '5+', label: 'years experience' },
  { figure: '24/7', label: 'support' },
] as const
