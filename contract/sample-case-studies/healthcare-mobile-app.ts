import type { CaseStudyInput } from '../case-studies.ts'
import { sampleQuotes } from './quotes.ts'

const content = `A visiting nurse sees nine patients a day in three counties. The old app needed a signal to open a record, so the nurses did what sensible people do: they wrote on paper, drove home, and typed in the evening. Casco Health counted 52 minutes of evening typing for each nurse and day, and a note lost about once a week.

We spent the first two weeks in cars. Everything that follows comes from there.

## The day on the phone

In the morning, on the office network, the app fetches the day: the patients, their medication, the last three visits. That is about 4 MB. It is encrypted with a key that lives in the phone's secure hardware and is thrown away at night, with the data.

In the farmhouse nothing waits for anything. A note is saved on the phone when the nurse lifts a thumb. It is sent when the network is back, in the order in which it was written, and the nurse never sees a spinner or a button called *Sync*.

Two nurses rarely change the same record on the same day. When they do, both notes are kept, one after the other, as they would be on paper. We tried to merge them and gave up after a week: a machine that joins two medical sentences can be wrong in ways that nobody notices.

## What was hard

- **Gloves.** Every target is at least 56 points high, and nothing needs a swipe.
- **Dosages.** A number that is ten times the last one asks for a second look. It asks with a sentence, not with a red box.
- **Lost phones.** Four so far. A lost phone forgets its day when the clock passes three in the morning, with or without a network.
- **The auditors.** They got a threat model of six pages in the first month, and read it, which saved us a quarter.

## What came of it

The pilot was thirty nurses in one county. Others heard of it in parking lots. After a year and a half more than ten thousand people use the app each week: nurses, and since last spring the families who look after someone at home. Evening typing is down to four minutes. The paper forms are still in the trunk, for the day when a phone falls into a pond.`

export const healthcareMobileApp: CaseStudyInput & { slug: string } = {
  slug: 'healthcare-mobile-app',
  title: 'Healthcare mobile app',
  client: 'Casco Health',
  summary:
    'Visiting nurses kept their notes on paper, since the old app needed a signal and farmhouses have none. The new one keeps the day’s patients on the phone, encrypted, and syncs when the network is back.',
  content,
  results: [
    { figure: '10,000+', label: 'active users' },
    { figure: '4 min', label: 'evening typing, from 52' },
  ],
  services: ['Mobile App Development', 'Cybersecurity Solutions'],
  drawing: {
    kind: 'dots',
    values: [10_000],
    caption: 'Each dot is one active user. The yellow one wrote to thank us.',
  },
  quote: sampleQuotes.healthcareMobileApp,
  coverAlt: '',
  published: true,
}
