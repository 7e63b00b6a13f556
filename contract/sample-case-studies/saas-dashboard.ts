import type { CaseStudyInput } from '../case-studies.ts'
import { sampleQuotes } from './quotes.ts'

const content = `Tidewater sells figures to port authorities: which berths are free, which cranes are slow, what a late ship costs. The data was good. The dashboard had forty-three charts, each of which somebody had asked for once, and its customers opened it on Monday mornings and not again until the next.

## Nine people, nine Mondays

We asked to watch. Nine customers shared their screens on nine Mondays, and we said nothing for an hour. All nine did the same three things: they looked for what had changed since last week, they looked for the reason, and they took a screenshot of it and mailed it to someone.

Nobody used the date picker. Two had a paper list of which charts to ignore.

## Three questions

The new first page answers what they came with, in sentences:

1. What is different from last week?
2. Why?
3. Who should know?

Each answer has one chart below it and a link. The link opens that answer, with its dates and its berth, for a colleague who has no account, for thirty days. It replaced the screenshot. It is also how most new users arrive.

The forty-three charts are still there, on a page called *All charts*. We expected complaints when we moved them. There were two, and one was about the name.

## How it was built

Small, and in the open. The page is rendered on the server and needs 38 kB of script. The queries behind the three questions run once an hour for every port, so that nobody waits for them on a Monday. A sentence is only shown when the change is larger than that port's usual noise; on a quiet week the page says "Nothing unusual", and customers told us that this was the sentence they had been looking for.

## What came of it

We had agreed on one measure before we started: sessions per customer and week, six months before and six months after, Mondays included. It went up by 40 percent. Mondays stayed as they were. The growth is on Wednesdays and Thursdays, when a link arrives from someone else.`

export const saasDashboard: CaseStudyInput & { slug: string } = {
  slug: 'saas-dashboard',
  title: 'SaaS dashboard',
  client: 'Tidewater Analytics',
  summary:
    'Customers opened the dashboard on Monday and not again. We watched nine of them work, replaced the wall of charts by the three questions they came with, and made each answer a link they could send on.',
  content,
  results: [
    { figure: '40%', label: 'better engagement' },
    { figure: '3', label: 'questions, in place of 43 charts' },
    { figure: '38 kB', label: 'of script on the first page' },
  ],
  services: ['Web Development', 'Performance Optimization'],
  drawing: {
    kind: 'bars',
    values: [100, 140],
    caption: 'Sessions per customer and week, six months before and six months after.',
  },
  quote: sampleQuotes.saasDashboard,
  coverAlt: '',
  published: true,
}
