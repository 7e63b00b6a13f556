interface Comparable {
  eq: (other: this) => boolean
}

export interface SplitText<Block> {
  blocks: { node: Block; source: string }[]
  gaps: string[]
}

interface Splicing<Block> {
  write: (block: Block) => string
  /** Whether a text has exactly as many blocks as its two parts together; `block` is the right one. */
  staysApart: (left: string, gap: string, right: string, block: Block) => boolean
}

interface Placed<Block> {
  node: Block
  text: string
  changed: boolean
  index: number | null
}

const separators = ['\n\n', '\n\n<!-- -->\n\n']

function findOriginals<Block extends Comparable>({ blocks }: SplitText<Block>, current: readonly Block[]) {
  const indexes = new Map(blocks.map(({ node }, index) => [node, index]))
  const claimed = new Set<number>()
  const claim = (index: number | undefined) => {
    if (index === undefined || claimed.has(index)) return null
    claimed.add(index)
    return index
  }
  const same = current.map((node) => claim(indexes.get(node)))
  // Undo restores equal nodes, but not identical ones.
  const equal = current.map((node, at) => {
    const index = same[at] ?? null
    if (index !== null) return index
    const found = blocks.findIndex((block, candidate) => !claimed.has(candidate) && block.node.eq(node))
    return claim(found === -1 ? undefined : found)
  })
  return { equal, claim }
}

function place<Block extends Comparable>(
  original: SplitText<Block>,
  current: readonly Block[],
  write: Splicing<Block>['write'],
): Placed<Block>[] {
  const { equal, claim } = findOriginals(original, current)
  let previous = -1
  return current
    .map((node, at): Placed<Block> => {
      const kept = equal[at] ?? null
      const source = kept === null ? undefined : original.blocks[kept]?.source
      const next = previous + 1
      const index = kept ?? claim(next < original.blocks.length ? next : undefined)
      if (index !== null) previous = index
      return { node, text: source ?? write(node), changed: source === undefined, index }
    })
    .filter(({ text }) => text !== '')
}

/** Writes the current blocks; unchanged blocks and the text between them keep their bytes. */
export function splice<Block extends Comparable>(
  original: SplitText<Block>,
  current: readonly Block[],
  { write, staysApart }: Splicing<Block>,
): string {
  const { gaps } = original
  const placed = place(original, current, write)
  const [first] = placed
  if (!first) return original.blocks.length === 0 ? gaps.join('') : ''
  const gapBefore = ({ index, changed }: Placed<Block>) => {
    const gap = index === null ? undefined : gaps[index]
    return changed ? gap?.replace(/[ \t]+$/, '') : gap
  }
  let text = (first.index === 0 ? gapBefore(first) : undefined) ?? ''
  placed.forEach((block, at) => {
    const left = placed[at - 1]
    if (left) {
      const follows = left.index !== null && block.index === left.index + 1
      const gap = follows ? gapBefore(block) : undefined
      const isSure = gap !== undefined && !left.changed && !block.changed
      const candidates = gap === undefined ? separators : [gap, ...separators]
      const apart = candidates.find((candidate) => staysApart(left.text, candidate, block.text, block.node))
      text += isSure ? gap : (apart ?? '\n\n')
    }
    text += block.text
  })
  return text + (original.blocks.length === 0 ? '' : (gaps.at(-1) ?? ''))
}
