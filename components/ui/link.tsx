import clsx from 'clsx'
import Link from 'next/link'
import type { ComponentProps } from 'react'

type LinkProps = ComponentProps<typeof Link>

/** Prefetching is off: pages are small and cached, so it would cost more than it saves. */
export function SiteLink(props: LinkProps) {
  return <Link prefetch={false} {...props} />
}

/** A touch target of 44 px. */
export function StandaloneLink({ className, ...rest }: LinkProps) {
  return (
    <SiteLink className={clsx('link inline-flex min-h-11 items-center font-semibold', className)} {...rest} />
  )
}

export function EmailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="link">
      {address}
    </a>
  )
}

/** False for a click that opens a new tab or window. */
export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
