import type { Redirect } from '#contract/redirects.ts'

interface OverriddenProps {
  redirect: Pick<Redirect, 'from' | 'page' | 'waiting'>
}

/** A page wins over a redirect from the same path, so this redirect has no effect. */
export function Overridden({ redirect: { from, page, waiting } }: OverriddenProps) {
  if (!page && !waiting) return null
  if (!page) return <p className="redirect-overridden">Applies when the post is published.</p>
  return (
    <p className="redirect-overridden">
      {page.path === from ? (
        <>A page has this address: “{page.title}”.</>
      ) : (
        <>This is a former address of a page. It redirects to “{page.path}” automatically.</>
      )}
    </p>
  )
}
