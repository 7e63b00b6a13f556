import { SiteEmail } from '#components/site/site-context.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

interface LinkPageProps {
  title: string
  text: string
  button: string
  action: string
  token?: string | undefined
  result?: { tone: 'success' | 'error'; text: string } | undefined
}

/** The button submits, because mail scanners open links. */
export function LinkPage({ title, text, button, action, token, result }: LinkPageProps) {
  const advice = (
    <>
      You can also email <SiteEmail />.
    </>
  )
  return (
    <section className="frame frame-measure py-24">
      <h1 className="text-title">{token ? title : 'Newsletter'}</h1>
      {result && (
        <Notice tone={result.tone} advice={result.tone === 'error' && advice} className="mt-8">
          {result.text}
        </Notice>
      )}
      {token ? (
        <form action={action} method="post" className="mt-5 max-w-measure">
          <p className="mb-8 font-reading text-lead text-muted">{text}</p>
          <input type="hidden" name="token" value={token} />
          <Button type="submit">{button}</Button>
        </form>
      ) : (
        <p className="mt-8">
          <ButtonLink href="/blog" variant="plain">
            All articles
          </ButtonLink>
        </p>
      )}
    </section>
  )
}
