export interface CaseStudy {
  client: string
  title: string
  result: string
  resultLabel: string
  story: string
  work: string[]
}

export const caseStudies: [CaseStudy, CaseStudy, CaseStudy] = [
  {
    client: 'Northline Outfitters',
    title: 'E-commerce redesign',
    result: '150%',
    resultLabel: 'sales increase',
    story:
      'An outdoor shop with good coats and a checkout of seven pages. We cut it to two, put sizes in stock where the eye is, and took the product page from 6.1 to 1.4 seconds. Fourteen months later sales were two and a half times what they had been.',
    work: ['Web Development', 'SEO'],
  },
  {
    client: 'Casco Health',
    title: 'Healthcare mobile app',
    result: '10,000+',
    resultLabel: 'active users',
    story:
      'Visiting nurses kept their notes on paper, since the old app needed a signal and farmhouses have none. The new one keeps the day’s patients on the phone, encrypted, and syncs when the network is back.',
    work: ['Mobile App Development', 'Cybersecurity'],
  },
  {
    client: 'Tidewater Analytics',
    title: 'SaaS dashboard',
    result: '40%',
    resultLabel: 'better engagement',
    story:
      'Customers opened the dashboard on Monday and not again. We watched nine of them work, replaced the wall of charts by the three questions they came with, and made each answer a link they could send on.',
    work: ['Web Development', 'Design'],
  },
]
