import type { Stats } from '#lib/admin/schema.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import { Chart } from './chart.tsx'

/** One bar of all posts, divided. */
export function PostsByStatus({ posts: { published, draft } }: { posts: Stats['posts'] }) {
  const total = Math.max(1, published + draft)
  const edge = (published / total) * 100
  return (
    <Chart
      title="Posts by status"
      columns={['Status', 'Posts']}
      rows={[
        ['Published', published],
        ['Draft', draft],
      ]}
    >
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="h-11 w-full bg-wash">
        <rect width={edge} height="10" className="fill-good" />
        <rect x={edge} width={(draft / total) * 100} height="10" className="fill-flag-yellow" />
      </svg>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <span>
          <StatusMark status="published" /> {published.toLocaleString('en-US')}
        </span>
        <span>
          <StatusMark status="draft" /> {draft.toLocaleString('en-US')}
        </span>
      </p>
    </Chart>
  )
}
