import type { ActivityEntry } from './record.ts'

interface Item {
  id: string
  name: string
}

const numbered = (items: Item[]) => items.map(({ name }, index) => `${index + 1}. ${name}`)
const idsOf = (items: Item[]) => items.map(({ id }) => id)

/** Names the one item that moved; several moves have the numbered lists. Null when nothing moved. */
export function describeMove(
  type: string,
  before: Item[],
  after: Item[],
): Pick<ActivityEntry, 'object' | 'changes'> | null {
  const places = after.map((item, to) => ({ item, from: idsOf(before).indexOf(item.id), to }))
  const distance = ({ from, to }: { from: number; to: number }) => Math.abs(from - to)
  const [farthest] = places.toSorted((a, b) => distance(b) - distance(a))
  if (!farthest || distance(farthest) === 0) return null
  const { item, from, to } = farthest
  const others = (items: Item[]) => idsOf(items).filter((id) => id !== item.id)
  if (others(before).join() === others(after).join())
    return { object: { type, ...item }, changes: { position: { from: from + 1, to: to + 1 } } }
  return {
    object: { type, id: '', name: '' },
    changes: { order: { from: numbered(before), to: numbered(after) } },
  }
}
