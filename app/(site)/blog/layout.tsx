import type { ReactNode } from 'react'
import { ListNavigation } from '#components/blog/list-navigation.tsx'
import { PostNavigation } from '#components/blog/post-navigation.tsx'

export default function BlogLayout({ children }: { children: ReactNode }) {
  return (
    <PostNavigation>
      <ListNavigation>{children}</ListNavigation>
    </PostNavigation>
  )
}
