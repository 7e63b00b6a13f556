import type { ReactNode } from 'react'
import { ListNavigation } from '#components/blog/list-navigation.tsx'

/** Shared by every shape of the list, so that it stays while one gives way to another. */
export default function BlogListLayout({ children }: { children: ReactNode }) {
  return <ListNavigation>{children}</ListNavigation>
}
