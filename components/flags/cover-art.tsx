import { composeCover } from '#lib/flag-covers.ts'
import { FlagDrawing } from './flag.tsx'

/** Stands where a post has no cover of its own: the picture its cover would have. */
export function CoverArt({ seed, className }: { seed: string; className?: string }) {
  return <FlagDrawing picture={composeCover(seed, 1600, 1000)} className={className} />
}
