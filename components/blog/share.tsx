'use client'

import { useState, type MouseEvent } from 'react'

const POPUP = 'popup,width=600,height=400,noopener=no'

interface ShareProps {
  url: string
  links: { name: string; href: string }[]
}

export function Share({ url, links }: ShareProps) {
  const [announcement, setAnnouncement] = useState('')

  const openPopup = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    // The link opens normally when the popup is blocked.
    const popup = window.open(event.currentTarget.href, 'share', POPUP)
    if (!popup) return
    event.preventDefault()
    popup.opener = null
  }

  const copy = async () => {
    setAnnouncement('')
    try {
      await navigator.clipboard.writeText(url)
      setAnnouncement('Link copied to clipboard.')
    } catch {
      setAnnouncement('The link could not be copied. Copy it from the address bar.')
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-2 no-print">
      {links.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={openPopup}
          aria-label={`Share on ${name}`}
          className="tag"
        >
          {name}
        </a>
      ))}
      <button type="button" onClick={copy} className="tag needs-script">
        Copy link
      </button>
      <span role="status" className="text-sm text-muted">
        {announcement}
      </span>
    </div>
  )
}
