import { Controller } from 'react-hook-form'
import { postChecks, type PostCheck } from '#contract/post-checks.ts'
import { useSettingsForm } from './settings-fields.ts'

const checkLabels: Record<PostCheck, string> = {
  links: 'No dead links within the site',
  altText: 'Alternative text for every image',
  headings: 'No jumps between heading levels',
  placeholders: 'No placeholder text, such as “lorem ipsum” or “TODO”',
  excerpt: 'An excerpt',
  imageSize: 'No images over 500 kB',
  titleLength: 'A title that fits into search results',
  descriptionLength: 'A description that fits into search results',
}

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
