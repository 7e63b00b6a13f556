'use client'

import type { ImportOptions } from '#contract/imports.ts'

interface ImportOptionFieldsProps {
  options: ImportOptions
  taken: number
  onChange: (options: ImportOptions) => void
}

export function ImportOptionFields({ options, taken, onChange }: ImportOptionFieldsProps) {
  return (
    <div className="grid gap-4">
      <label className="import-option">
        <input
          type="checkbox"
          checked={options.publish}
          onChange={({ target }) => onChange({ ...options, publish: target.checked })}
        />
        Publish the posts that were published
      </label>
      {taken > 0 && (
        <fieldset>
          <legend className="font-semibold">Posts with a URL that another post has</legend>
          <label className="import-option">
            <input
              type="radio"
              name="taken"
              checked={options.taken === 'skip'}
              onChange={() => onChange({ ...options, taken: 'skip' })}
            />
            Skip them
          </label>
          <label className="import-option">
            <input
              type="radio"
              name="taken"
              checked={options.taken === 'rename'}
              onChange={() => onChange({ ...options, taken: 'rename' })}
            />
            Import them with a new URL
          </label>
        </fieldset>
      )}
    </div>
  )
}
