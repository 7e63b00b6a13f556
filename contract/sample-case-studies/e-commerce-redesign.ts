import type { CaseStudyInput } from '../case-studies.ts'
import { sampleQuotes } from './quotes.ts'

const content = `Northline sells coats to people who work outside: linemen, surveyors, mussel farmers. The shop had grown for nine years, one plug-in at a time. Customers told the phone desk that they had filled a cart, met the seventh page of the checkout, and ordered by phone instead. The phone desk was three people and a waiting loop.

The brief was one sentence: *more of the people who choose a coat should own it by the evening.*

## What we left alone

The stock system stayed. It is older than some of its users and has never lost a coat. We wrote a thin service beside it that answers one question, "which sizes are on the shelf now?", in under 40 milliseconds, and asks the old system only when the answer may have changed.

## What we changed

- **The checkout.** Seven pages became two: where to, and how to pay. The five others asked for things the shop already knew or never used.
- **Sizes.** The product page now opens with the sizes that are in stock. Before, one order in six was for a size that turned out to be gone.
- **Weight.** The product page loaded in 6.1 seconds on the phone our median customer owns. It now takes 1.4. Most of the difference was four chat widgets and a carousel.
- **Addresses.** All 3,212 product addresses moved, and each old one redirects to its product, not to the home page. Search traffic dipped for eleven days.

We released in stages: one product line in the first week, a third of all visitors in the fourth, everyone in the seventh. Twice we went back a stage, once because of a payment provider and once because of us.

## What came of it

Sales rose by 18 percent in the third month and then did what sales of coats do, which is to follow the weather. After fourteen months they stood at two and a half times the month before launch. Northline moved two of the three people from the phone desk to fitting advice, where they sell more than the chat widgets ever did.

The first drop in the line, after one month, is a week of wrong shipping costs. We leave it in.`

export const ecommerceRedesign: CaseStudyInput & { slug: string } = {
  slug: 'e-commerce-redesign',
  title: 'E-commerce redesign',
  client: 'Northline Outfitters',
  summary:
    'An outdoor shop with good coats and a checkout of seven pages. We cut it to two, put sizes in stock where the eye is, and took the product page from 6.1 to 1.4 seconds. Fourteen months later sales were two and a half times what they had been.',
  content,
  results: [
    { figure: '150%', label: 'sales increase' },
    { figure: '1.4 s', label: 'product page, from 6.1' },
    { figure: '2', label: 'checkout pages, from 7' },
  ],
  services: ['Web Development', 'SEO & Digital Marketing', 'Performance Optimization'],
  drawing: {
    kind: 'line',
    values: [100, 104, 101, 118, 126, 123, 141, 152, 166, 160, 187, 203, 216, 231, 250],
    caption: 'Monthly sales, the month before launch being 100, over the fourteen months after it.',
  },
  quote: sampleQuotes.ecommerceRedesign,
  coverAlt: '',
  published: true,
}
