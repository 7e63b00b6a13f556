import { expect, it } from '@jest/globals'
import { formats } from '../editor/markdown-commands.ts'
import { formatKeys, shortcuts } from './shortcuts.ts'

it('lists every format of the editor with its key', () => {
  const listed = shortcuts.find(({ title }) => title === 'Text')?.shortcuts
  for (const { name, key } of formats) if (key) expect(listed).toContainEqual({ key, label: name })
})

it('lists what is typed in the visual editor', () => {
  const listed = shortcuts.flatMap((group) => group.shortcuts)
  const visual = listed.filter(({ label }) => label.startsWith('In the visual editor: '))
  expect(visual.map(({ key }) => key)).toEqual(['/', '[[', 'Escape Tab'])
})

it('names keys as the platform does', () => {
  expect(formatKeys('Mod-Shift-z', false)).toEqual(['Ctrl', 'Shift', 'Z'])
  expect(formatKeys('Mod-Shift-z', true)).toEqual(['⌘', '⇧', 'Z'])
})
