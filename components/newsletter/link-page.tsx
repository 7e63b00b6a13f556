import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'

interface LinkPageProps {
  title: string
  text: string
  button: string
  action: string
  /** Carried by the link; without it there is nothing to press. */
  token?: string | undefined
  result?: { tone: 'success' | 'error'; text: string } | undefined
}

/** Where a link of an e-mail leads: nothing has happened until the button is pressed. */
export function LinkPage({ title, text, button, action, token, result }: LinkPageProps) {
  return (
    <section className="frame max-w-measure py-24">
      <h1 className="text-title">{token ? title : 'Newsletter'}</h1>
      {result && (
        <Notice tone={result.tone} className="mt-8">
          {result.text}
        </Notice>
      )}
      {token ? (
        <form action={action} method="post" className="mt-5">
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
