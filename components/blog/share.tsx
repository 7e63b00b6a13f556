interface ShareProps {
  url: string
  links: readonly { name: string; href: string }[]
}

/** Handled by components/analytics/visit.mjs. Without script the links open normally. */
export function Share({ url, links }: ShareProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 no-print">
      {links.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          data-share={name}
          aria-label={`Share on ${name}`}
          className="tag"
        >
          {name}
        </a>
      ))}
      <button type="button" value={url} data-share="Copy link" className="tag needs-script">
        Copy link
      </button>
      <span role="status" data-share-status className="text-sm text-muted" />
    </div>
  )
}
