import Link from 'next/link'
import type { ComponentProps } from 'react'

/** Every page is a small cached document: fetching it ahead of the click costs more than it saves. */
export function SiteLink(props: ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...props} />
}
