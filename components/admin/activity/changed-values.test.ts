import { expect, it } from '@jest/globals'
import { defaultSettings } from '#contract/default-settings.ts'
import { listChangedValues } from './changed-values.ts'

it('shows a first and a removed value without the other one', () => {
  expect(listChangedValues('role', null, 'author')).toEqual([{ label: 'Role', from: '', to: 'author' }])
  expect(listChangedValues('phone', '555-0142', '')).toEqual([{ label: 'Phone', from: '555-0142', to: '' }])
})

it('shows only the changed parts of a document, in words', () => {
  const { address, hours, social } = defaultSettings
  expect(listChangedValues('address', address, { ...address, city: 'Boston' })).toEqual([
    { label: 'Address, city', from: address.city, to: 'Boston' },
  ])
  expect(
    listChangedValues(
      'hours',
      hours,
      hours.map((day, index) => (index === 5 ? { ...day, isOpen: false } : day)),
    ),
  ).toEqual([{ label: 'Saturday', from: '10:00 AM-4:00 PM', to: 'closed' }])
  const [first, ...others] = social
  expect(listChangedValues('social', social, [{ ...first, url: '' }, ...others])).toEqual([
    { label: 'Social', from: `${first?.name} ${first?.url}`, to: first?.name },
  ])
  expect(listChangedValues('newPost', { startsEmpty: false }, { startsEmpty: true })).toEqual([
    { label: 'New post, starts empty', from: 'off', to: 'on' },
  ])
})

it('names lists by what was added and removed', () => {
  expect(
    listChangedValues('messageRecipients', ['a@example.com'], ['a@example.com', 'b@example.com']),
  ).toEqual([{ label: 'Message recipients', from: '', to: 'b@example.com' }])
  expect(listChangedValues('social', ['a', 'b'], ['b', 'a'])).toEqual([
    { label: 'Social', from: '', to: 'new order' },
  ])
  expect(listChangedValues('tags', ['color', 'Colour'], 'Color')).toEqual([
    { label: 'Tags', from: 'color, Colour', to: 'Color' },
  ])
})

it('shortens long texts and describes images', () => {
  const text = 'word '.repeat(100)
  expect(listChangedValues('description', '', text)[0]?.to).toHaveLength(201)
  const image = { url: '/api/media/x.webp', width: 1, height: 1 }
  expect(listChangedValues('shareImage', null, image)).toEqual([
    { label: 'Share image', from: '', to: 'changed' },
  ])
})
