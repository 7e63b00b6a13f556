import { expect, it } from '@jest/globals'
import { defaultSettings } from '../site.ts'
import { formatHours, openingHoursJsonLd } from './hours.ts'

const open = (opens: string, closes: string) => ({ isOpen: true, opens, closes })
const closed = { isOpen: false, opens: '09:00', closes: '18:00' }

it('formats the default hours as the contact page shows them', () =>
  expect(formatHours(defaultSettings.hours)).toEqual([
    { days: 'Mon-Fri', time: '9:00 AM-6:00 PM' },
    { days: 'Sat', time: '10:00 AM-4:00 PM' },
    { days: 'Sun', time: 'closed' },
  ]))

it('joins only consecutive days, and all closed days regardless of their times', () =>
  expect(
    formatHours([
      open('00:30', '12:00'),
      closed,
      open('00:30', '12:00'),
      open('12:15', '23:59'),
      open('12:15', '23:59'),
      closed,
      { ...closed, opens: '08:00' },
    ]),
  ).toEqual([
    { days: 'Mon', time: '12:30 AM-12:00 PM' },
    { days: 'Tue', time: 'closed' },
    { days: 'Wed', time: '12:30 AM-12:00 PM' },
    { days: 'Thu-Fri', time: '12:15 PM-11:59 PM' },
    { days: 'Sat-Sun', time: 'closed' },
  ]))

it('describes the open days for search engines', () =>
  expect(openingHoursJsonLd(defaultSettings.hours)).toEqual([
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '09:00',
      closes: '18:00',
    },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Saturday'], opens: '10:00', closes: '16:00' },
  ]))
