import { useFormContext } from 'react-hook-form'
import { serviceNames } from '#contract/services.ts'
import { useFieldError } from '../editor/use-text-field.ts'
import type { CaseStudyFields } from './case-study-fields.ts'

export function ServiceFields() {
  const { register } = useFormContext<CaseStudyFields>()
  const error = useFieldError<CaseStudyFields>('services')
  return (
    <fieldset>
      <legend className="font-semibold">Services</legend>
      <ul className="mt-1.5 grid">
        {serviceNames.map((name) => (
          <li key={name}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                value={name}
                className="size-5 shrink-0 accent-signal"
                {...register('services')}
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
      {error && <p className="control-error">{error}</p>}
    </fieldset>
  )
}
