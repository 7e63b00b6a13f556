import { expect, it } from '@jest/globals'
import { formats } from '../editor/markdown-commands.ts'
import { formatKeys, shortcuts } from './shortcuts.ts'

it('lists every editor format with its key', () => {
  const listed = shortcuts.find(({ title }) => title === 'Text')?.shortcuts
  for (const { name, key } of formats) if (key) expect(listed).toContainEqual({ key, label: name })
})

it('lists the characters that the visual editor handles', () => {
  const listed = shortcuts.flatMap((group) => group.shortcuts)
  const visual = listed.filter(({ label }) => label.startsWith('In the visual editor: '))
  expect(visual.map(({ key }) => key)).toEqual(['/', '[[', 'Escape Tab'])
})

it('uses the key names of the platform', () => {
  expect(formatKeys('Mod-Shift-z', false)).toEqual(['Ctrl', 'Shift', 'Z'])
  expect(formatKeys('Mod-Shift-z', true)).toEqual(['⌘', '⇧', 'Z'])
})
