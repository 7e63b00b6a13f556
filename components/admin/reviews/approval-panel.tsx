import './reviews.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReviewList } from '#contract/reviews.ts'
import type { StoredDocument } from '../editor/document.ts'
import { previewsQuery } from '../previews/previews-query.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import { reviewsQuery } from './reviews-query.ts'

interface ApprovalPanelProps {
  api: string
  noun: string
  stored: StoredDocument<unknown> | null
  dirty: boolean
}

export function ApprovalPanel({ stored, ...props }: ApprovalPanelProps) {
  return stored && <StoredPanel stored={stored} {...props} />
}

function StoredPanel({ api, noun, stored, dirty }: ApprovalPanelProps & { stored: StoredDocument<unknown> }) {
  // An upstream without previews has no reviews either.
  const { data: previews } = useQuery(previewsQuery(`${api}/${stored.id}`))
  const { data } = useQuery({
    ...reviewsQuery(api, stored),
    enabled: Boolean(previews),
    placeholderData: keepPreviousData,
  })
  if (!data || (data.reviews.length === 0 && !data.required)) return null
  return (
    <section aria-labelledby="approval" className="reviews">
      <h2 id="approval" className="font-semibold">
        Approval
      </h2>
      <State list={data} noun={noun} />
      {dirty && data.state === 'approved' && (
        <p className="text-sm text-muted">Saving your changes to the text ends the approval.</p>
      )}
      {data.reviews.length > 0 && (
        <ul aria-labelledby="approval">
          {data.reviews.map(({ id, decision, name, comment, at, current }) => (
            <li key={id} className="reviews-entry" data-current={current}>
              <p>
                <strong>{name}</strong> {decision === 'approved' ? 'approved' : 'requested changes'} on{' '}
                <Timestamp value={at} />
                {!current && <span className="text-muted"> · an earlier text</span>}
              </p>
              {comment && <p className="whitespace-pre-line">{comment}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function State({ list: { state, required, reviews }, noun }: { list: ReviewList; noun: string }) {
  const last = (decision: string, current: boolean) =>
    reviews.find((review) => review.decision === decision && review.current === current)
  const approved = last('approved', state === 'approved')
  const request = last('changesRequested', true)
  if (state === 'approved' && approved)
    return (
      <p className="reviews-state" data-state={state}>
        Approved by {approved.name} on <Timestamp value={approved.at} />
      </p>
    )
  if (state === 'changesRequested' && request)
    return (
      <p className="reviews-state" data-state={state}>
        Changes requested by {request.name} on <Timestamp value={request.at} />
      </p>
    )
  if (state === 'void' && approved)
    return (
      <p className="reviews-state" data-state={state}>
        Approval is void: the text changed after {approved.name} approved it
      </p>
    )
  const next = required
    ? `This ${noun} needs approval before it goes live. Share a preview to ask for it.`
    : 'This text has no response yet.'
  return <p className="text-sm text-muted">{next}</p>
}
