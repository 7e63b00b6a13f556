import type { Redirect } from '#contract/redirects.ts'

interface OverriddenProps {
  redirect: Pick<Redirect, 'from' | 'page'>
}

/** A page wins over a redirect, so this one does nothing while the page is there. */
export const Overridden = ({ redirect: { from, page } }: OverriddenProps) =>
  page && (
    <p className="redirect-overridden">
      {page.path === from ? (
        <>A page has this address: “{page.title}”.</>
      ) : (
        <>A page had this address, which leads to “{page.path}” by itself.</>
      )}
    </p>
  )
