import type { ReactNode } from 'react'
import { PostNavigation } from '#components/blog/post-navigation.tsx'

export default function BlogLayout({ children }: { children: ReactNode }) {
  return <PostNavigation>{children}</PostNavigation>
}
