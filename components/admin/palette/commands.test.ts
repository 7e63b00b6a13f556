import { expect, it } from '@jest/globals'
import { commandGroups, matchesQuery } from './commands.ts'

const find = (query: string) =>
  commandGroups
    .flatMap(({ commands }) => commands)
    .filter((command) => matchesQuery(command, query))
    .map(({ label }) => label)

it('finds commands by words for what they do', () => {
  expect(find('back up')).toEqual(['Settings: System'])
  expect(find('dkim')).toEqual(['Settings: Email'])
})
