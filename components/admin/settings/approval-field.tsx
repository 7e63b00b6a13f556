import { useSettingsForm } from './settings-fields.ts'

export function ApprovalField() {
  const { register } = useSettingsForm()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-5 accent-signal"
          aria-describedby="approval-required-hint"
          {...register('approvalRequired')}
        />
        Posts and case studies need approval before they go live
      </label>
      <p id="approval-required-hint" className="text-sm text-muted">
        A reader of a shared preview approves the text. Later edits need a new approval. This applies to
        owners too, and to posts that go live on schedule. Take a live case study offline to edit it.
      </p>
    </div>
  )
}
