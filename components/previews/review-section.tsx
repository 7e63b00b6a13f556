import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import {
  MAX_REVIEW_COMMENT,
  MAX_REVIEWER_NAME,
  type Decision,
  type PreviewReviews,
  type Review,
} from '#contract/reviews.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { reviewFields, type ReviewForm } from '#lib/previews/review.ts'

interface ReviewSectionProps {
  token: string
  review: PreviewReviews
  form: ReviewForm
}

/** A plain form works without scripts. The decision is a radio group, so that Enter does not approve. */
export function ReviewSection({ token, review, form }: ReviewSectionProps) {
  const { revision, reviews, earlier } = review
  const { values = {}, fields = {}, error, message, pass } = form
  return (
    <section
      id="review"
      aria-labelledby="review-title"
      className="frame frame-measure scroll-mt-6 py-16 no-print"
    >
      <h2 id="review-title" className="text-head">
        What do you think?
      </h2>
      {message && (
        <Notice tone="success" className="mt-6">
          {message}
        </Notice>
      )}
      {error && !reviewFields.some((name) => fields[name]) && (
        <Notice tone="error" className="mt-6">
          {error}
        </Notice>
      )}
      {earlier && <EarlierReview {...earlier} />}
      <Responses reviews={reviews} />
      <form
        action="/api/previews/review"
        method="post"
        noValidate
        aria-label="Your response"
        className="mt-8 grid max-w-[36rem] gap-6"
      >
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="pass" value={pass} />
        <fieldset
          role="radiogroup"
          aria-invalid={fields['decision'] ? true : undefined}
          aria-describedby={fields['decision'] && 'decision-error'}
        >
          <legend className="font-semibold">Your response</legend>
          <Choice id="review-decision" decision="approved" label="Approve" chosen={values['decision']} />
          <Choice decision="changesRequested" label="Request changes" chosen={values['decision']} />
          {fields['decision'] && (
            <p id="decision-error" className="control-error">
              {fields['decision']}
            </p>
          )}
        </fieldset>
        <Field
          label="Your name"
          name="name"
          id="review-name"
          autoComplete="name"
          maxLength={MAX_REVIEWER_NAME}
          required
          defaultValue={values['name']}
          error={fields['name']}
        />
        <Field
          label="Comment"
          name="comment"
          id="review-comment"
          multiline
          rows={5}
          hint="Required when you request changes. Everyone with the link can read it."
          maxLength={MAX_REVIEW_COMMENT}
          defaultValue={values['comment']}
          error={fields['comment']}
        />
        <div>
          <Button type="submit">Send response</Button>
        </div>
      </form>
    </section>
  )
}

interface ChoiceProps {
  id?: string
  decision: Decision
  label: string
  chosen: string | undefined
}

const Choice = ({ id, decision, label, chosen }: ChoiceProps) => (
  <label className="flex min-h-11 items-center gap-3">
    <input
      id={id}
      type="radio"
      name="decision"
      value={decision}
      defaultChecked={chosen === decision}
      className="size-5 accent-signal"
    />
    {label}
  </label>
)

const verbs: Record<Decision, string> = { approved: 'approved', changesRequested: 'requested changes' }

const EarlierReview = ({ name, decision, at }: Omit<Review, 'comment'>) => (
  <p className="mt-5 max-w-measure font-reading text-lead wrap-anywhere">
    The text has changed since {name} {verbs[decision]} on <time dateTime={at}>{formatDateTime(at)}</time>.
  </p>
)

function Responses({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return null
  return (
    <>
      <h3 className="mt-8 font-semibold">Responses to this text</h3>
      <ul className="mt-2">
        {reviews.map(({ id, name, decision, comment, at }) => (
          <li key={id} className="border-b border-line py-3 wrap-anywhere">
            <p>
              <strong>{name}</strong> {verbs[decision]} on <time dateTime={at}>{formatDateTime(at)}</time>
            </p>
            {comment && <p className="mt-1 whitespace-pre-line">{comment}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
