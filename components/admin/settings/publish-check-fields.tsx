import { Controller } from 'react-hook-form'
import { postChecks } from '#contract/post-checks.ts'
import { checkLabels } from '../checks/labels.ts'
import { useSettingsForm } from './settings-fields.ts'

export function PublishCheckFields() {
  const { control } = useSettingsForm()
  return (
    <Controller
      control={control}
      name="publishChecks"
      render={({ field: { value, onChange, ref } }) => (
        <fieldset aria-describedby="publish-checks-hint">
          <legend className="font-semibold">Required to publish</legend>
          <p id="publish-checks-hint" className="text-sm text-muted">
            The editor shows all of these. A post that fails a checked one stays a draft, also when it is sent
            by another program.
          </p>
          {postChecks.map((check, index) => (
            <label key={check} className="flex min-h-11 items-center gap-3">
              <input
                ref={index === 0 ? ref : undefined}
                type="checkbox"
                className="size-5 accent-signal"
                checked={value.includes(check)}
                onChange={({ target }) =>
                  onChange(postChecks.filter((one) => (one === check ? target.checked : value.includes(one))))
                }
              />
              {checkLabels[check]}
            </label>
          ))}
        </fieldset>
      )}
    />
  )
}
