import type { additionalServiceNames, coreServiceNames } from '#contract/services.ts'

export interface Service {
  anchor: string
  shortName: string
  name: (typeof coreServiceNames)[number]
  signal: string
  summary: string
  description: string
  features: string[]
  technologies: string[]
}

export const services: Service[] = [
  {
    anchor: 'app-development',
    shortName: 'App Development',
    name: 'Mobile App Development',
    signal: 'APP',
    summary:
      'iOS and Android apps that keep working in the basement, on the ferry and on a four-year-old phone.',
    description:
      'We build apps for people who use them with one hand and half an eye. Native where the phone matters, shared code where it does not, and offline from the first sprint, since it cannot be added in the last.',
    features: [
      'iOS and Android from one team and one backlog',
      'Offline data that settles its conflicts without asking the user',
      'Store submission, review answers and staged releases',
      'Crash and speed figures from real devices, read every week',
    ],
    technologies: ['Swift', 'Kotlin', 'React Native', 'Expo', 'SQLite', 'Firebase'],
  },
  {
    anchor: 'web-development',
    shortName: 'Web Development',
    name: 'Web Development',
    signal: 'WEB',
    summary:
      'Sites, shops and internal tools that load before the thumb moves on, and that your next team can read.',
    description:
      'Shops, booking systems, portals and the tools behind them. We render on the server, ship little JavaScript, and write down each decision, so the code is still yours when we are gone.',
    features: [
      'Server-rendered pages with a performance budget in the contract',
      'Accessible to WCAG 2.2 AA, tested with people and by machine',
      'Shops, payments and the stock systems behind them',
      'Editing tools your staff learn in an afternoon',
    ],
    technologies: ['TypeScript', 'React', 'Next.js', 'Node.js', 'PostgreSQL', 'Shopify'],
  },
  {
    anchor: 'seo',
    shortName: 'SEO Services',
    name: 'SEO & Digital Marketing',
    signal: 'SEO',
    summary:
      'Search work done by the people who can change the code, measured in inquiries and not in rankings.',
    description:
      'Most search problems are site problems: slow pages, thin pages, pages nobody links to. We find them, fix them in the code, and write what is missing with the people who know the subject.',
    features: [
      'Technical audit with every finding ranked by what it costs you',
      'Content plans written with your own experts',
      'Structured data, sitemaps and moves without lost traffic',
      'Paid search only where the organic answer is too far off',
    ],
    technologies: ['Search Console', 'Screaming Frog', 'Plausible', 'BigQuery', 'Google Ads', 'Schema.org'],
  },
  {
    anchor: 'marketing',
    shortName: 'Marketing Consultancy',
    name: 'Marketing Consultancy',
    signal: 'MKT',
    summary:
      'Positioning, launches and pricing pages, planned by someone who will still be there to read the results.',
    description:
      'A plan that fits on two pages and names what you will stop doing. We sit in your meetings for a quarter, run a few experiments that are small enough to finish, and leave you with the figures.',
    features: [
      'Interviews with customers you won and customers you lost',
      'Positioning and messages you can say aloud',
      'Launch plans with dates, owners and a budget',
      'Monthly reading of the figures, good or bad',
    ],
    technologies: ['HubSpot', 'Mailchimp', 'Looker Studio', 'Figma', 'Hotjar', 'LinkedIn Ads'],
  },
]

interface AdditionalService {
  name: (typeof additionalServiceNames)[number]
  signal: string
  description: string
}

export const additionalServices: AdditionalService[] = [
  {
    name: 'Custom Software Development',
    signal: 'C',
    description: 'Scheduling, pricing, dispatch: the part of your business no product on the market fits.',
  },
  {
    name: 'Database Design & Management',
    signal: 'D',
    description:
      'Schemas that hold for years, migrations without a maintenance window, backups we have restored.',
  },
  {
    name: 'Cybersecurity Solutions',
    signal: 'S',
    description: 'Reviews, threat models and fixes, in the order an attacker would find them useful.',
  },
  {
    name: 'Performance Optimization',
    signal: 'P',
    description:
      'We measure on your customers’ devices, remove what is slow, and leave a budget that keeps it out.',
  },
  {
    name: 'Team Augmentation',
    signal: 'T',
    description:
      'One or two of us in your team, in your repository and your stand-up, for three months or more.',
  },
]

export const processSteps = [
  {
    name: 'Discovery & Planning',
    signal: 'G',
    meaning: 'I require a pilot',
    time: '1–2 weeks',
    description:
      'We talk to the people who will use the thing and to the people who will run it. You get a short document: the problem, what we leave out, a price range and the risks.',
  },
  {
    name: 'Strategy & Design',
    signal: 'H',
    meaning: 'I have a pilot on board',
    time: '2–4 weeks',
    description:
      'Screens you can click through, tried with five of your users. The architecture on one page. After this the range becomes a price.',
  },
  {
    name: 'Development & Testing',
    signal: 'Q',
    meaning: 'My vessel is healthy',
    time: '6–16 weeks',
    description:
      'Something new to try every second Friday, on a real address. Tests come with the code, and you see the same board we do.',
  },
  {
    name: 'Launch & Support',
    signal: 'P',
    meaning: 'About to proceed to sea',
    time: 'From then on',
    description:
      'A launch in stages, with a way back at each. Then a month of close watch, and support for as long as you want it.',
  },
]

export function serviceHref(name: string): string | undefined {
  const core = services.find((service) => service.name === name)
  if (core) return `/services#${core.anchor}`
  return additionalServices.some((service) => service.name === name) ? '/services#additional' : undefined
}
