import { Button } from '#components/ui/button.tsx'

/** A plain GET form: the address it makes is the state of the list. */
export function SearchForm({ search, tag }: { search?: string; tag?: string }) {
  return (
    <form action="/blog" method="get" role="search" data-list="search" className="flex gap-2">
      <label htmlFor="blog-search" className="sr-only">
        Search articles
      </label>
      <input
        key={search}
        id="blog-search"
        type="search"
        name="search"
        defaultValue={search}
        maxLength={200}
        placeholder="Search articles"
        enterKeyHint="search"
        className="control"
      />
      {tag && <input type="hidden" name="tag" value={tag} />}
      <Button type="submit" variant="plain">
        Search
      </Button>
    </form>
  )
}
