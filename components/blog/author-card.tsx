import { Flag } from '#components/flags/flag.tsx'
import type { Post } from '#lib/blog/schema.ts'
import { signalOf } from '#lib/flags.ts'
import { site } from '#lib/site.ts'

const bioOfSpecification = `Writes for the ${site.name} blog about building software and being found.`

export function AuthorCard({ author }: { author: Post['author'] }) {
  const name = author.name || site.name
  return (
    <section aria-label="About the author" className="flex max-w-measure gap-5 border-t-2 border-ink pt-6">
      <div className="size-16 shrink-0 overflow-hidden">
        <Flag signal={signalOf(name, 1)} className="size-full" />
      </div>
      <div>
        <p className="font-semibold">{name}</p>
        {author.role && <p className="text-sm text-muted">{author.role}</p>}
        <p className="mt-2 font-reading">{author.bio || bioOfSpecification}</p>
      </div>
    </section>
  )
}
