import clsx from 'clsx'
import type { ComponentProps } from 'react'

type LinkProps = ComponentProps<'a'> & { href: string }

/** LinkNavigation in the layout handles its clicks, so that it also works in static markup. */
export const SiteLink = ({ children, ...rest }: LinkProps) => <a {...rest}>{children}</a>

/** Enlarges the touch target to 44 px. */
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

export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
