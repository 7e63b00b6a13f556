import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import {
  EXTERNAL_LINKS_PER_REQUEST,
  externalLinksResponseSchema,
  listExternalLinks,
  MAX_EXTERNAL_LINKS,
  type ExternalLink,
} from '#contract/external-links.ts'
import type { TextRange } from '#contract/markdown-scan.ts'
import type { ScannedText } from '#contract/post-checks.ts'
import { countOf } from '#lib/counts.ts'
import { staffRequest } from '../api.ts'
import { callerErrorText } from '../error-text.ts'
import { selectText } from '../writing/select-text.ts'

interface ExternalLinksProps {
  postId: string
  siteUrl: string
  scanned: ScannedText
}

const isFine = ({ status }: ExternalLink) => status !== null && status < 400

function summarize(results: ExternalLink[], total: number): string {
  if (results.length < total) return `${results.length} of ${total} links checked…`
  const broken = results.filter((link) => !isFine(link)).length
  const checked = `${countOf(total, 'link')} checked`
  return broken === 0 ? `${checked}, all respond.` : `${checked}, ${broken} without a page.`
}

export function ExternalLinks({ postId, siteUrl, scanned }: ExternalLinksProps) {
  const [results, setResults] = useState<ExternalLink[]>([])
  const [total, setTotal] = useState(0)
  const all = listExternalLinks(scanned, siteUrl)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (urls: string[]) => {
      for (let at = 0; at < urls.length; at += EXTERNAL_LINKS_PER_REQUEST) {
        const json = { urls: urls.slice(at, at + EXTERNAL_LINKS_PER_REQUEST) }
        const path = `/api/blogs/${encodeURIComponent(postId)}/external-links`
        const { data } = await staffRequest(path, externalLinksResponseSchema, { method: 'POST', json })
        setResults((before) => [...before, ...data])
      }
    },
  })
  const check = () => {
    const urls = all.slice(0, MAX_EXTERNAL_LINKS).map(({ url }) => url)
    setResults([])
    setTotal(urls.length)
    mutate(urls)
  }
  if (all.length === 0 && total === 0) return null
  const isOff = isPending || all.length === 0
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      <Button variant="plain" aria-disabled={isOff || undefined} onClick={() => !isOff && check()}>
        Check external links
      </Button>
      {all.length > MAX_EXTERNAL_LINKS && (
        <p className="text-sm text-muted">Only the first {MAX_EXTERNAL_LINKS} are checked.</p>
      )}
      <p role="status" className="text-sm text-muted">
        {total > 0 && !error && summarize(results, total)}
      </p>
      {error && (
        <p className="control-error">
          {callerErrorText(error, 'The links could not be checked. Please try again.')}
        </p>
      )}
      {results.length > 0 && (
        <ul aria-label="External links" className="w-full">
          {results.map((link) => (
            <LinkResult key={link.url} link={link} place={all.find(({ url }) => url === link.url)} />
          ))}
        </ul>
      )}
    </div>
  )
}

const LinkResult = ({ link, place }: { link: ExternalLink; place: TextRange | undefined }) => (
  <li className="checks-link">
    <span className={isFine(link) ? 'tabular-nums' : 'checks-required'}>{link.status ?? 'No page'}</span>
    <a href={link.url} target="_blank" rel="noreferrer" className="link">
      {link.url}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
    {link.finalUrl && <span className="text-sm text-muted">leads to {link.finalUrl}</span>}
    {link.problem && <span className="text-sm">{link.problem}</span>}
    {place && !isFine(link) && (
      <button type="button" className="link min-h-11 text-sm" onClick={() => selectText(place)}>
        Show in the text <span className="sr-only">{link.url}</span>
      </button>
    )}
  </li>
)
