import { SiteLink } from '#components/ui/link.tsx'
import { listHref } from '#lib/blog/list-href.ts'
import type { TagCount } from '#lib/blog/schema.ts'

interface TagFilterProps {
  tags: TagCount[]
  active?: string
  search?: string
}

/** `All` and every tag. A choice starts at page 1; choosing the active tag again clears it. */
export function TagFilter({ tags, active, search }: TagFilterProps) {
  const isActive = (name: string) => name.toLowerCase() === active?.toLowerCase()
  return (
    <nav aria-label="Tags">
      <ul className="flex flex-wrap gap-2">
        <li>
          <SiteLink
            href={listHref({ search })}
            data-list="tag"
            aria-current={active ? undefined : 'true'}
            className="tag"
          >
            All
          </SiteLink>
        </li>
        {tags.map(({ name, count }) => (
          <li key={name}>
            <SiteLink
              href={listHref({ search, tag: isActive(name) ? undefined : name })}
              data-list="tag"
              aria-current={isActive(name) ? 'true' : undefined}
              className="tag"
            >
              {name} <span className="tag-count">{count}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
