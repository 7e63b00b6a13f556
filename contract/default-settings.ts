import { defaultTimeZone } from './calendar.ts'
import type { Settings } from './settings.ts'

const weekday = { isOpen: true, opens: '09:00', closes: '18:00' }

export const defaultSettings: Settings = {
  name: 'Halyard',
  tagline: 'We build the software your customers notice.',
  description:
    'Halyard is a software agency for app development, web development, SEO and marketing consultancy.',
  shareImage: null,
  phone: '+1 (207) 555-0142',
  email: 'hello@halyard.example',
  address: { street: '214 Wharf Street', city: 'Portland', region: 'ME', postalCode: '04101', country: 'US' },
  hours: [
    weekday,
    weekday,
    weekday,
    weekday,
    weekday,
    { isOpen: true, opens: '10:00', closes: '16:00' },
    { isOpen: false, opens: '10:00', closes: '16:00' },
  ],
  social: [
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'Twitter', url: 'https://x.com/' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
    { name: 'GitHub', url: 'https://github.com/' },
  ],
  timeZone: defaultTimeZone,
  newsletter: {
    heading: 'One letter a month',
    text: 'The newest articles and one thing we got wrong. No tracking, unsubscribe anytime.',
    pageText: 'The newest articles, once a month. Unsubscribe anytime.',
    emailSubject: '',
    emailText: '',
  },
  announcement: { text: '', link: '', endsOn: '' },
  messageRecipients: [],
  newPost: {
    startsEmpty: true,
    template:
      'The problem, in two sentences that a client would say.\n\n## What we tried\n\n## What worked\n\n## What we would do differently\n',
  },
  publishChecks: [],
  approvalRequired: false,
}
