import { countOf } from '#lib/counts.ts'

export function describeMatches(count: number, current: number): string {
  if (count === 0) return 'No matches'
  if (current !== -1) return `${current + 1} of ${count}`
  return countOf(count, 'match', 'matches')
}
