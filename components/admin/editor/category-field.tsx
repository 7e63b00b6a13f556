import type { CategoryOption } from '#lib/blog/staff-queries.ts'
import { useTextField } from './use-text-field.ts'

export function CategoryField({ categories }: { categories: CategoryOption[] }) {
  const { error, ...field } = useTextField('category')
  if (categories.length === 0) return null
  return (
    <div className="grid gap-1.5">
      <label htmlFor="category" className="font-semibold">
        Category
      </label>
      <select
        id="category"
        className="control"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'category-error'}
        {...field}
      >
        <option value="">None</option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      {error && (
        <p id="category-error" className="control-error">
          {error}
        </p>
      )}
    </div>
  )
}
